import { readFileSync, writeFileSync } from 'node:fs'
import { validity } from './releaseIndex.mjs'
import { readReleaseKeys, signDocument } from './releaseKeys.mjs'

/**
 * @typedef {ReturnType<typeof import('./releaseIndex.mjs').createIndex>} Index
 * @typedef {{ channels: Record<string, string[]>, versions: Record<string, import('@portico/contracts/services/releaseIndex').RemoteRelease> }} RemoteEntry
 */

/** The document of a signed index. @param {string} path @returns {Index} */
export function readIndex(path) {
  const text = readFileSync(path, 'utf8')
  return JSON.parse(text.slice(text.indexOf('\n') + 1))
}

/** @param {Index} index @param {string} id @returns {RemoteEntry} @throws Error when the index does not know the remote */
export function remoteOf(index, id) {
  const remote = /** @type {Record<string, RemoteEntry>} */ (index.remotes)[id]
  if (!remote) throw new Error(`The index has no remote "${id}": publish it first.`)
  return remote
}

/** The version becomes the preferred one of a channel. @param {RemoteEntry} remote @param {string} version @param {string} channel */
export function promote(remote, version, channel) {
  if (!remote.versions[version]) {
    throw new Error(`Version ${version} is not live; there are ${Object.keys(remote.versions).join(', ')}.`)
  }
  const others = (remote.channels[channel] ?? []).filter((other) => other !== version)
  remote.channels[channel] = [version, ...others]
}

/** The preferred version of a channel leaves it; the one behind it takes its place. @param {RemoteEntry} remote @param {string} channel */
export function rollBack(remote, channel) {
  const [current, previous, ...rest] = remote.channels[channel] ?? []
  if (!current || !previous) throw new Error(`The channel "${channel}" has no version to go back to.`)
  remote.channels[channel] = [previous, ...rest]
}

/** Changes a signed index and signs it again, one serial higher. @param {string} path @param {(index: Index) => void} change @param {string} origin */
export function changeIndex(path, change, origin) {
  const index = readIndex(path)
  change(index)
  // Whoever signs looks at it: an index that is signed again is valid for as long as a new one.
  const next = { ...index, ...validity(), serial: Math.max(index.serial + 1, Math.floor(Date.now() / 1000)) }
  writeFileSync(path, signDocument(JSON.stringify(next), readReleaseKeys(origin)))
  return next
}
