import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { wrongSlots } from '@portico/remote/checkSlots'
import { integrityOf, integrityOfFile } from '@portico/remote/integrity'
import { refuseBadId } from '@portico/remote/remoteId'
import { LOCAL } from './deployment.mjs'
import { holdersAmong, readReleaseKeys, signaturesOf } from './releaseKeys.mjs'
import { filesOfLog, openReleaseLog } from './releaseLog.mjs'
import { joinPairs, lastRoot, readPairs, rootsOf, teamsOf } from './signedText.mjs'
import { SWAP_ROUTERS } from './swapRouters.mjs'
import { readTeamReleases, teamFile, writeTeamReleases } from './teamReleases.mjs'

export const LOADER_PROTOCOL = 2
const VALID_DAYS = 90
const DAY_MS = 86_400_000

/**
 * @typedef {import('@portico/contracts/services/releaseIndex').ReleaseIndex} SignedIndex
 * @typedef {import('@portico/contracts/services/laterReleases').LaterReleases} DeferredReleases
 * @typedef {import('@portico/contracts/services/laterReleases').SignedSite} SignedSite
 * @typedef {Omit<SignedIndex, 'later'> & Omit<DeferredReleases, 'secureSite' | 'log'> & { secureSite?: SignedSite }} Index both files as one
 * @typedef {Index['remotes'][string]} RemoteEntry
 * @typedef {(id: string, version: string) => string} RemoteUrl URL of a version's files, with a trailing slash
 *
 * @typedef {object} IndexOptions
 * @property {string} dist
 * @property {RemoteUrl} [remoteUrl]
 * @property {number} [serial]
 * @property {Record<string, Record<string, string[]>>} [channels] by remote: replaces the default
 * @property {number} [validDays]
 * @property {import('@portico/contracts/services/swapRouters').SwapRouters} [swapRouters]
 * @property {Index | null} [previous] the index whose decisions are kept: channels, withdrawn shells, whether remotes of
 *   developers are forbidden, and pages of the secure site that other servers may still have
 * @property {import('./deployment.mjs').Deployment} [deployment] default: this machine
 */

/** The path of a build's index. @param {string} dist */
export const indexIn = (dist) => join(dist, 'host/release-index.txt')

/** Reads a signed index together with the file it pins and the releases of teams. @param {string} path @returns {Index} */
export function readIndex(path) {
  /** @type {SignedIndex} */
  const { later, ...index } = JSON.parse(readPairs(readFileSync(path, 'utf8')).at(-1)?.signed ?? '')
  /** @type {DeferredReleases & { secureSite?: SignedSite }} */
  const { remotes, log: _, ...more } = later ? readJson(join(dirname(path), later.file)) : { remotes: {} }
  return { ...index, remotes: { ...index.remotes, ...remotes, ...readTeamReleases(path) }, ...more }
}

/** An index that still lacks signatures, beside the one that is served. @param {string} path */
export const unfinished = (path) => path.replace(/(\.txt)?$/, '.next.txt')

/** Whether the remote has slots in the wallet list. @param {RemoteEntry} remote */
const isInConnect = ({ versions }) =>
  Object.values(versions).some((release) =>
    Object.keys(release.static.slots).some((slot) => slot.startsWith('connect.')),
  )

/**
 * Signs and writes an index. Everything that is not needed before the wallet list goes into a separate file. Its name
 * depends on its content, so that the file of an index in a browser's cache is not replaced. If further holders have to
 * sign, the index is written to the file `unfinished`, and what is served stays.
 * @param {string} path @param {Index} index
 * @returns {boolean} whether it is complete
 * @throws Error if the index references code on an origin that it does not name, two remotes have a view of the same
 *   name, or a key is not allowed for its audience
 */
export function writeIndex(path, { remotes, swapRouters, secureSite, ...rest }) {
  refuseUnnamed({ remotes, ...rest })
  refuseBadRemotes(remotes)
  refuseSharedViews(remotes)
  const roots = rootsOf(path)
  const root = lastRoot(roots)
  const pairs = readReleaseKeys(rest.audience)
  const keys = root ? holdersAmong(pairs, root.roles.shell) : pairs
  if (!keys.length) throw new Error('The role shell signs the index: name one of its keys in PORTICO_RELEASE_KEYS.')
  const { issuedAt, notAfter } = rest
  writeTeamReleases(path, { remotes, audience: rest.audience }, pairs, { issuedAt, notAfter })
  const log = openReleaseLog(rest.audience, dirname(path))
  const teams = teamsOf(root)
  const all = Object.entries(remotes).filter(([id]) => !teams.includes(id))
  const document = JSON.stringify({
    remotes: Object.fromEntries(all.filter(([, remote]) => !isInConnect(remote))),
    swapRouters,
    secureSite,
    log: log?.named,
  })
  const integrity = integrityOf(document)
  const file = `releases-${createHash('sha256').update(document).digest('hex').slice(0, 16)}.json`
  const signed = {
    ...rest,
    remotes: Object.fromEntries(all.filter(([, remote]) => isInConnect(remote))),
    later: { file, integrity },
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(join(dirname(path), file), document)
  const text = JSON.stringify(signed)
  const isComplete = keys.length >= (root?.roles.shell.threshold ?? 1)
  const pair = { signatures: signaturesOf(text, keys), signed: text }
  const served = joinPairs([...roots, pair])
  rmSync(unfinished(path), { force: true })
  if (isComplete) log?.add(served, { ...rest, remotes })
  writeFileSync(isComplete ? path : unfinished(path), served)
  return isComplete
}

/**
 * Logs what an index already serves, such as what a team has signed, or the last of several holders. @param {string} path
 */
export function logServed(path) {
  const index = readIndex(path)
  openReleaseLog(index.audience, dirname(path))?.add(readFileSync(path, 'utf8'), index)
}

/**
 * Refuses code on origins that the index does not name, because modals would reject it. @param {Omit<Index,
 * 'swapRouters' | 'secureSite'>} index
 */
function refuseUnnamed({ audience, origins, shells, remotes }) {
  const named = [...audience, ...(origins?.code ?? [])]
  const urls = [...shells, ...Object.values(remotes).flatMap(({ versions }) => Object.values(versions))]
  for (const { url } of urls) {
    if (URL.canParse(url) && !named.includes(new URL(url).origin)) {
      throw new Error(`${url} is on an origin that the index does not name.`)
    }
  }
}

/** @param {Index['remotes']} remotes @throws Error if shells could not use an id, or an entry of a slot */
function refuseBadRemotes(remotes) {
  for (const [id, { versions }] of Object.entries(remotes)) {
    refuseBadId(id)
    for (const [version, release] of Object.entries(versions)) {
      const wrong = wrongSlots(release.static.slots)
      if (wrong) throw new Error(`${id} ${version}: ${wrong}.`)
    }
  }
}

/** Refuses two remotes with a view of the same name: one could take the other's place. @param {Index['remotes']} remotes */
function refuseSharedViews(remotes) {
  /** @type {Map<string, string>} */
  const owners = new Map()
  for (const [id, { versions }] of Object.entries(remotes)) {
    for (const view of Object.values(versions).flatMap((release) => Object.keys(release.static.views))) {
      const owner = owners.get(view) ?? id
      if (owner !== id) throw new Error(`${id} has a view "${view}", but so has ${owner}: give it another name.`)
      owners.set(view, id)
    }
  }
}

const DEFERRED_FILE = /^releases-[0-9a-f]{16}\.json$/

/**
 * The index, the files that it or an earlier index pins, and its log.
 * @param {string} path
 * @returns {string[]} those that exist
 */
export const filesOfIndex = (path) =>
  existsSync(dirname(path))
    ? readdirSync(dirname(path))
        .filter((file) => [basename(path), basename(teamFile(path))].includes(file) || DEFERRED_FILE.test(file))
        .map((file) => join(dirname(path), file))
        .concat(filesOfLog(dirname(path)))
    : []

/** Reads the index if it exists. @param {string} path */
export const findIndex = (path) => (existsSync(path) ? readIndex(path) : undefined)

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))
/** Folders named after ids or versions, lowest version first. */
const folders = (/** @type {string} */ path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    : []

/** Whether a version's files exist. @param {string} dist @param {string} id @param {string} version */
export const isBuilt = (dist, id, version) => existsSync(join(dist, 'remotes', id, version, 'static.json'))

/** Serves everything from one origin, so that a new remote needs no change to a site's policy. @type {RemoteUrl} */
const sameOrigin = (id, version) => `remotes/${id}/${version}/`

/**
 * The index entry of a remote's version.
 * @param {string} dist @param {string} id @param {string} version @param {string} [url]
 * @returns {RemoteEntry['versions'][string]}
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

/** Keeps only existing versions. @param {RemoteEntry['channels']} channels @param {readonly string[]} versions */
export const channelsAmong = (channels, versions) =>
  Object.fromEntries(
    Object.entries(channels).map(([name, listed]) => [name, listed.filter((version) => versions.includes(version))]),
  )

/**
 * The newest version is `stable`, followed by older ones. With an earlier index, its channels are kept, and versions
 * that it did not know go first.
 * @param {string[]} versions oldest first
 * @param {RemoteEntry} [before]
 */
function channelsOf(versions, before) {
  const newestFirst = [...versions].reverse()
  if (!before) return { stable: newestFirst }
  const { stable = [], ...others } = channelsAmong(before.channels, versions)
  return { stable: [...newestFirst.filter((version) => !before.versions[version]), ...stable], ...others }
}

/**
 * Withdrawn shells stay withdrawn even without their folder, because sites have loaders built with them.
 * @param {Index['shells']} shells @param {Index['shells']} [before]
 */
function withWithdrawn(shells, before = []) {
  const withdrawn = new Map(before.filter(({ revoked }) => revoked).map((shell) => [shell.version, shell]))
  const marked = shells.map((shell) => (withdrawn.delete(shell.version) ? { ...shell, revoked: true } : shell))
  return [...marked, ...withdrawn.values()]
}

/**
 * The HTML hashes of the secure site's pages, keyed by path.
 * @param {string} dist @returns {Record<string, string>}
 */
export function pagesIn(dist) {
  const file = join(dist, 'secure-site/manifest.json')
  if (!existsSync(file)) return {}
  /** @type {Record<string, { integrity: string }>} */
  const manifest = readJson(file)
  return Object.fromEntries(Object.entries(manifest).map(([page, { integrity }]) => [`/${page}`, integrity]))
}

/**
 * Includes the previous build's pages, which modals may still get until every server has the new pages.
 * @param {string} dist @param {string[]} connect @param {SignedSite} [before] @returns {SignedSite}
 */
const siteOf = (dist, connect, before) => ({
  pages: Object.fromEntries(
    Object.entries(pagesIn(dist)).map(([page, hash]) => {
      const [old] = before?.pages[page]?.filter((one) => one !== hash) ?? []
      return [page, old ? [hash, old] : [hash]]
    }),
  ),
  connect,
})

/**
 * The unsigned index of `dist`: every shell, and every version of every remote.
 * @param {IndexOptions} options @returns {Index}
 */
export function createIndex({
  dist,
  remoteUrl = sameOrigin,
  serial,
  channels = {},
  validDays = VALID_DAYS,
  swapRouters = SWAP_ROUTERS,
  previous,
  deployment = LOCAL,
}) {
  const { audience, origins, connect } = deployment
  const shells = folders(join(dist, 'host/shell')).map((version) => ({
    version,
    url: `shell/${version}/shell.js`,
    integrity: integrityOfFile(join(dist, 'host/shell', version, 'shell.js')),
    protocol: LOADER_PROTOCOL,
  }))
  // A loader tries the shells in this order.
  shells.reverse()
  const remotes = folders(join(dist, 'remotes')).map((id) => {
    const built = folders(join(dist, 'remotes', id)).filter((version) => isBuilt(dist, id, version))
    const versions = built.map((version) => [version, releaseOf(dist, id, version, remoteUrl(id, version))])
    const inChannels = channels[id] ?? channelsOf(built, previous?.remotes[id])
    return [id, { channels: inChannels, versions: Object.fromEntries(versions) }]
  })
  return {
    format: 1,
    // Seconds since 1970 increase by themselves; to sign twice in a second, pass a serial.
    serial: serial ?? Math.floor(Date.now() / 1000),
    ...validity(validDays),
    audience,
    ...(origins && { origins }),
    shells: withWithdrawn(shells, previous?.shells),
    remotes: Object.fromEntries(remotes),
    swapRouters,
    ...(connect && { secureSite: siteOf(dist, connect, previous?.secureSite) }),
    ...(previous?.developerOverride === false && { developerOverride: false }),
  }
}

/** The validity period, starting now. @param {number} [days] */
export const validity = (days = VALID_DAYS) => ({
  issuedAt: new Date().toISOString(),
  notAfter: new Date(Date.now() + days * DAY_MS).toISOString(),
})

/** A serial above those of the given indices. @param {(Index | null | undefined)[]} indices */
export const serialAfter = (...indices) =>
  Math.max(...indices.map((index) => (index?.serial ?? 0) + 1), Math.floor(Date.now() / 1000))

/**
 * Signs and writes the index of `dist`. An existing index is the default for `previous`; `null` starts over.
 * @param {IndexOptions & { to?: string }} options
 */
export function writeReleaseIndex({ to, ...options }) {
  const path = to ?? indexIn(options.dist)
  const replaced = findIndex(path)
  const { previous = replaced, serial = serialAfter(replaced, previous) } = options
  const index = createIndex({ ...options, previous, serial })
  writeIndex(path, index)
  return index
}
