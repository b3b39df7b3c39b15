import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['shared-contracts', 'host', 'remotes', 'packages', 'scripts', 'services/secureFrame']
const FILES = ['package.json', 'tsconfig.json', 'rspack.config.ts']
/** Folders that are checked, in addition to those of a build. */
const CHECKED = ['services', 'tests', 'examples', 'apps', 'local', 'docs']
const CHECKED_FILES = ['jest.config.ts', 'biome.json', 'package-lock.json', 'README.md', 'CONTRIBUTING.md', 'LICENSE']
const OWN = '@portico'

export interface Copy {
  readonly root: string
  remove(): void
}

/**
 * Copies what a build needs into another folder: sources copied, dependencies linked, and our own packages resolved in
 * the copy. The copy is `depth` folders below the temporary folder, so that relative paths differ too. With `isWhole`,
 * it includes everything that type checks and architecture tests read.
 */
export function copyRepository(depth = 0, isWhole = false): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'portico-copy-'))
  const root = join(folder, ...Array.from({ length: depth }, () => 'deeper'))
  mkdirSync(root, { recursive: true })
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  for (const name of [...SOURCES, ...(isWhole ? CHECKED : [])])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: isSource })
  for (const name of [...FILES, ...(isWhole ? CHECKED_FILES : [])]) cpSync(join(ROOT, name), join(root, name))

  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, OWN), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== OWN && name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const [name, path] of [
    ['contracts', 'shared-contracts'],
    ['host', 'host'],
    ...readdirSync(join(root, 'remotes')).map((id) => [`remote-${id}`, `remotes/${id}`]),
    ...readdirSync(join(root, 'packages')).map((name) => [name, `packages/${name}`]),
    ['secure-frame', 'services/secureFrame'],
    ...(isWhole
      ? [
          ['services', 'services'],
          ['local', 'local'],
          ['tests', 'tests'],
          ...readdirSync(join(root, 'apps')).map((name) => [name, `apps/${name}`]),
          ...readdirSync(join(root, 'examples')).map((name) => [`example-${name}`, `examples/${name}`]),
        ]
      : []),
  ] as [string, string][]) {
    symlinkSync(join(root, path), join(modules, OWN, name))
    const nested = join(ROOT, path, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(root, path, 'node_modules'))
  }
  // The frame's packages in versions of its own.
  const services = join(root, 'services/node_modules')
  if (!existsSync(services)) symlinkSync(join(ROOT, 'services/node_modules'), services)
  return { root, remove: () => rmSync(folder, { recursive: true }) }
}
