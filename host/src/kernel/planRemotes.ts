import { CONTRACT_VERSION, isRemoteId, ModalError, type RemoteId, satisfies } from '@portico/contracts'
import { knownRemote } from '@portico/contracts/services/knownRemotes'
import type { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { RemoteRelease, StaticHalf } from '@portico/contracts/services/releaseIndex'

/** The planned state of one remote. */
export type Choice =
  | { readonly kind: 'off' }
  /** `isFallback`: the version replaces one that fails in this browser, even while that one is shown. */
  | { readonly kind: 'on'; readonly version: string; readonly release: RemoteRelease; readonly isFallback?: true }
  /** `name` is what the visitor calls the remote. */
  | { readonly kind: 'unavailable'; readonly error: ModalError; readonly name: string }
  /** The configuration requests something that the index does not contain. This counts as off, and is reported once. */
  | { readonly kind: 'unknown'; readonly what: string }

const STABLE = 'stable'

/** Whether the remote is withheld in restricted time zones. */
export const isRestricted = (id: RemoteId, choice: Choice): boolean =>
  choice.kind === 'on' && (choice.release.static.isRestricted === true || knownRemote(id)?.isRestricted === true)

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
  const remote = own(remotes, id)
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

/** Whether a remote's preferred stable version is on without a decision. */
const isOnByDefault = (remote: LaterReleases['remotes'][string] | undefined): boolean =>
  remote !== undefined && own(remote.versions, own(remote.channels, STABLE)?.[0] ?? '')?.static.isOnByDefault === true

/** What configuration, site and browser contribute to a plan. */
interface Situation {
  /** Ids that configuration or site name. Those that break the rule for ids are left out. */
  readonly named: readonly RemoteId[]
  readonly isWanted: (id: RemoteId, isOnByDefault: boolean) => boolean
  readonly switches: Readonly<Record<string, RemoteSwitch>>
  /** This browser's number from 0 to 99. */
  readonly bucket: number
}

/** Plans every remote of the index, and every other one that configuration or site name. */
export function planRemotes(
  { named, isWanted, switches, bucket }: Situation,
  remotes: LaterReleases['remotes'],
): Map<RemoteId, Choice> {
  const ids = new Set([...named, ...Object.keys(remotes)])
  return new Map(
    [...ids].filter(isRemoteId).map((id) => {
      const isOn = isWanted(id, isOnByDefault(own(remotes, id)))
      return [id, isOn ? chooseVersion(id, remotes, own(switches, id), bucket) : ({ kind: 'off' } as const)]
    }),
  )
}
