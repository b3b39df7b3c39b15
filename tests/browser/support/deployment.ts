import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrityOfFile } from '@portico/remote/integrity'
import type { RemoteFiles } from '../../../shared-contracts/src/services/laterReleases.ts'
import { release, stack } from './stack.ts'

/** Files and URLs on the stack's origins, and helpers to deploy more. */

export const INDEX_URL = `${stack.urls.host}/release-index.txt`

/** URL of the features, which the index pins: the list of wallets does not need them. */
export function laterUrl(): string {
  const [, document = '{}'] = readFileSync(stack.indexFile, 'utf8').split('\n')
  return `${stack.urls.host}/${JSON.parse(document).later.file}`
}

/** The newest version in a folder; empty if there is no such folder, because its tests then do not run. */
const newest = (folder: string): string =>
  (existsSync(folder) ? readdirSync(folder) : []).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ??
  ''

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** The versions of the original build. */
export const SHELL_VERSION: string = stack.dist ? newest(join(stack.dist, 'host/shell')) : ''
export const RECEIVE_VERSION: string = stack.dist ? newest(join(stack.dist, 'remotes/receive')) : ''

export const shellFolder = (version = SHELL_VERSION) => join(stack.dist, 'host/shell', version)
export const shellUrl = (file: string, version = SHELL_VERSION) => `${stack.urls.host}/shell/${version}/${file}`

/** The shell's file with a role: `shell`, `features`, `chain:eip155`. */
export function shellFile(role: string): string {
  const { files } = readJson(join(shellFolder(), 'manifest.json')) as { files: { file: string; role: string }[] }
  return files.find((file) => file.role === role)?.file as string
}

export const receiveFolder = (version = RECEIVE_VERSION) => join(stack.dist, 'remotes/receive', version)
export const receiveUrl = (file: string, version = RECEIVE_VERSION) =>
  `${stack.urls.remotes.receive}/${version}/${file}`

export const receiveFiles = (version = RECEIVE_VERSION): RemoteFiles =>
  readJson(join(receiveFolder(version), 'static.json'))

/** Deploys a copy of Receive with another version and contract range. Does not sign the index again. */
export function deployReceive(version: string, contract: string): void {
  cpSync(receiveFolder(), receiveFolder(version), { recursive: true })
  const file = join(receiveFolder(version), 'static.json')
  writeFileSync(file, JSON.stringify({ ...readJson(file), version, contract }))
}

/** Deploys a copy of the shell with an additional statement at its end. Does not sign the index again. */
export function deployShell(version: string, statement: string): void {
  cpSync(shellFolder(), shellFolder(version), { recursive: true })
  writeFileSync(join(shellFolder(version), 'shell.js'), `${readFileSync(join(shellFolder(), 'shell.js'))};${statement}`)
}

/** Deploys a loader built with another shell, which is already deployed. @returns its URL */
export function deployLoader(version: string): string {
  const pin = {
    version,
    url: `shell/${version}/shell.js`,
    integrity: integrityOfFile(join(shellFolder(version), 'shell.js')),
  }
  const loader = readFileSync(join(stack.dist, 'host/portico.js'), 'utf8')
  const built = /\{version:"[\d.]+",url:"[^"]+",integrity:"[^"]+"\}/
  if (!built.test(loader)) throw new Error('The loader’s pin looks different now.')
  writeFileSync(join(stack.dist, `host/loader-${version}.js`), loader.replace(built, JSON.stringify(pin)))
  return `${stack.urls.host}/loader-${version}.js`
}

/** Removes everything that tests deployed, and signs the index of the rest. */
export function restoreDeployment(): void {
  for (const [folder, built] of [
    [join(stack.dist, 'host/shell'), SHELL_VERSION],
    [join(stack.dist, 'remotes/receive'), RECEIVE_VERSION],
  ] as const) {
    if (!existsSync(folder)) continue
    for (const version of readdirSync(folder)) if (version !== built) rmSync(join(folder, version), { recursive: true })
  }
  for (const file of readdirSync(join(stack.dist, 'host'))) {
    if (file.startsWith('loader-')) rmSync(join(stack.dist, 'host', file))
  }
  release()
}

/** All deployed files except the index and its log, with their hashes. */
export function hashesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .filter((path) => !/\/(release(-index\.(txt|proof)|s-\w+\.json)|log\/.*)$/.test(path))
      .sort()
      .map((path) => [path.slice(folder.length + 1), integrityOfFile(path)]),
  )
}
