import { CONTRACT_VERSION, ModalError, REMOTE_IDS, type RemoteId, satisfies } from '@portico/contracts'
import type { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { RemoteRelease, StaticHalf } from '@portico/contracts/services/releaseIndex'

/** The planned state of one remote. */
export type Choice =
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly version: string; readonly release: RemoteRelease }
  /** `name` is what the visitor calls the remote. */
  | { readonly kind: 'unavailable'; readonly error: ModalError; readonly name: string }
  /** The configuration requests something that the index does not contain. This counts as off, and is reported once. */
  | { readonly kind: 'unknown'; readonly what: string }

const STABLE = 'stable'

/** `bucket` is this browser's number from 0 to 99; a rollout of 5 covers the buckets 0 to 4. */
const isInRollout = (wanted: RemoteSwitch, bucket: number) => wanted.rollout === undefined || bucket < wanted.rollout

/** The configuration is not signed, and may name `constructor`, which every object has. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** Chooses a remote's version for this visitor: the pinned one, or the first of the channel that fits the contract. */
export function chooseVersion(
  id: RemoteId,
  remotes: LaterReleases['remotes'],
  wanted: RemoteSwitch = {},
  bucket = 0,
  contract = CONTRACT_VERSION,
): Choice {
  const remote = remotes[id]
  if (!remote) return { kind: 'unknown', what: id }
  const isIn = isInRollout(wanted, bucket)
  const channel = (isIn && wanted.channel) || STABLE
  const listed = isIn && wanted.version ? [wanted.version] : own(remote.channels, channel)
  if (!listed?.length) return { kind: 'unknown', what: `${id}#${channel}` }
  const known = listed.filter((version) => own(remote.versions, version))
  if (!known.length) return { kind: 'unknown', what: `${id}@${listed.join(',')}` }
  for (const version of known) {
    const release = remote.versions[version] as RemoteRelease
    if (satisfies(contract, release.contract)) return { kind: 'on', version, release }
  }
  const newest = remote.versions[known[0] as string] as RemoteRelease
  return {
    kind: 'unavailable',
    error: new ModalError('remote.contract', { details: { id, contract } }),
    name: nameOf(newest.static) ?? id,
  }
}

/** The title of the remote's first view. In English, because the texts of an unused version are not fetched. */
export function nameOf({ views, messages }: StaticHalf): string | undefined {
  const [view] = Object.values(views)
  return view && own(messages, view.title)
}

/** Plans the nine remotes according to project configuration and index. */
export function planRemotes(
  isWanted: (id: RemoteId) => boolean,
  remotes: LaterReleases['remotes'],
  switches: Readonly<Record<string, RemoteSwitch>>,
  bucket: number,
): Map<RemoteId, Choice> {
  return new Map(
    REMOTE_IDS.map((id) => [
      id,
      isWanted(id) ? chooseVersion(id, remotes, switches[id], bucket) : ({ kind: 'off' } as const),
    ]),
  )
}
