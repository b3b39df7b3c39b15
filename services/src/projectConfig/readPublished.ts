import { createHash } from 'node:crypto'
import type { RemoteId } from '@portico/contracts'
import { LaterReleases } from '@portico/contracts/services/laterReleases'
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
 * @throws ServiceError `index.unavailable`
 */
export type ReadPublished = () => Promise<Published | undefined>

const INDEX_MAX_BYTES = 4_000_000
const ANSWER_TIMEOUT_MS = 5_000

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
export function createReadPublished(url: URL | undefined, log: Log): ReadPublished {
  async function read(from: URL): Promise<Published> {
    const text = (await fetchBytes(from)).toString('utf8')
    const index = parse(ReleaseIndex, JSON.parse(text.slice(text.indexOf('\n') + 1)))
    let remotes: InferOutput<typeof Remotes> = index.remotes
    if (index.later) {
      const bytes = await fetchBytes(new URL(index.later.file, from))
      if (integrityOf(bytes) !== index.later.integrity) throw new Error(`${index.later.file} has another hash`)
      remotes = { ...remotes, ...parse(LaterReleases, JSON.parse(bytes.toString('utf8'))).remotes }
    }
    const entries = Object.entries(remotes).map(([id, { versions, channels }]) => {
      const filled = Object.entries(channels).filter(([, listed]) => listed.length > 0)
      return [id, { versions: Object.keys(versions), channels: filled.map(([name]) => name) }] as const
    })
    return Object.fromEntries(entries)
  }

  return async () => {
    if (!url) return undefined
    try {
      return await read(url)
    } catch (error) {
      log.warn('release index unreadable', { url: url.href, error: String(error) })
      throw new ServiceError('index.unavailable')
    }
  }
}
