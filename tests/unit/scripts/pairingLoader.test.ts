import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pairingLoader from '../../../scripts/build/pairingLoader.mjs'

const options = { buffer: '/small.ts', recoverAddress: '/recover.ts' }
const build = (source: string) => pairingLoader.call({ getOptions: () => options }, source)

const resolve = createRequire(join(import.meta.dirname, '../../../host/package.json')).resolve
const built = (name: string) => {
  const folder = dirname(resolve(`@walletconnect/${name}`))
  return build(readFileSync(join(folder, 'index.es.js'), 'utf8'))
}

test.each(['core', 'sign-client', 'universal-provider'])("%s cannot contact its vendor's hosts", (name) => {
  const text = built(name)
  expect(text).toContain('.invalid')
  expect(text).not.toMatch(/walletconnect\.(org|com)/)
})

test("Node's Buffer is provided where it is expected, and nowhere else", () => {
  expect(build('const a=Buffer.from("x")')).toBe('import { Buffer } from "/small.ts";const a=Buffer.from("x")')
  expect(build('globalThis.Buffer.from(1);typeof Buffer')).toBe('globalThis.Buffer.from(1);typeof Buffer')
})

test('the code that verifies signatures makes requests through our fetch', () => {
  expect(build('import{recoverAddress as a}from"viem";')).toBe('import{recoverAddress as a}from"/recover.ts";')
})
