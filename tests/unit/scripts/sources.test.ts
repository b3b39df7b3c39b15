import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sourcesHash } from '../../../scripts/build/sources.mjs'

let folder: string

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeEach(() => {
  // Folder names around the sources do not matter.
  folder = join(mkdtempSync(join(tmpdir(), 'portico-sources-')), 'dist')
  write('host/package.json', '{ "version": "0.1.0" }')
  write('host/src/a.ts', 'a')
  write('host/src/b.ts', 'b')
})
afterEach(() => rmSync(dirname(folder), { recursive: true }))

test.each<[string, () => void]>([
  ['a changed source', () => write('host/src/a.ts', 'A')],
  ['a new source', () => write('remotes/send/src/remote.ts', '')],
  ['a removed source', () => rmSync(join(folder, 'host/src/b.ts'))],
  ['text moved from one source to another', () => [write('host/src/a.ts', 'ab'), write('host/src/b.ts', '')]],
  ['another version of the shell', () => write('host/package.json', '{ "version": "0.2.0" }')],
])('%s triggers a new build', (_, change) => {
  const before = sourcesHash(folder)
  change()
  expect(sourcesHash(folder)).not.toBe(before)
})

test.each<[string, () => void]>([
  ['a test', () => write('host/src/a.test.ts', '')],
  ['an installed package', () => write('remotes/send/node_modules/x/index.js', '')],
  ['a page of documentation', () => write('docs/a.md', '')],
  ['another date', () => utimesSync(join(folder, 'host/src/a.ts'), 0, 0)],
])('%s does not trigger a new build', (_, change) => {
  const before = sourcesHash(folder)
  change()
  expect(sourcesHash(folder)).toBe(before)
})
