import { isRemoteId, type RemoteId } from '@portico/contracts'
import type { Releases } from '@portico/contracts/services/operators'
import type { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { type Release, readRelease } from './readRelease.ts'

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
 * Reads something that the deployment has published; undefined if no index is configured.
 * @param how `lately`: an answer of the last seconds will do
 * @throws ServiceError `index.unavailable`
 */
type Read<Answer> = (how: 'now' | 'lately') => Promise<Answer | undefined>

/** What decisions are checked against. */
export type ReadPublished = Read<Published>

/** The whole index, for operators to look at. */
export type ReadReleases = Read<Releases>

const LATELY_MS = 10_000
const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Reads the release index that modals read.
 * @param url of the index; undefined if none is configured
 * @param trusted whose signatures are checked. Modals verify the index themselves
 */
export function createReadRelease(url: URL | undefined, log: Log, trusted?: ReleaseRole): Read<Release> {
  const readOnce = (from: URL): Promise<Release> =>
    readRelease(from, trusted).catch((error: unknown) => {
      log.warn('release index unreadable', { url: from.href, error: String(error) })
      throw new ServiceError('index.unavailable')
    })
  let latest: { readonly answer: Promise<Release>; readonly until: number } | undefined

  return async (how) => {
    if (!url) return undefined
    const isUsable = how === 'lately' && latest && latest.until > Date.now()
    if (!isUsable) latest = { answer: readOnce(url), until: Date.now() + LATELY_MS }
    return latest?.answer
  }
}

const remotesOf = ({ remotes }: Release) => Object.entries(remotes).filter(([id]) => isRemoteId(id))

export const readReleasesOf =
  (read: Read<Release>): ReadReleases =>
  async (how) => {
    const release = await read(how)
    if (!release) return undefined
    const { serial, issuedAt, notAfter, audience, shells } = release.index
    return {
      serial,
      issuedAt,
      notAfter,
      audience,
      keyIds: [...release.keyIds],
      shells: shells.map(({ version, revoked = false }) => ({ version, isRevoked: revoked })),
      remotes: remotesOf(release).map(([id, { versions, channels }]) => ({
        id,
        versions: Object.keys(versions),
        channels,
      })),
    }
  }

export const readPublishedOf =
  (read: Read<Release>): ReadPublished =>
  async (how) => {
    const release = await read(how)
    if (!release) return undefined
    return Object.fromEntries(
      remotesOf(release).map(([id, { versions, channels }]) => {
        const filled = Object.entries(channels).filter(([name, listed]) => CHANNEL.test(name) && listed.length)
        const isOnByDefault = versions[channels.stable?.[0] ?? '']?.static.isOnByDefault === true
        return [id, { versions: Object.keys(versions), channels: Object.fromEntries(filled), isOnByDefault }]
      }),
    )
  }
