import type { KnownFeatureOptions } from '../knownFeatureOptions.ts'
import { DEFAULT_SOCIALS } from '../limits.ts'
import type { RemoteId } from '../remoteId.ts'
import type { FeatureId } from './projectConfig.ts'

/** How the project configuration and the site decide about a feature. */
export interface KnownFeature {
  /** The feature's entry in the project configuration (services.md §5.1). Without one, its switch decides. */
  readonly entry?: FeatureId
  /** The site's option, or null. */
  readonly option: keyof KnownFeatureOptions | null
  /** What applies if nothing else decides. A list means that the feature has providers, and names the usual ones. */
  readonly standard: boolean | readonly string[]
  /** The feature is on if the entry contains this name. The entry's other names are another feature's providers. */
  readonly listedAs?: string
  /** True if the entry's names are settings, for the remote to read. */
  readonly hasSettings?: true
  /** True if the remote is withheld in restricted time zones, also in releases that do not say so (rules.md §5). */
  readonly isRestricted?: true
  /** The remotes that are off while this one is on (rules.md §5). */
  readonly replaces?: readonly RemoteId[]
}

/**
 * The remotes that project configurations and sites know under names which the incumbent has set. It is the only list
 * of remotes outside of `remotes/`: every other remote is known from the signed index alone.
 */
export const KNOWN_REMOTES = {
  email: { entry: 'social_login', option: 'email', standard: true, listedAs: 'email' },
  socials: { entry: 'social_login', option: 'socials', standard: DEFAULT_SOCIALS },
  swaps: { entry: 'swap', option: 'swaps', standard: ['1inch'], isRestricted: true },
  onramp: { entry: 'onramp', option: 'onramp', standard: ['meld'], isRestricted: true },
  activity: { entry: 'activity', option: 'history', standard: true },
  emailCapture: { entry: 'email_capture', option: null, standard: false, hasSettings: true },
  receive: { option: 'receive', standard: true },
  send: { option: 'send', standard: true },
  pay: { option: 'pay', standard: false, isRestricted: true, replaces: ['email', 'socials'] },
} as const satisfies Readonly<Record<RemoteId, KnownFeature>>

/** What a deployment needs before it can offer a remote: mail, sign-in providers, a service that sells or swaps, nodes. */
export type Need = 'mail' | 'providers' | 'sales' | 'conversion' | 'nodes'

/** The remotes that depend on the configuration of the services. Only the services read this. */
export const REMOTE_NEEDS: Readonly<Partial<Record<keyof typeof KNOWN_REMOTES, Need>>> = {
  email: 'mail',
  socials: 'providers',
  swaps: 'conversion',
  onramp: 'sales',
  activity: 'nodes',
}

/** rules.md §9: the order of the money actions. Other remotes follow. */
export const DEFAULT_WALLET_FEATURES_ORDER = ['onramp', 'swaps', 'receive', 'send'] as const

/** The configuration's features that are not remotes. */
const HOST_FEATURES = {
  reownBranding: { entry: 'reown_branding', option: 'reownBranding', standard: true },
  multiWallet: { entry: 'multi_wallet', option: null, standard: false },
} as const satisfies Readonly<Record<string, KnownFeature>>

/** All features that the configuration and the sites know by name. */
export const KNOWN_FEATURES = { ...KNOWN_REMOTES, ...HOST_FEATURES }

export type KnownRemoteId = keyof typeof KNOWN_REMOTES

export const KNOWN_IDS = Object.keys(KNOWN_REMOTES) as readonly KnownRemoteId[]

/** The table's row for a remote, if there is one. */
export const knownRemote = (id: RemoteId): KnownFeature | undefined =>
  Object.hasOwn(KNOWN_REMOTES, id) ? KNOWN_REMOTES[id as KnownRemoteId] : undefined
