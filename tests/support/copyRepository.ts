import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['shared-contracts', 'host', 'remotes', 'packages', 'scripts', 'services/secureFrame']
const FILES = ['package.json', 'tsconfig.json', 'rspack.config.ts']
/** What else is checked, beside what a build needs. */
const CHECKED = ['services', 'tests', 'examples', 'apps', 'docs']
const CHECKED_FILES = ['jest.config.ts', 'biome.json', 'package-lock.json', 'README.md', 'CONTRIBUTING.md', 'LICENSE']
const OWN = '@portico'

export interface Copy {
  readonly root: string
  remove(): void
}

/**
 * What a build needs, in another folder: sources copied, dependencies linked, and our own packages found in the copy.
 * `depth` folders deeper than the temporary folder, so that no relative path is the same either. `isWhole`: with all that types and
 * architecture tests read, too.
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
  // Where the packages of the frame are that no other one has in the same version.
  const services = join(root, 'services/node_modules')
  if (!existsSync(services)) symlinkSync(join(ROOT, 'services/node_modules'), services)
  return { root, remove: () => rmSync(folder, { recursive: true }) }
}
