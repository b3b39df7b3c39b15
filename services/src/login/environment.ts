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

/** The environment variables of login; the mail variables are shared by all services. */
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
  /** The only site whose scripts may call, and where providers return to. */
  readonly secureSiteOrigin: string
  /** Signs assertions. Before a change, the stores need the new key; codes in transit become invalid. */
  readonly signingKey: SigningKey
  /** Codes and provider visits that one client may start per hour. */
  readonly startsPerClient?: number
  /** Codes and provider visits of all clients together per minute. */
  readonly startsPerMinute?: number
  /** Without it no codes are sent, and nobody can sign in by mail. */
  readonly mail?: MailOptions
  /** The configured providers. Without one there is mail only. */
  readonly social?: SocialOptions
  /** Without it, no page gets a provider's answer in its address. */
  readonly redirectPages?: RedirectPages
  /** Without it, signing in with Farcaster is off. */
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
 * @throws Error with one sentence on a key without a site, or an incomplete provider
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
