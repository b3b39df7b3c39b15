import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isVersion } from '@portico/remote/remoteId'
import {
  channelsAmong,
  isBuilt,
  LOADER_PROTOCOL,
  logServed,
  pagesIn,
  readIndex,
  releaseOf,
  serialAfter,
  validity,
  writeIndex,
} from './releaseIndex.mjs'
import { readReleaseKeys } from './releaseKeys.mjs'
import { lastRoot, rootsOf, teamsOf } from './signedText.mjs'
import { writeTeamReleases } from './teamReleases.mjs'

/**
 * @typedef {import('./releaseIndex.mjs').Index} Index
 * @typedef {import('./releaseIndex.mjs').RemoteEntry} RemoteEntry
 */

export const STABLE = 'stable'

/** The hash for a withdrawn shell that no longer exists; no file has it. */
const NO_FILE = `sha384-${'A'.repeat(64)}`

/**
 * @param {Index} index @param {string} id @returns {RemoteEntry}
 * @throws Error if the index does not know the remote
 */
export function remoteOf(index, id) {
  const remote = index.remotes[id]
  if (!remote) throw new Error(`The index has no remote "${id}": publish it first.`)
  return remote
}

/**
 * Makes a version a channel's preferred version.
 * @param {RemoteEntry} remote @param {string} version @param {string} channel
 */
export function promote(remote, version, channel) {
  if (!remote.versions[version]) {
    throw new Error(`Version ${version} is not live; there are ${Object.keys(remote.versions).join(', ')}.`)
  }
  const others = (remote.channels[channel] ?? []).filter((other) => other !== version)
  remote.channels[channel] = [version, ...others]
}

/**
 * Removes the preferred version from a channel, so that the next version takes its place.
 * @param {RemoteEntry} remote @param {string} channel
 */
export function rollBack(remote, channel) {
  const [current, previous, ...rest] = remote.channels[channel] ?? []
  if (!current || !previous) throw new Error(`The channel "${channel}" has no version to go back to.`)
  remote.channels[channel] = [previous, ...rest]
}

/**
 * Makes a built version live and preferred in `stable`.
 * @param {Index} index @param {string} id @param {string} version
 * @param {string} dist where its folder is
 */
export function publish(index, id, version, dist) {
  const remote = index.remotes[id] ?? { channels: {}, versions: {} }
  index.remotes[id] = remote
  // The version is served next to the remote's other versions.
  const url = Object.values(remote.versions)[0]?.url.replace(/[^/]+\/$/, `${version}/`)
  remote.versions[version] = releaseOf(dist, id, version, url)
  promote(remote, version, STABLE)
}

/**
 * Browsers and proxies cache the files of a version forever, and a live version's files are pinned.
 * @param {Index} index @param {string} id @param {string} version
 * @param {string} integrity of the new build
 * @throws Error if the version is live with different files
 */
export function refuseChange(index, id, version, integrity) {
  const live = index.remotes[id]?.versions[version]
  if (!live || live.integrity === integrity) return
  throw new Error(`${id} ${version} is live with other files, and a version never changes: give it a new version.`)
}

/**
 * Removes from the index what is no longer in `dist`. Withdrawn shells stay, and so does a page of the secure site if
 * `dist` has none of its listed versions.
 * @param {Index} index @param {string} dist
 * @returns {string[]} what was removed
 */
export function dropMissing(index, dist) {
  /** @type {string[]} */
  const gone = []
  const isThere = (/** @type {Index['shells'][number]} */ { version, revoked }) => {
    if (revoked || existsSync(join(dist, 'host/shell', version, 'shell.js'))) return true
    gone.push(`shell ${version}`)
    return false
  }
  index.shells = index.shells.filter(isThere)
  for (const [id, remote] of Object.entries(index.remotes)) {
    for (const version of Object.keys(remote.versions)) {
      if (isBuilt(dist, id, version)) continue
      delete remote.versions[version]
      gone.push(`${id} ${version}`)
    }
    remote.channels = channelsAmong(remote.channels, Object.keys(remote.versions))
  }
  const pages = pagesIn(dist)
  for (const [page, hashes] of Object.entries(index.secureSite?.pages ?? {})) {
    const left = hashes.filter((hash) => hash === pages[page])
    if (!left.length || left.length === hashes.length) continue
    Object.assign(index.secureSite?.pages ?? {}, { [page]: left })
    gone.push(`an older page ${page} of the secure site`)
  }
  return gone
}

/**
 * Withdraws a shell, so that no loader mounts it. The index need not list the shell.
 * @param {Index} index @param {string} version
 */
export function withdrawShell(index, version) {
  if (!isVersion(version)) throw new Error(`"${version}" is no version: it must be like 1.2.3.`)
  const known = index.shells.find((shell) => shell.version === version)
  if (known) known.revoked = true
  else {
    const url = `shell/${version}/shell.js`
    index.shells.push({ version, url, integrity: NO_FILE, protocol: LOADER_PROTOCOL, revoked: true })
  }
}

/** Undoes `withdrawShell`. @param {Index} index @param {string} version @throws Error if the shell is not withdrawn */
export function restoreShell(index, version) {
  const shell = index.shells.find((one) => one.version === version && one.revoked)
  if (!shell) throw new Error(`No shell ${version} is withdrawn.`)
  delete shell.revoked
  if (shell.integrity === NO_FILE) index.shells = index.shells.filter((one) => one !== shell)
}

/**
 * Lets windows run remotes from their developers' computers after consent, which is the default, or not.
 * @param {Index} index @param {boolean} isAllowed
 */
export function allowDevelopers(index, isAllowed) {
  if (isAllowed) delete index.developerOverride
  else index.developerOverride = false
}

/**
 * Keeps what the environment does not name, so that publishing a remote does not disable login.
 * @param {Index} index @param {import('./deployment.mjs').Deployment} deployment @returns {Index}
 */
function deployedAt({ origins: before, secureSite, ...index }, { audience, origins, connect }) {
  const all = { ...before, ...origins }
  return {
    ...index,
    audience,
    ...(Object.keys(all).length && { origins: all }),
    ...(connect ? { secureSite: { pages: secureSite?.pages ?? {}, connect } } : secureSite && { secureSite }),
  }
}

/**
 * Changes a signed index and signs it again, one serial higher.
 * @param {string} path @param {(index: Index) => void} change
 * @param {import('./deployment.mjs').Deployment} [deployment] replaces the index's own
 */
export function changeIndex(path, change, deployment) {
  const index = readIndex(path)
  const serial = serialAfter(index)
  /** @type {Index} */
  const before = JSON.parse(JSON.stringify(index))
  change(index)
  const teams = teamsOf(lastRoot(rootsOf(path)))
  const withoutTeams = (/** @type {Index} */ { remotes, ...rest }) => [
    rest,
    Object.entries(remotes).filter(([id]) => !teams.includes(id)),
  ]
  // A team signs its own remote without the holders of the role `shell`.
  if (!isDeepStrictEqual(before, index) && isDeepStrictEqual(withoutTeams(before), withoutTeams(index))) {
    writeTeamReleases(path, index, readReleaseKeys(index.audience), validity())
    logServed(path)
    return index
  }
  // Signing implies review, so the validity period starts again.
  const next = { ...(deployment ? deployedAt(index, deployment) : index), ...validity(), serial }
  writeIndex(path, next)
  return next
}
