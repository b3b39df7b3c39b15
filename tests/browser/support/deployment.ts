import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrityOfFile } from '../../../scripts/build/integrity.mjs'
import type { RemoteFiles } from '../../../shared-contracts/src/services/laterReleases.ts'
import { release, stack } from './stack.ts'

/** What lies on the origins of this stack, as files and as addresses; and how tests deploy more of it. */

export const INDEX_URL = `${stack.urls.host}/release-index.txt`

/** What the index pins: the features that nobody needs before the list of wallets is there. */
export function laterUrl(): string {
  const [, document = '{}'] = readFileSync(stack.indexFile, 'utf8').split('\n')
  return `${stack.urls.host}/${JSON.parse(document).later.file}`
}

/** Of a remote whose folder is not there nothing was built: tests that have to do with it are not run then. */
const newest = (folder: string): string =>
  (existsSync(folder) ? readdirSync(folder) : []).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ??
  ''

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** The versions that were built, before any test has deployed another. */
export const SHELL_VERSION: string = stack.dist ? newest(join(stack.dist, 'host/shell')) : ''
export const RECEIVE_VERSION: string = stack.dist ? newest(join(stack.dist, 'remotes/receive')) : ''

export const shellFolder = (version = SHELL_VERSION) => join(stack.dist, 'host/shell', version)
export const shellUrl = (file: string, version = SHELL_VERSION) => `${stack.urls.host}/shell/${version}/${file}`

/** The file of the shell with a role: `shell`, `features`, `chain:eip155`. */
export function shellFile(role: string): string {
  const { files } = readJson(join(shellFolder(), 'manifest.json')) as { files: { file: string; role: string }[] }
  return files.find((file) => file.role === role)?.file as string
}

export const receiveFolder = (version = RECEIVE_VERSION) => join(stack.dist, 'remotes/receive', version)
export const receiveUrl = (file: string, version = RECEIVE_VERSION) =>
  `${stack.urls.remotes.receive}/${version}/${file}`

export const receiveFiles = (version = RECEIVE_VERSION): RemoteFiles =>
  readJson(join(receiveFolder(version), 'static.json'))

/** Deploys Receive once more, unchanged but for its version and contract range. The index is not signed again. */
export function deployReceive(version: string, contract: string): void {
  cpSync(receiveFolder(), receiveFolder(version), { recursive: true })
  const file = join(receiveFolder(version), 'static.json')
  writeFileSync(file, JSON.stringify({ ...readJson(file), version, contract }))
}

/** Deploys the shell once more, with a statement of its own behind it. The index is not signed again. */
export function deployShell(version: string, statement: string): void {
  cpSync(shellFolder(), shellFolder(version), { recursive: true })
  writeFileSync(join(shellFolder(version), 'shell.js'), `${readFileSync(join(shellFolder(), 'shell.js'))};${statement}`)
}

/** Deploys a loader that was built with another shell, which has been deployed. Returns its address. */
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

/** Takes away whatever a test has deployed, and signs the index of what is left. */
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

/** Every deployed file but the index, with its hash. */
export function hashesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .filter((path) => !/\/release(-index\.txt|s-\w+\.json)$/.test(path))
      .sort()
      .map((path) => [path.slice(folder.length + 1), integrityOfFile(path)]),
  )
}
