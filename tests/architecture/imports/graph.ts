import { posix } from 'node:path'
import { type Files, isCode } from '../files.ts'
import { readImports } from './readImports.ts'

export interface Edge {
  readonly from: string
  readonly to: string
  readonly specifier: string
  readonly isTypeOnly: boolean
}

export interface Graph {
  /** Imports of our own files. */
  readonly edges: readonly Edge[]
  /** Imports of third-party packages; `to` is the package's name. */
  readonly packages: readonly Edge[]
  /** Imports of our own files that cannot be resolved. */
  readonly lost: readonly Edge[]
  /** Files with an `import(…)` that cannot be followed. */
  readonly unreadable: readonly string[]
  /** How many files were read. */
  readonly size: number
}

/** The package that a file belongs to: the nearest folder with a `package.json`, else its first folder. */
export function packageOf(files: Files, path: string): string {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    if (files.has(`${folder}/package.json`)) return folder
  }
  return path.startsWith('apps/') || path.startsWith('remotes/')
    ? path.split('/').slice(0, 2).join('/')
    : (path.split('/')[0] ?? path)
}

interface Manifest {
  readonly name?: string
  readonly exports?: Readonly<Record<string, string>>
}

/** Our own packages, keyed by name. */
function manifests(files: Files): Map<string, { folder: string; exports: Readonly<Record<string, string>> }> {
  const found = new Map<string, { folder: string; exports: Readonly<Record<string, string>> }>()
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package.json') continue
    const { name, exports = {} }: Manifest = JSON.parse(text)
    if (name) found.set(name, { folder: posix.dirname(path), exports })
  }
  return found
}

const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Resolves `./services/swaps` by the row `./services/*` of a package's exports. */
function exported(exports: Readonly<Record<string, string>>, subpath: string): string | undefined {
  const exact = exports[subpath]
  if (exact) return exact
  // As in Node, the row with the longest beginning wins.
  const rows = Object.entries(exports).sort(([one], [other]) => other.indexOf('*') - one.indexOf('*'))
  for (const [pattern, target] of rows) {
    const [before, after] = pattern.split('*')
    if (after === undefined || before === undefined) continue
    if (subpath.startsWith(before) && subpath.endsWith(after)) {
      return target.replace('*', subpath.slice(before.length, subpath.length - after.length))
    }
  }
  return undefined
}

const CANDIDATES = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']
const existing = (files: Files, path: string) =>
  CANDIDATES.map((ending) => path + ending).find((candidate) => files.has(candidate))

export function readGraph(files: Files): Graph {
  const own = manifests(files)
  const graph = { edges: [] as Edge[], packages: [] as Edge[], lost: [] as Edge[], unreadable: [] as string[], size: 0 }

  for (const from of [...files.keys()].filter(isCode)) {
    const { imports, unreadable } = readImports(files, from)
    graph.size++
    if (unreadable > 0) graph.unreadable.push(from)
    for (const { specifier, isTypeOnly } of imports) {
      const edge = (to: string): Edge => ({ from, to, specifier, isTypeOnly })
      const name = nameOf(specifier)
      const target = own.get(name)
      if (!specifier.startsWith('.') && !target) {
        graph.packages.push(edge(name))
        continue
      }
      const path = target
        ? posix.join(target.folder, exported(target.exports, `.${specifier.slice(name.length)}`) ?? '<not exported>')
        : posix.join(posix.dirname(from), specifier)
      const to = existing(files, path)
      if (to) graph.edges.push(edge(to))
      else graph.lost.push(edge(path))
    }
  }
  return graph
}
