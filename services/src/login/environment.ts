import { CODES_PER_IP_MAX } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { check, maxValue, minValue, optional, pipe, rawTransform, regex, string, transform } from 'valibot'
import type { MailOptions } from '../oneTimeCodes/environment.ts'
import {
  type FarcasterOptions,
  type FarcasterValues,
  farcasterEnvironment,
  farcasterOptions,
} from './farcaster/environment.ts'
import { readSigningKey, type SigningKey } from './keys.ts'
import { STARTS_PER_MINUTE_MAX } from './limits.ts'
import { type SocialOptions, type SocialValues, socialEnvironment, socialOptions } from './social/environment.ts'
import { type RedirectPages, redirectEnvironment } from './social/redirectPages.ts'

const ORIGIN = 'must be the origin of the secure site, like https://secure.example'
const KEY = 'must be a private key of P-256 as JSON Web Key, with kty, crv, x, y and d'
const STARTS = 'must be a whole number from 1 to 1000000'

const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

/** The variables of login; mail is that of all services. */
export const loginEnvironment = {
  SECURE_SITE_ORIGIN: optional(pipe(string(), check(isOrigin, ORIGIN))),
  LOGIN_SIGNING_KEY: optional(
    pipe(
      string(),
      rawTransform<string, SigningKey>(({ dataset, addIssue, NEVER }) => {
        const key = readSigningKey(dataset.value)
        if (key) return key
        addIssue({ message: KEY })
        return NEVER
      }),
    ),
  ),
  LOGIN_STARTS_PER_CLIENT: optional(
    pipe(string(), regex(/^\d{1,7}$/, STARTS), transform(Number), minValue(1, STARTS), maxValue(1_000_000, STARTS)),
    String(CODES_PER_IP_MAX),
  ),
  LOGIN_STARTS_PER_MINUTE: optional(
    pipe(string(), regex(/^\d{1,7}$/, STARTS), transform(Number), minValue(1, STARTS), maxValue(1_000_000, STARTS)),
    String(STARTS_PER_MINUTE_MAX),
  ),
  ...socialEnvironment,
  ...redirectEnvironment,
  ...farcasterEnvironment,
}

export interface LoginOptions {
  /** The only site whose scripts may ask, and where providers return to. */
  readonly secureSiteOrigin: string
  /** Signs assertions. Whoever changes it tells the stores first; codes that are on their way are lost. */
  readonly signingKey: SigningKey
  /** Codes, and visits to providers, that one client may begin in an hour. */
  readonly startsPerClient?: number
  /** The same of all clients together in a minute. */
  readonly startsPerMinute?: number
  /** Without it no codes are sent, and nobody can sign in. */
  readonly mail?: MailOptions
  /** The providers that somebody can sign in with. Without one there is mail only. */
  readonly social?: SocialOptions
  /** Without it no page is led back to with a provider's answer in its address. */
  readonly redirectPages?: RedirectPages
  /** Without it nobody signs in with Farcaster. */
  readonly farcaster?: FarcasterOptions
}

interface Values extends SocialValues, FarcasterValues {
  readonly SECURE_SITE_ORIGIN?: string | undefined
  readonly LOGIN_SIGNING_KEY?: SigningKey | undefined
  readonly LOGIN_STARTS_PER_CLIENT: number
  readonly LOGIN_STARTS_PER_MINUTE: number
  readonly SOCIAL_REDIRECT_PAGES?: RedirectPages | undefined
}

/**
 * Without a key there is no login.
 * @throws Error with one sentence on a key without a site, or a provider of which only a part is set
 */
export function loginOptions(
  {
    SECURE_SITE_ORIGIN: secureSiteOrigin,
    LOGIN_SIGNING_KEY: signingKey,
    LOGIN_STARTS_PER_CLIENT: startsPerClient,
    LOGIN_STARTS_PER_MINUTE: startsPerMinute,
    SOCIAL_REDIRECT_PAGES: redirectPages,
    ...values
  }: Values,
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
