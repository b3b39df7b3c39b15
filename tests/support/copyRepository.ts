import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['shared-contracts', 'host', 'remotes', 'packages', 'scripts', 'services/secureFrame']
const FILES = ['package.json', 'tsconfig.json', 'rspack.config.ts']
const OWN = '@portico'

export interface Copy {
  readonly root: string
  remove(): void
}

/**
 * What a build needs, in another folder: sources copied, dependencies linked, and our own packages found in the copy.
 * `depth` folders deeper than the temporary folder, so that no relative path is the same either.
 */
export function copyRepository(depth = 0): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'portico-copy-'))
  const root = join(folder, ...Array.from({ length: depth }, () => 'deeper'))
  mkdirSync(root, { recursive: true })
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  for (const name of SOURCES) cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: isSource })
  for (const name of FILES) cpSync(join(ROOT, name), join(root, name))

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
  ] as [string, string][]) {
    symlinkSync(join(root, path), join(modules, OWN, name))
    const nested = join(ROOT, path, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(root, path, 'node_modules'))
  }
  // Where the packages of the frame are that no other one has in the same version.
  symlinkSync(join(ROOT, 'services/node_modules'), join(root, 'services/node_modules'))
  return { root, remove: () => rmSync(folder, { recursive: true }) }
}
