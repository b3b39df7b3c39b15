import type { SocialProvider } from '../src/socialProviders.ts'
import { apple, discord, facebook, farcaster, github, google, type Logo, x } from './logos.ts'

export interface ProviderInfo {
  readonly id: SocialProvider
  /** A brand, so it is the same in every language (views.md §6.3). */
  readonly name: string
  readonly logo: Logo
}

/** The provider with its own view, which needs no other. */
export const FARCASTER: ProviderInfo = { id: 'farcaster', name: 'Farcaster', logo: farcaster }

/** All of them, in the order of `DEFAULT_SOCIALS`. */
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

/** Undefined for an unknown name, which a site's options may hold. */
export const findProvider = (id: string): ProviderInfo | undefined => byId.get(id)
