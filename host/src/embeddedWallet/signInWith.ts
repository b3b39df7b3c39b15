import type { SocialProvider } from '@portico/contracts'

/** A sign-in provider, with the proof of the visitor's identity unless the frame already has this proof. */
export interface With {
  readonly provider: 'email' | SocialProvider
  /** The result of the provider's window. */
  readonly uri?: string | undefined
  readonly userName?: string
}

const NAMES: Readonly<Record<With['provider'], string>> = {
  email: 'Email',
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** The name by which the connection is listed. */
export const providerName = (provider: With['provider']): string =>
  Object.hasOwn(NAMES, provider) ? NAMES[provider] : provider

/** The provider behind a connection name; undefined if this release does not know it. */
export const providerNamed = (name: string | undefined): With['provider'] | undefined =>
  (Object.keys(NAMES) as With['provider'][]).find((provider) => NAMES[provider] === name)
