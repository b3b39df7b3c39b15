import type { SocialProvider } from './socialProviders.ts'

/** The site's options for the features of `services/knownRemotes.ts` (public-api.md §4.1). */
export interface KnownFeatureOptions {
  readonly receive?: boolean
  readonly send?: boolean
  readonly pay?: boolean
  readonly email?: boolean
  readonly socials?: boolean | readonly SocialProvider[]
  readonly swaps?: boolean | readonly string[]
  readonly onramp?: boolean | readonly string[]
  /** The activity list, under an old name that sites use. */
  readonly history?: boolean
  readonly reownBranding?: boolean
}
