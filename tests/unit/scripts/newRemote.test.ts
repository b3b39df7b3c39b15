import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemote } from '@portico/remote/newRemote'

/** A remote is started in this project (`npm run remote -- new`) or in a repository of its own (`npx @portico/remote new`). */

const ROOT = join(import.meta.dirname, '../../..')
const BIN = join(ROOT, 'packages/remote/bin/porticoRemote.mjs')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-new-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Text by path. */
const filesIn = (path: string) =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'utf8')]),
  )

const outside = (...args: string[]) => spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8' })

test('a feature started outside has the files of one started inside, and in addition what a repository needs', () => {
  createRemote(join(folder, 'inside'), 'petNames')
  const { status, stdout } = outside('new', 'petNames')
  const [inside, other] = [filesIn(join(folder, 'inside')), filesIn(join(folder, 'petNames'))]
  expect([status, stdout.trim().split('\n').sort()]).toEqual([
    0,
    Object.keys(other)
      .map((file) => `petNames/${file}`)
      .sort(),
  ])
  const { 'package.json': manifest = '', ...code } = inside
  const { 'package.json': otherManifest = '', 'tsconfig.json': _, 'README.md': __, '.gitignore': ___, ...same } = other
  expect(same).toEqual(code)
  expect(JSON.parse(otherManifest)).toEqual({
    ...JSON.parse(manifest),
    portico: { id: 'petNames' },
    scripts: expect.anything(),
    devDependencies: expect.anything(),
    jest: expect.anything(),
  })
})

test('a feature started outside asks for the versions of this release', () => {
  outside('new', 'petNames')
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'petNames/package.json'), 'utf8'))
  const versionOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')).version
  expect(devDependencies).toMatchObject({
    '@portico/contracts': versionOf('shared-contracts'),
    '@portico/remote': versionOf('packages/remote'),
  })
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies
  for (const tool of ['@swc/core', '@swc/jest', '@types/jest', '@types/react', 'jest', 'jest-environment-jsdom']) {
    expect([tool, devDependencies[tool].replace('^', '')]).toEqual([tool, root[tool]])
  }
})

test('the lockfile of the remote in its own repository has what the packed packages need', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'examples/remote-safety/package-lock.json'), 'utf8'))
  for (const [name, path] of [
    ['@portico/contracts', 'shared-contracts'],
    ['@portico/remote', 'packages/remote'],
  ]) {
    const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, path ?? '', 'package.json'), 'utf8'))
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, dependencies })
  }
})

test.each([
  ['nothing', [], /^npx @portico\/remote new <id>/],
  ['an unknown command', ['remove'], /^npx @portico\/remote new <id>/],
  ['an inherited name', ['constructor'], /^npx @portico\/remote new <id>/],
  ['a wrong id', ['new', 'Pet names'], /^"Pet names" is not an id/],
  ['no remote here', ['build'], /is not a remote: it needs a package\.json/],
  ['an unknown option', ['build', '--fast'], /Unknown option '--fast'/],
])('%s is refused with one sentence', (_, args, said) => {
  const { status, stderr } = outside(...args)
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toMatch(said)
})

test('a folder that exists is not overwritten', () => {
  outside('new', 'petNames')
  expect(outside('new', 'petNames')).toMatchObject({ status: 1, stderr: 'petNames is there already.\n' })
})
