import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { integrityOf } from '@portico/remote/integrity'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/** Builds are reproducible, so anybody can check a signature by building again. */

const ROOT = join(import.meta.dirname, '../..')
const INDEX = 'host/release-index.txt'
const PATIENCE_MS = 120_000

let copies: Copy[] = []
let outputs: Map<string, Buffer>[] = []

async function build(copy: Copy): Promise<Map<string, Buffer>> {
  const dist = join(copy.root, 'dist')
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: copy.root })
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return new Map(paths.map((path) => [path.slice(dist.length + 1), readFileSync(path)]))
}

beforeAll(async () => {
  copies = [copyRepository(), copyRepository(2)]
  outputs = await Promise.all(copies.map(build))
}, PATIENCE_MS)
afterAll(() => {
  for (const copy of copies) copy.remove()
})

/** The log has the index, and the index has the time at which it was signed. */
const isTimed = (path: string) => path === INDEX || path === 'host/release-index.proof' || path.startsWith('host/log/')

const hashes = (output: Map<string, Buffer> | undefined) =>
  [...(output ?? [])].filter(([path]) => !isTimed(path)).map(([path, content]) => `${path} ${integrityOf(content)}`)

test('two builds in two folders give the same bytes, except for the index and its log', () => {
  const [one, other] = outputs
  expect(one?.size).toBeGreaterThan(10)
  expect(hashes(other)).toEqual(hashes(one))
})

test('the two indices are the same, except for their times', () => {
  const [one, other] = outputs.map((output) => {
    const text = output.get(INDEX)?.toString() ?? ''
    const { serial, issuedAt, notAfter, ...rest } = JSON.parse(text.slice(text.indexOf('\n') + 1))
    expect([typeof serial, typeof issuedAt, typeof notAfter]).toEqual(['number', 'string', 'string'])
    return rest
  })
  expect(other).toEqual(one)
})

/** Every output that contains one of the texts. */
function filesWith(texts: readonly string[]): string[] {
  const found = outputs.flatMap((output) => [...output])
  return found.flatMap(([path, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${path} has ${text}`),
  )
}

test('no output contains its build path', () => {
  expect(filesWith([ROOT, ...copies.map(({ root }) => root), process.execPath, 'node_modules'])).toEqual([])
})

test('no output contains an unresolved hash placeholder (rspack#10545)', () => {
  expect(filesWith(['*-*-*', 'CHUNK-SRI-HASH'])).toEqual([])
})

test('no output turns text into code', () => {
  const code = outputs.flatMap((output) => [...output]).filter(([path]) => /\.m?js$/.test(path))
  expect(
    code.filter(([, content]) => /\beval\(|new Function\(/.test(content.toString())).map(([path]) => path),
  ).toEqual([])
})

test('every chunk of shell and remotes is pinned by the file that loads it', () => {
  const [output = new Map<string, Buffer>()] = outputs
  // The secure site's chunks come from its own origin; its pages pin them (secureSiteBuild).
  const isPinned = (path: string) => path.endsWith('.js') && path.includes('/') && !path.startsWith('secure-site/')
  const scripts = [...output.keys()].filter(isPinned)
  // The log names every file, and no browser starts one because of it.
  const pins = [...output].flatMap(([path, content]) => (path.startsWith('host/log/') ? [] : [String(content)])).join()
  const unpinned = scripts.filter((path) => !pins.includes(integrityOf(output.get(path) ?? '')))
  // The site itself pins the loader.
  expect(unpinned).toEqual(['host/portico.js'])
})
