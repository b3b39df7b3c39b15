import { posix } from 'node:path'
import type { Files } from '../files.ts'
import { isAllowed } from './licences.ts'
import { forbidden, isExact } from './versions.ts'

interface Locked {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
}

/** The licence in an installed package's own manifest; lockfiles leave some out. */
export type InstalledLicence = (lockfile: string, entry: string) => string | undefined

/** Violations of the version and licence rules in every lockfile. */
export function lockedProblems(files: Files, installedLicence: InstalledLicence): string[] {
  const problems: string[] = []
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package-lock.json') continue
    const { packages = {} }: { packages?: Readonly<Record<string, Locked>> } = JSON.parse(text)
    for (const [entry, locked] of Object.entries(packages)) {
      // The repository's own folders and the links to them.
      if (locked.link || !entry.includes('node_modules/')) continue
      const name = locked.name ?? entry.split('node_modules/').at(-1) ?? entry
      const version = locked.version ?? ''
      const reason = forbidden(name, version)
      if (reason) problems.push(`${path}: ${name} ${version}: ${reason}`)
      const licence = locked.license ?? installedLicence(path, entry)
      if (!isAllowed(name, licence)) problems.push(`${path}: ${name} ${version}: licence ${licence ?? 'unknown'}`)
    }
  }
  return problems
}

/** Dependencies requested by a range. Only `peerDependencies` may be ranges. */
export function inexactVersions(files: Files): string[] {
  const problems: string[] = []
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package.json') continue
    const manifest: Readonly<Record<string, unknown>> = JSON.parse(text)
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']) {
      for (const [name, version] of versionsIn(manifest[field])) {
        if (!isExact(version)) problems.push(`${path}: ${field}.${name} is ${version}`)
      }
    }
  }
  return problems
}

/**
 * Packages of this repository that are required in a version which they do not have: npm would look for them in the
 * registry.
 */
export function staleOwnVersions(files: Files): string[] {
  const manifests = [...files].flatMap(([path, text]) =>
    posix.basename(path) === 'package.json'
      ? [[path, JSON.parse(text) as Readonly<Record<string, unknown>>] as const]
      : [],
  )
  const own = new Map(manifests.map(([, { name, version }]) => [name, version]))
  return manifests.flatMap(([path, manifest]) =>
    ['dependencies', 'devDependencies'].flatMap((field) =>
      versionsIn(manifest[field]).flatMap(([name, version]) =>
        own.has(name) && own.get(name) !== version ? [`${path}: ${name} ${version} is ${own.get(name)}`] : [],
      ),
    ),
  )
}

/** What a remote in a repository of its own requires until it is in the registry: a file that `scripts/pack.mjs` writes. */
const PACKED = /^file:packages\/portico-[a-z]+-(\d+\.\d+\.\d+)\.tgz$/

/** `overrides` may be nested: `{ a: { '.': '1.0.0', b: '2.0.0' } }`. */
function versionsIn(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, version]): [string, string][] =>
    typeof version === 'string' ? [[name, PACKED.exec(version)?.[1] ?? version]] : versionsIn(version),
  )
}
