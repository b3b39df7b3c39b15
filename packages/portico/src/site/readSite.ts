import { type LaterReleases as Later, LaterReleases, SignedLog } from '@portico/contracts/services/laterReleases'
import { ReleaseIndex, type ReleaseRole } from '@portico/contracts/services/releaseIndex'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import { datedBy } from '@portico/host/datedBy'
import { safeParse } from 'valibot'
import { fetchFile, integrityOf } from './fetchFile.ts'
import { readAs } from './readAs.ts'
import { readTeams } from './readTeams.ts'
import { type Report, reasonOf } from './report.ts'

/** What a site serves at its root, downloaded and verified. */
export interface Site {
  /** The host, with a slash at the end. */
  readonly host: string
  readonly loader?: Loader
  readonly index?: ReleaseIndex
  /** The index as it was served. */
  readonly served?: Buffer
  readonly later?: Later
  /** The remotes whose teams sign their own releases. */
  readonly teams?: Later['remotes']
  readonly log?: SignedLog
}

/** The loader and its second file, which names the public keys. */
export interface Loader {
  /** The texts of all its files, in which hashes of other files are. */
  readonly texts: readonly string[]
  /** The files that sites load. */
  readonly files: readonly { readonly file: string; readonly integrity: string }[]
  /** The version of the shell that the loader starts by itself. */
  readonly version: string
  readonly start: string
  /** The public keys, `algorithm:id:base64`, in the order of the build. */
  readonly keys: readonly string[]
  /** How many holders of those keys have to sign, if the loader trusts a role. */
  readonly threshold?: number
}

const INDEX = 'release-index.txt'
const START = /shell\/(\d+\.\d+\.\d+)\/start\.[0-9a-f]+\.js/
/** A list of keys with a threshold, as a build inserts it if there are roles. */
const THRESHOLD = /\[(?:"(?:ed25519|p256):[^"]+",?)+\],\s*"?threshold"?:\s*(\d+)/
const KEY = /\b(?:ed25519|p256):[^:"'`]+:[A-Za-z0-9+/]+=*/g

/** One file of the loader, and the file that it pins. */
async function readLoaderFile(host: string, file: string, report: Report) {
  const content = await report.check(file, () => fetchFile(host + file))
  if (!content) return undefined
  const text = content.toString()
  const [start, version = ''] = START.exec(text) ?? []
  if (!start) {
    report.fail(file, 'it names no second file')
    return undefined
  }
  return report.check(start, async () => {
    const second = await fetchFile(host + start).catch((error) => {
      throw new Error(`${reasonOf(error)}; ${file} names it`)
    })
    const pin = integrityOf(second, 'sha256')
    if (!text.includes(pin)) throw new Error(`its hash is ${pin}, but ${file} pins another one`)
    report.ok(file)
    return { file, integrity: integrityOf(content), text, start, version, startText: second.toString() }
  })
}

/** The loader, in both forms in which sites load it, and the file that both pin. */
async function readLoader(host: string, report: Report): Promise<Loader | undefined> {
  const read = [
    await readLoaderFile(host, 'portico.js', report),
    await readLoaderFile(host, 'portico.mjs', report),
  ].filter((one) => one !== undefined)
  const [first] = read
  if (!first) return undefined
  if (read.some(({ start }) => start !== first.start)) report.fail('portico.mjs', 'it names another second file')
  else report.ok(first.start)
  const [, threshold] = THRESHOLD.exec(first.startText) ?? []
  return {
    texts: [...read.map(({ text }) => text), first.startText],
    files: read.map(({ file, integrity }) => ({ file, integrity })),
    version: first.version,
    start: first.start,
    keys: [...new Set(first.startText.match(KEY) ?? [])],
    ...(threshold && { threshold: Number(threshold) }),
  }
}

/** @param trusted whose signatures count */
async function readIndex(host: string, trusted: ReleaseRole, report: Report) {
  return report.check(INDEX, async () => {
    const served = await fetchFile(host + INDEX)
    if (!trusted.keys.length) throw new Error('no public key is known that could have signed it')
    const document = await verifyIndex(served.toString(), trusted).catch(() => {
      throw new Error('it is not JSON')
    })
    if (!document) throw new Error('it is not signed by a known key')
    const index = readAs(ReleaseIndex, JSON.stringify(document))
    const { origin } = new URL(host)
    if (!index.audience.includes(origin)) throw new Error(`it is for ${index.audience.join(', ')}, not for ${origin}`)
    const dated = datedBy(index)
    if (dated) throw new Error(`${dated}: it is valid from ${index.issuedAt} until ${index.notAfter}`)
    report.ok(INDEX, `serial ${index.serial}, valid until ${index.notAfter}`)
    return { index, served }
  })
}

async function readLater(host: string, { later }: ReleaseIndex, report: Report) {
  if (!later) return undefined
  return report.check(later.file, async () => {
    const content = await fetchFile(new URL(later.file, host).href)
    if (integrityOf(content) !== later.integrity) throw new Error('its hash is not the one in the index')
    const read = readAs(LaterReleases, content)
    report.ok(later.file)
    return read
  })
}

/**
 * Reads loader, index and the file that the index pins.
 * @param url any address of the host
 * @param releaseKeys public keys that must have signed the index; empty: those in the loader
 */
export async function readSite(url: URL, releaseKeys: readonly string[], report: Report): Promise<Site> {
  const host = new URL('/', url).href
  const loader = await readLoader(host, report)
  if (loader && releaseKeys.length) {
    const foreign = loader.keys.filter((key) => !releaseKeys.includes(key))
    if (foreign.length) report.fail('release keys', `the loader also trusts ${foreign.join(', ')}`)
    else report.ok('release keys', 'the loader trusts no others')
  }
  const keys = releaseKeys.length ? [...releaseKeys] : [...(loader?.keys ?? [])]
  const read = await readIndex(host, { keys, threshold: loader?.threshold ?? 1 }, report)
  const later = read && (await readLater(host, read.index, report))
  const teams = read && (await readTeams(host, read.index, report))
  const log = later?.log === undefined ? undefined : safeParse(SignedLog, later.log)
  return {
    host,
    ...(loader && { loader }),
    ...read,
    ...(later && { later }),
    ...(teams && { teams }),
    ...(log?.success && { log: log.output }),
  }
}

/** Every live version of every remote, by id and version. */
export const remotesOf = ({ index, later, teams }: Site) =>
  Object.entries({ ...index?.remotes, ...later?.remotes, ...teams })
