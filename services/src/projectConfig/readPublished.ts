import { createHash } from 'node:crypto'
import { isRemoteId, type RemoteId } from '@portico/contracts'
import { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { Releases } from '@portico/contracts/services/operators'
import { ReleaseIndex, type Remotes } from '@portico/contracts/services/releaseIndex'
import { type InferOutput, parse } from 'valibot'
import { ServiceError } from '../http/errors.ts'
import { readBytes } from '../http/readBytes.ts'
import type { Log } from '../log.ts'

/** The versions and channels that can be chosen for a remote. */
export interface PublishedRemote {
  readonly versions: readonly string[]
  readonly channels: readonly string[]
}

export type Published = Readonly<Record<RemoteId, PublishedRemote>>

/**
 * Reads what the deployment has published; undefined if no index is configured.
 * @param how `lately`: an answer of the last seconds will do
 * @throws ServiceError `index.unavailable`
 */
export type ReadPublished = (how: 'now' | 'lately') => Promise<Published | undefined>

/** The whole index, for operators to look at. Throws as `ReadPublished` does. */
export type ReadReleases = (how: 'now' | 'lately') => Promise<Releases | undefined>

const INDEX_MAX_BYTES = 4_000_000
const ANSWER_TIMEOUT_MS = 3_000
const LATELY_MS = 10_000
const LATER_FILE = /^releases-[0-9a-f]{16}\.json$/
const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/

async function fetchBytes(url: URL): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`)
  return Buffer.from(await readBytes(response.body, INDEX_MAX_BYTES))
}

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Reads the release index that modals read. Signatures are not checked here: the index only tells which decisions make
 * sense, and modals verify it themselves.
 * @param url of the index; undefined if none is configured
 */
export function createReadReleases(url: URL | undefined, log: Log): ReadReleases {
  async function read(from: URL): Promise<Releases> {
    const text = (await fetchBytes(from)).toString('utf8')
    const firstLine = text.slice(0, text.indexOf('\n'))
    const index = parse(ReleaseIndex, JSON.parse(text.slice(firstLine.length + 1)))
    let remotes: InferOutput<typeof Remotes> = index.remotes
    if (index.later) {
      // The index is not verified here, so it must not choose what is requested.
      if (!LATER_FILE.test(index.later.file)) throw new Error('The second file has an unknown name')
      const bytes = await fetchBytes(new URL(index.later.file, from))
      if (integrityOf(bytes) !== index.later.integrity) throw new Error(`${index.later.file} has another hash`)
      remotes = { ...remotes, ...parse(LaterReleases, JSON.parse(bytes.toString('utf8'))).remotes }
    }
    const { serial, issuedAt, notAfter, audience, shells } = index
    return {
      serial,
      issuedAt,
      notAfter,
      audience,
      keyIds: firstLine.split(',').map((signature) => signature.split(':')[1] ?? ''),
      shells: shells.map(({ version, revoked = false }) => ({ version, isRevoked: revoked })),
      remotes: Object.entries(remotes)
        .filter(([id]) => isRemoteId(id))
        .map(([id, { versions, channels }]) => ({ id, versions: Object.keys(versions), channels })),
    }
  }

  const readOnce = (from: URL): Promise<Releases> =>
    read(from).catch((error: unknown) => {
      log.warn('release index unreadable', { url: from.href, error: String(error) })
      throw new ServiceError('index.unavailable')
    })
  let latest: { readonly answer: Promise<Releases>; readonly until: number } | undefined

  return async (how) => {
    if (!url) return undefined
    const isUsable = how === 'lately' && latest && latest.until > Date.now()
    if (!isUsable) latest = { answer: readOnce(url), until: Date.now() + LATELY_MS }
    return latest?.answer
  }
}

/** The part of the index that decisions are checked against. */
export const readPublishedOf =
  (readReleases: ReadReleases): ReadPublished =>
  async (how) => {
    const releases = await readReleases(how)
    return (
      releases &&
      Object.fromEntries(
        releases.remotes.map(({ id, versions, channels }) => {
          const filled = Object.keys(channels).filter((name) => CHANNEL.test(name) && channels[name]?.length)
          return [id, { versions, channels: filled }]
        }),
      )
    )
  }
