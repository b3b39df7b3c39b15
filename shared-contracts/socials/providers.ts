import type { SocialProvider } from '../src/socialProviders.ts'
import { apple, discord, facebook, farcaster, github, google, type Logo, x } from './logos.ts'

export interface ProviderInfo {
  readonly id: SocialProvider
  /** A brand name, so it is the same in every language (views.md §6.3). */
  readonly name: string
  readonly logo: Logo
}

/** Exported on its own for Farcaster's view, which needs no other provider. */
export const FARCASTER: ProviderInfo = { id: 'farcaster', name: 'Farcaster', logo: farcaster }

/** All providers, in the order of `DEFAULT_SOCIALS`. */
export const SOCIAL_PROVIDERS: readonly ProviderInfo[] = [
  { id: 'google', name: 'Google', logo: google },
  { id: 'x', name: 'X', logo: x },
  { id: 'discord', name: 'Discord', logo: discord },
  FARCASTER,
  { id: 'github', name: 'GitHub', logo: github },
  { id: 'apple', name: 'Apple', logo: apple },
  { id: 'facebook', name: 'Facebook', logo: facebook },
]

const byId = new Map<string, ProviderInfo>(SOCIAL_PROVIDERS.map((provider) => [provider.id, provider]))

/** Undefined for an unknown id, which a site's options may contain. */
export const findProvider = (id: string): ProviderInfo | undefined => byId.get(id)
