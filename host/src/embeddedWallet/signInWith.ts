import type { SocialProvider } from '@portico/contracts'

/** Whom somebody signs in with, and what shows who they are where that is not the frame's own knowledge. */
export interface With {
  readonly provider: 'email' | SocialProvider
  /** What the window of a provider came back with. */
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

/** What the connection is called among others. */
export const providerName = (provider: With['provider']): string =>
  Object.hasOwn(NAMES, provider) ? NAMES[provider] : provider

/** Whom a connection that is called so was signed in with; undefined where this release knows nobody of that name. */
export const providerNamed = (name: string | undefined): With['provider'] | undefined =>
  (Object.keys(NAMES) as With['provider'][]).find((provider) => NAMES[provider] === name)
