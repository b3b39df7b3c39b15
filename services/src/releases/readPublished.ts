import { isRemoteId, type RemoteId } from '@portico/contracts'
import type { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { readRelease } from './readRelease.ts'

/** The versions and channels that can be chosen for a remote. */
export interface PublishedRemote {
  readonly versions: readonly string[]
  /** The versions of each channel that has any, the preferred one first. */
  readonly channels: Readonly<Record<string, readonly string[]>>
  /** Whether the version that `stable` prefers is on where neither the configuration nor the site decides. */
  readonly isOnByDefault: boolean
}

export type Published = Readonly<Record<RemoteId, PublishedRemote>>

/**
 * Reads what the deployment has published; undefined if no index is configured.
 * @param how `lately`: an answer of the last seconds will do
 * @throws ServiceError `index.unavailable`
 */
export type ReadPublished = (how: 'now' | 'lately') => Promise<Published | undefined>

const LATELY_MS = 10_000
const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Reads the release index that modals read, which tells which decisions make sense.
 * @param url of the index; undefined if none is configured
 * @param trusted whose signatures are checked. Modals verify the index themselves
 */
export function createReadPublished(url: URL | undefined, log: Log, trusted?: ReleaseRole): ReadPublished {
  async function read(from: URL): Promise<Published> {
    const { remotes } = await readRelease(from, trusted)
    const entries = Object.entries(remotes).filter(([id]) => isRemoteId(id))
    return Object.fromEntries(
      entries.map(([id, { versions, channels }]) => {
        const filled = Object.entries(channels).filter(([name, listed]) => CHANNEL.test(name) && listed.length)
        const isOnByDefault = versions[channels.stable?.[0] ?? '']?.static.isOnByDefault === true
        return [id, { versions: Object.keys(versions), channels: Object.fromEntries(filled), isOnByDefault }]
      }),
    )
  }

  const readOnce = (from: URL): Promise<Published> =>
    read(from).catch((error: unknown) => {
      log.warn('release index unreadable', { url: from.href, error: String(error) })
      throw new ServiceError('index.unavailable')
    })
  let latest: { readonly answer: Promise<Published>; readonly until: number } | undefined

  return async (how) => {
    if (!url) return undefined
    const isUsable = how === 'lately' && latest && latest.until > Date.now()
    if (!isUsable) latest = { answer: readOnce(url), until: Date.now() + LATELY_MS }
    return latest?.answer
  }
}
