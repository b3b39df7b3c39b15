import { check, optional, pipe, rawTransform, string } from 'valibot'
import type { MailOptions } from '../oneTimeCodes/environment.ts'
import { readSigningKey, type SigningKey } from './keys.ts'

const ORIGIN = 'must be the origin of the secure site, like https://secure.example'
const KEY = 'must be a private key of P-256 as JSON Web Key, with kty, crv, x, y and d'

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
}

export interface LoginOptions {
  /** The only site whose scripts may ask, and where mailed links lead to. */
  readonly secureSiteOrigin: string
  /** Signs assertions. Whoever changes it tells the stores first; codes that are on their way are lost. */
  readonly signingKey: SigningKey
  /** Without it no codes are sent, and nobody can sign in. */
  readonly mail?: MailOptions
}

interface Values {
  readonly SECURE_SITE_ORIGIN?: string | undefined
  readonly LOGIN_SIGNING_KEY?: SigningKey | undefined
}

/**
 * Without a key there is no login.
 * @throws Error with one sentence on a key without a site
 */
export function loginOptions(
  { SECURE_SITE_ORIGIN: secureSiteOrigin, LOGIN_SIGNING_KEY: signingKey }: Values,
  mail: MailOptions | undefined,
): LoginOptions | undefined {
  if (signingKey && !secureSiteOrigin)
    throw new Error('SECURE_SITE_ORIGIN must be set together with LOGIN_SIGNING_KEY.')
  return signingKey && secureSiteOrigin ? { secureSiteOrigin, signingKey, ...(mail && { mail }) } : undefined
}
