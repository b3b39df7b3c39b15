import { CODES_PER_IP_MAX } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { MailOptions } from '../oneTimeCodes/environment.ts'
import { origin } from '../processEnvironment.ts'
import { parsed, type Values, variable, wholeNumber, withDefault } from '../variables.ts'
import { type FarcasterOptions, farcasterEnvironment, farcasterOptions } from './farcaster/environment.ts'
import { readSigningKey, type SigningKey } from './keys.ts'
import { STARTS_PER_MINUTE_MAX } from './limits.ts'
import { type SocialOptions, socialEnvironment, socialOptions } from './social/environment.ts'
import { type RedirectPages, redirectEnvironment } from './social/redirectPages.ts'

const KEY = 'must be a private key of P-256 as JSON Web Key, with kty, crv, x, y and d'

/** The environment variables of this service alone; other services share the variables for mail. */
export const loginEnvironment = {
  SECURE_SITE_ORIGIN: variable(
    origin('https://secure.example', 'the origin of the secure site,'),
    'the origin of the [secure site](#the-embedded-wallet), like `https://secure.example`: only its scripts may call, and providers return there',
    'required with `LOGIN_SIGNING_KEY`',
  ),
  LOGIN_SIGNING_KEY: variable(
    parsed<SigningKey>(readSigningKey, KEY),
    'a private key of P-256 as JSON Web Key; the share stores believe what it signs. Secret',
    'no embedded wallet, 503',
  ),
  LOGIN_STARTS_PER_CLIENT: withDefault(
    String(CODES_PER_IP_MAX),
    wholeNumber(1, 1_000_000),
    'codes, and as many visits to providers, that one client may start per hour. Further ones are answered with 429',
  ),
  LOGIN_STARTS_PER_MINUTE: withDefault(
    String(STARTS_PER_MINUTE_MAX),
    wholeNumber(1, 1_000_000),
    'the same for all clients together per minute, which limits what your mail server has to send. Further ones are answered with 429',
  ),
  ...socialEnvironment,
  ...redirectEnvironment,
  ...farcasterEnvironment,
}

export interface LoginOptions {
  /** The origin of the secure site. Only its scripts may call login, and providers return to it. */
  readonly secureSiteOrigin: string
  /** Signs assertions. The stores must get a new key before login uses it. A new key invalidates codes in transit. */
  readonly signingKey: SigningKey
  /** Codes and provider visits that one client may start per hour. */
  readonly startsPerClient?: number
  /** Codes and provider visits of all clients together per minute. */
  readonly startsPerMinute?: number
  /** Without it no codes are sent, and nobody can sign in by mail. */
  readonly mail?: MailOptions
  /** The configured providers. Without any, nobody can sign in with a provider. */
  readonly social?: SocialOptions
  /** Without it, no page gets a provider's answer in its address. */
  readonly redirectPages?: RedirectPages
  /** Without it, signing in with Farcaster is off. */
  readonly farcaster?: FarcasterOptions
}

/**
 * @returns undefined without a key: then there is no login
 * @throws Error with one sentence on a key without a secure site, or on an incomplete provider
 */
export function loginOptions(
  {
    SECURE_SITE_ORIGIN: secureSiteOrigin,
    LOGIN_SIGNING_KEY: signingKey,
    LOGIN_STARTS_PER_CLIENT: startsPerClient,
    LOGIN_STARTS_PER_MINUTE: startsPerMinute,
    SOCIAL_REDIRECT_PAGES: redirectPages,
    ...values
  }: Values<typeof loginEnvironment>,
  mail: MailOptions | undefined,
): LoginOptions | undefined {
  if (signingKey && !secureSiteOrigin)
    throw new Error('SECURE_SITE_ORIGIN must be set together with LOGIN_SIGNING_KEY.')
  const social = socialOptions(values)
  const farcaster = farcasterOptions(values)
  return signingKey && secureSiteOrigin
    ? {
        secureSiteOrigin,
        signingKey,
        startsPerClient,
        startsPerMinute,
        social,
        ...(redirectPages && { redirectPages }),
        ...(farcaster && { farcaster }),
        ...(mail && { mail }),
      }
    : undefined
}
