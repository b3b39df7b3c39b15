import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { integrityOfFile } from './integrity.mjs'
import { readReleaseKeys, signDocument } from './releaseKeys.mjs'

const LOADER_PROTOCOL = 1
const VALID_DAYS = 90
const DAY_MS = 86_400_000

/**
 * @typedef {(id: string, version: string) => string} RemoteUrl where a version's files are served, with a trailing slash
 * @typedef {{ dist: string, remoteUrl?: RemoteUrl, serial?: number, channels?: Record<string, Record<string, string[]>>, validDays?: number }} IndexOptions
 */

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))
const folders = (/** @type {string} */ path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    : []

/** Everything in one origin, so that a new remote changes no site's policy. @type {RemoteUrl} */
const sameOrigin = (id, version) => `remotes/${id}/${version}/`

/**
 * One version of a remote as the index has it.
 * @param {string} dist
 * @param {string} id
 * @param {string} version
 * @param {string} [url]
 * @returns {import('@portico/contracts/services/releaseIndex').RemoteRelease}
 */
export function releaseOf(dist, id, version, url = sameOrigin(id, version)) {
  const folder = join(dist, 'remotes', id, version)
  const { contract } = readJson(join(folder, 'static.json'))
  return {
    url,
    integrity: integrityOfFile(join(folder, 'static.json')),
    contract,
    static: readJson(join(folder, 'half.json')),
  }
}

/**
 * The unsigned index of what lies in `dist`: every shell, and every version of every remote. Without `channels` the
 * newest version of each remote is `stable`, older ones behind it.
 * @param {IndexOptions} options
 */
export function createIndex({ dist, remoteUrl = sameOrigin, serial, channels = {}, validDays = VALID_DAYS }) {
  const shells = folders(join(dist, 'host/shell')).map((version) => ({
    version,
    url: `shell/${version}/shell.js`,
    integrity: integrityOfFile(join(dist, 'host/shell', version, 'shell.js')),
    protocol: LOADER_PROTOCOL,
  }))
  const remotes = folders(join(dist, 'remotes')).map((id) => {
    const versions = folders(join(dist, 'remotes', id)).filter((version) =>
      existsSync(join(dist, 'remotes', id, version, 'static.json')),
    )
    return [
      id,
      {
        channels: channels[id] ?? { stable: [...versions].reverse() },
        versions: Object.fromEntries(
          versions.map((version) => [version, releaseOf(dist, id, version, remoteUrl(id, version))]),
        ),
      },
    ]
  })
  return {
    format: 1,
    // Seconds since 1970 rise by themselves; whoever signs twice in a second names a serial.
    serial: serial ?? Math.floor(Date.now() / 1000),
    ...validity(validDays),
    shells,
    remotes: Object.fromEntries(remotes),
  }
}

/** From now on, and until when an index is believed. @param {number} [days] */
export const validity = (days = VALID_DAYS) => ({
  issuedAt: new Date().toISOString(),
  notAfter: new Date(Date.now() + days * DAY_MS).toISOString(),
})

/** The serial of an index that is already there, so that the next one is higher. @param {string} path */
export function serialOf(path) {
  if (!existsSync(path)) return 0
  const text = readFileSync(path, 'utf8')
  return Number(JSON.parse(text.slice(text.indexOf('\n') + 1)).serial)
}

/**
 * Signs the index of `dist` and writes it.
 * @param {IndexOptions & { to?: string, origin?: string }} options
 */
export function writeReleaseIndex({ to, origin = 'http://localhost', ...options }) {
  const path = to ?? join(options.dist, 'host/release-index.txt')
  const serial = options.serial ?? Math.max(serialOf(path) + 1, Math.floor(Date.now() / 1000))
  const index = createIndex({ ...options, serial })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, signDocument(JSON.stringify(index), readReleaseKeys(origin)))
  return index
}
