import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { compile } from '@portico/remote/compile'
import { bitcoinVisitor, evmVisitor, signIn, solanaVisitor } from '@portico/siwx/testing'

/** The built module, imported as in a site without a bundler. */

const ROOT = join(import.meta.dirname, '../..')
let out: string

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'portico-siwx-'))
  await compile(join(ROOT, 'rspack.config.ts'), { only: 'packages', out })
}, 60_000)
afterAll(() => rmSync(out, { recursive: true }))

/** Stores a session and reads it again, in a process of its own. */
async function visit(session: object): Promise<unknown> {
  const page = `
    const kept = new Map()
    globalThis.localStorage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    }
    const { DefaultSIWX } = await import(process.argv[1])
    const session = JSON.parse(process.argv[2])
    const siwx = new DefaultSIWX()
    const forged = await siwx.addSession({ ...session, signature: '0x12' }).catch((error) => error.code)
    await siwx.addSession(session)
    const { length: sessions } = await siwx.getSessions(session.data.chainId, session.data.accountAddress)
    const input = { chainId: session.data.chainId, accountAddress: session.data.accountAddress }
    globalThis.location = { host: 'shop.example', href: 'https://shop.example/' }
    const [, address] = (await siwx.createMessage(input)).toString().split('\\n')
    console.log(JSON.stringify({ forged, sessions, address }))
  `
  const module = pathToFileURL(join(out, 'host/siwx.mjs')).href
  const args = ['--input-type=module', '--eval', page, module, JSON.stringify(session)]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}

test.each([
  ['EVM', evmVisitor()],
  ['Solana', solanaVisitor()],
  ['Bitcoin', bitcoinVisitor('p2tr')],
])(
  'a visitor with a wallet for %s signs in with the built module',
  async (_, visitor) => {
    const session = await signIn(visitor)
    expect(await visit(session)).toEqual({ forged: 'siwx.invalidSignature', sessions: 1, address: visitor.address })
  },
  30_000,
)

test('only the two modules have a permanent URL: all others contain the version', () => {
  expect(readdirSync(join(out, 'host')).sort()).toEqual(['elements.mjs', 'siwx', 'siwx-hosted.mjs', 'siwx.mjs'])
  expect(readdirSync(join(out, 'host/siwx'))).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
})
