import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS } from '@portico/contracts/services/knownRemotes'
import { closest, distance } from 'fastest-levenshtein'
import { ServiceError } from '../http/errors.ts'
import type { Published } from '../releases/readPublished.ts'
import type { Project } from './project.ts'

/*
 * An operator's typing error must not take a feature from every visitor. So remotes, versions, channels and time zones
 * have to exist, unless the operator insists (`force`), for what is to be published later.
 */

/** The part of its letters in which a name may differ from the one that was probably meant. */
const SIMILAR = 1 / 3

/**
 * The end of an error message: the name that was probably meant, or else all names.
 * @param kind what the names are of, in the plural
 */
function hint(given: string, names: readonly string[], kind: string): string {
  const nearest = names.length ? closest(given, [...names]) : ''
  const isNear = nearest && distance(given.toLowerCase(), nearest.toLowerCase()) <= given.length * SIMILAR
  if (isNear) return `; did you mean "${nearest}"?`
  return names.length ? `; the ${kind} are ${names.join(', ')}` : ''
}

/** The remotes that a decision about this project may name. */
const namesOf = (project: Project, published: Published = {}) => [
  ...new Set([...KNOWN_IDS, ...Object.keys(project.remotes), ...Object.keys(published)]),
]

/** Whether the remote is known without the release index. */
export const isKnown = (project: Project, id: RemoteId): boolean => namesOf(project).includes(id)

/** @throws ServiceError `remote.unknown` if neither configuration nor release index knows the remote */
export function refuseUnknownRemote(project: Project, id: RemoteId, published: Published | undefined): void {
  const names = namesOf(project, published)
  if (names.includes(id)) return
  throw new ServiceError('remote.unknown', { remoteId: id, hint: hint(id, names, 'remotes') })
}

/**
 * @throws ServiceError `version.unknown`, `channel.unknown`, or `remote.unpublished` if the release index does not list
 *   the remote
 */
export function refuseUnknownRelease(
  id: RemoteId,
  { version, channel }: { readonly version?: string | null | undefined; readonly channel?: string | null | undefined },
  published: Published | undefined,
): void {
  if (!published) return
  const remote = Object.hasOwn(published, id) ? published[id] : undefined
  if (!remote) throw new ServiceError('remote.unpublished', { remoteId: id })
  if (version && !remote.versions.includes(version)) {
    throw new ServiceError('version.unknown', {
      remoteId: id,
      version,
      hint: hint(version, remote.versions, 'versions'),
    })
  }
  const channels = Object.keys(remote.channels)
  if (channel && !channels.includes(channel)) {
    throw new ServiceError('channel.unknown', {
      remoteId: id,
      channel,
      hint: hint(channel, channels, 'channels'),
    })
  }
}

/** Whether browsers know this time zone, under its present name or an older one. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** @throws ServiceError `zone.unknown` */
export function refuseUnknownZones(zones: readonly string[]): void {
  const unknown = zones.find((zone) => !isTimeZone(zone))
  if (unknown === undefined) return
  const nearest = closest(unknown, Intl.supportedValuesOf('timeZone'))
  throw new ServiceError('zone.unknown', { zone: unknown, hint: `; did you mean "${nearest}"?` })
}
