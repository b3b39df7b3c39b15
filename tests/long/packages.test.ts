import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { pack } from '../../scripts/pack.mjs'

/** What a team outside of this repository installs: the packed contracts and tools, with nothing from the workspace. */

jest.setTimeout(180_000)

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = { '@portico/contracts': 'shared-contracts', '@portico/remote': 'packages/remote' }

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'portico-packages-'))
  const modules = join(project, 'node_modules')
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    mkdirSync(modules, { recursive: true })
    if (name !== '@portico') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const file of pack(project)) {
    const to = join(modules, '@portico', file.includes('contracts') ? 'contracts' : 'remote')
    mkdirSync(to, { recursive: true })
    execFileSync('tar', ['xzf', join(project, file), '--strip-components=1', '-C', to])
  }
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const inPackage = (name: string, file = '') => join(project, 'node_modules', name, file)
const filesOf = (name: string) => readdirSync(inPackage(name), { recursive: true, encoding: 'utf8' })

/** Every specifier that the package offers, with patterns written out for its files. */
function specifiersOf(name: string): string[] {
  const exports: Record<string, string | { default: string }> = readJson(inPackage(name, 'package.json')).exports
  return Object.entries(exports).flatMap(([key, target]) => {
    const specifier = name + key.slice(1)
    if (!key.includes('*')) return [specifier]
    const file = (typeof target === 'string' ? target : target.default).slice('./'.length)
    const [before = '', after = ''] = file.split('*')
    return filesOf(name)
      .filter((path) => path.startsWith(before) && path.endsWith(after))
      .map((path) => specifier.replace('*', path.slice(before.length, -after.length)))
  })
}

test.each(Object.entries(FOLDERS))(
  '%s names only files that it has, and has a licence and no sources',
  (name, folder) => {
    const { exports, private: isPrivate, version } = readJson(inPackage(name, 'package.json'))
    expect([isPrivate, version]).toEqual([undefined, readJson(join(ROOT, folder, 'package.json')).version])
    const targets = Object.values(exports as Record<string, string | Record<string, string>>).flatMap((one) =>
      typeof one === 'string' ? [one] : Object.values(one),
    )
    const fixed = targets.filter((target) => !target.includes('*'))
    expect(fixed.length).toBeGreaterThan(1)
    expect(fixed.filter((target) => !existsSync(inPackage(name, target)))).toEqual([])
    expect(specifiersOf(name).length).toBeGreaterThan(10)
    const files = filesOf(name)
    expect(files).toContain('LICENSE')
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|node_modules/.test(file))).toEqual([])
  },
)

test('every module of the contracts can be bundled by anyone', async () => {
  const modules = specifiersOf('@portico/contracts').filter((one) => !/\/css$|\.json$/.test(one))
  const { errors, warnings } = await build({
    stdin: {
      contents: modules.map((one, i) => `export * as m${i} from '${one}'`).join('\n'),
      resolveDir: project,
    },
    bundle: true,
    write: false,
    outdir: project,
    format: 'esm',
    // The contracts' own copies, not the workspace's.
    preserveSymlinks: true,
    logLevel: 'silent',
  })
  expect([errors, warnings]).toEqual([[], []])
})

test('every module of the contracts has types, which a strict project reads without skipping any', () => {
  const modules = specifiersOf('@portico/contracts').filter((one) => !/\/css$|\.json$/.test(one))
  writeFileSync(
    join(project, 'uses.ts'),
    `${modules.map((one, i) => `import * as m${i} from '${one}'`).join('\n')}
import { defineRemote, type ViewName } from '@portico/contracts'
declare module '@portico/contracts' { interface ViewParams { MyView: { readonly at: number } } }
const mine: ViewName = 'MyView'
// @ts-expect-error there is no such view
const wrong: ViewName = 'NoView'
// @ts-expect-error an entry needs a label
defineRemote({ slots: { 'account.rows': [{ icon: 'wallet', view: mine, testId: 'x' }] } })
export default [${modules.map((_, i) => `m${i}`).join(', ')}, mine, wrong]
`,
  )
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const flags =
    '--ignoreConfig --noEmit --strict --target es2022 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler --jsx react-jsx --types jest,@portico/contracts/css --preserveSymlinks'
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(typescript, 'bin/tsc'), ...flags.split(' '), 'uses.ts'],
    {
      cwd: project,
      encoding: 'utf8',
    },
  )
  expect([stdout, status]).toEqual(['', 0])
})
