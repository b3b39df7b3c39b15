import {
  checkConsistency,
  cosignedAt,
  decodeEntry,
  encodeEntry,
  formatNote,
  isSame,
  LogError,
  parseCheckpoint,
  parseVerifierKey,
  readCheckpoint,
  readWholeLog,
  type SignedCheckpoint,
  type VerifierKey,
  verifyProof,
  type WholeLog,
} from '@portico/log'
import { fetchFile, integrityOf } from '../site/fetchFile.ts'
import { remotesOf, type Site } from '../site/readSite.ts'
import type { Report } from '../site/report.ts'
import { readerOf } from './readLog.ts'
import { readSeen, writeSeen } from './state.ts'

/** What a verifier brings along. */
export interface LogOptions {
  /** The text of the log's public key; without it, the one in the index is used. */
  readonly logKey?: string
  /** The texts of the public keys of witnesses that must have cosigned. */
  readonly witnesses: readonly string[]
  /** The file with what was seen before. */
  readonly state?: string
}

const PROOF = 'release-index.proof'
const NAME = 'log/checkpoint'

/** A release in the log. */
export interface LoggedRelease {
  /** `shell`, or the remote's id. */
  readonly id: string
  readonly version: string
  readonly integrity: string
  readonly commit?: string
}

/**
 * Checks the log of a site: signatures, tree, what was seen before, and that everything live is in it.
 * @returns the live releases with their entries
 */
export async function checkLog(site: Site, options: LogOptions, report: Report): Promise<LoggedRelease[]> {
  const text = options.logKey ?? site.log?.key
  if (!text) {
    report.fail(NAME, 'log.unlogged: the index names no log')
    return []
  }
  const opened = await report.check(NAME, async () => {
    const key = parseVerifierKey(text)
    if (options.logKey && options.logKey !== site.log?.key) {
      throw new LogError('log.keyInvalid', `The index names ${site.log?.key ?? 'none'} instead.`)
    }
    const read = readerOf(`${site.host}log/`)
    const checkpoint = await readCheckpoint(read, key)
    await checkWitnesses(checkpoint, options.witnesses)
    const whole = await readWholeLog(read, checkpoint)
    await rememberCheckpoint(site, options.state, text, checkpoint)
    const witnesses = options.witnesses.length ? `, cosigned by ${options.witnesses.length}` : ''
    report.ok(NAME, `${checkpoint.origin}, ${checkpoint.size} entries${witnesses}`)
    return { key, checkpoint, whole }
  })
  if (!opened) return []
  await checkIndexProof(site, opened.key, opened.checkpoint, opened.whole, report)
  await report.check('log/', async () => checkLoader(site, opened.whole, report))
  return (await report.check('log/', async () => checkReleases(site, opened.whole, report))) ?? []
}

async function checkWitnesses({ note }: SignedCheckpoint, witnesses: readonly string[]): Promise<void> {
  for (const witness of witnesses) {
    const key = parseVerifierKey(witness)
    if ((await cosignedAt(note, key)) === undefined) throw new LogError('log.cosignature', `It is ${key.name}.`)
  }
}

/** @throws LogError if the log is not the one that was seen before */
async function rememberCheckpoint(site: Site, file: string | undefined, key: string, now: SignedCheckpoint) {
  if (!file) return
  const seen = readSeen(file, site.host)
  if (seen && seen.key !== key) {
    throw new LogError('log.keyInvalid', `The log of this site had the key ${seen.key} and now has ${key}.`)
  }
  if (seen) await checkConsistency(readerOf(`${site.host}log/`), parseCheckpoint(seen.checkpoint), now)
  writeSeen(file, site.host, seen, { key, checkpoint: formatNote(now.note) })
}

/** That the served index is in the log, and that its proof is of this log and no other. */
async function checkIndexProof(site: Site, key: VerifierKey, now: SignedCheckpoint, whole: WholeLog, report: Report) {
  const { index, served } = site
  if (!index || !served) return
  await report.check(PROOF, async () => {
    const proof = (await fetchFile(site.host + PROOF)).toString()
    const entry = encodeEntry({ type: 'index', serial: index.serial, sha384: integrityOf(served) })
    const { size, root } = await verifyProof(proof, entry, key).catch((error) => {
      const isOther = error instanceof LogError && error.code === 'log.unlogged'
      throw isOther ? new LogError('log.unlogged', 'The proof is not for release-index.txt as it is served.') : error
    })
    if (size > now.size) throw new LogError('log.older', `The proof is for ${size} entries, the log has ${now.size}.`)
    if (!isSame(whole.rootAt(size), root)) throw new LogError('log.splitView', 'The proof is of another tree.')
    report.ok(PROOF, `the index is in the log, among ${size}`)
  })
}

/** Every live release by the form that `releasesIn` gives the log's. */
const liveReleases = (site: Site): LoggedRelease[] => [
  ...(site.index?.shells ?? [])
    .filter(({ revoked }) => !revoked)
    .map(({ version, integrity }) => ({ id: 'shell', version, integrity })),
  ...remotesOf(site).flatMap(([id, { versions }]) =>
    Object.entries(versions).map(([version, { integrity }]) => ({ id, version, integrity })),
  ),
]

/** The releases in a log. Entries of other kinds are read past. */
function releasesIn({ entries }: Pick<WholeLog, 'entries'>): LoggedRelease[] {
  return entries.flatMap((bytes) => {
    const entry = decodeEntry(bytes)
    if (entry.type !== 'release' && entry.type !== 'shell') return []
    const { version, integrity, commit } = entry as Omit<LoggedRelease, 'id'>
    const id = 'id' in entry ? String(entry.id) : 'shell'
    return [{ id, version, integrity, ...(commit && { commit }) }]
  })
}

/** That the loader is one of those in the log. A log may name none, if it was not signed next to the loader. */
function checkLoader(site: Site, { entries }: WholeLog, report: Report): void {
  const logged = entries.map((bytes) => decodeEntry(bytes)).filter(({ type }) => type === 'loader')
  for (const { file, integrity } of site.loader?.files ?? []) {
    const name = `log: ${file}`
    if (!logged.length) report.ok(name, 'the log names no loader')
    else if (logged.some((entry) => 'file' in entry && entry.file === file && entry.integrity === integrity))
      report.ok(name)
    else report.fail(name, `log.unlogged: the log has no entry for ${integrity}`)
  }
}

function checkReleases(site: Site, whole: WholeLog, report: Report): LoggedRelease[] {
  const logged = releasesIn(whole)
  return liveReleases(site).flatMap((live) => {
    const same = logged.filter(({ id, version }) => id === live.id && version === live.version)
    const name = `log: ${live.id} ${live.version}`
    const found = same.find(({ integrity }) => integrity === live.integrity)
    const other = same.find(({ integrity }) => integrity !== live.integrity)
    if (!found) {
      const instead = other ? ` The log has ${other.integrity}.` : ''
      report.fail(name, `log.unlogged: the log has no entry for ${live.integrity}.${instead}`)
      return []
    }
    if (other) report.fail(name, `the log also has ${other.integrity}, but a version never changes`)
    else report.ok(name, found.commit && `commit ${found.commit}`)
    return [found]
  })
}
