import { createPrivateKey, type KeyObject } from 'node:crypto'
import { REDIRECT_PROVIDERS, type RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import { check, maxLength, pipe, regex, string } from 'valibot'
import { parsed, type Values, variable } from '../../variables.ts'

/** The operator's app at a provider. */
export interface SocialClient {
  readonly id: string
  readonly secret: string
  /** The base URL of a stand-in that has the provider's own paths. Without it, the provider itself is used. */
  readonly url?: string
}

/** The operator's app at Apple, which has a key instead of a secret. */
export interface AppleClient {
  readonly id: string
  readonly team: string
  readonly keyId: string
  readonly key: KeyObject
  readonly url?: string
}

/** The configured providers. */
export type SocialOptions = { readonly [Provider in Exclude<RedirectProvider, 'apple'>]?: SocialClient } & {
  readonly apple?: AppleClient
}

const KEY = 'must be the PEM of a private key of P-256 (PKCS #8)'
const URL_BASE = 'must be https://…, or http://… on localhost, without a slash at its end'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

function isBase(text: string): boolean {
  if (!/^https?:\/\//.test(text) || /[?#]|\/$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return username === '' && password === '' && (protocol === 'https:' || LOOPBACK.has(hostname))
}

function readAppleKey(text: string): KeyObject | undefined {
  try {
    // In an environment that allows a single line only, line breaks are written `\n`.
    const key = createPrivateKey({ key: text.replaceAll('\\n', '\n'), format: 'pem' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

const needed = 'required with the id'

/** A value that is sent in headers, forms and queries, and so must not contain line breaks. */
const word = (says: string, without: string) =>
  variable(pipe(string(), maxLength(512, 'is too long'), regex(/^[\x21-\x7e]+$/, 'must be one word')), says, without)
const appAt = (provider: string) =>
  word(`your app at ${provider}, which returns to \`/back\` of the secure site`, 'not offered')
const secret = word('its secret. Secret', needed)
const standInFor = (provider: string) =>
  variable(
    pipe(string(), check(isBase, URL_BASE)),
    'a stand-in with the same paths below it, for development',
    `${provider} itself`,
  )

export const socialEnvironment = {
  SOCIAL_GOOGLE_ID: appAt('Google'),
  SOCIAL_GOOGLE_SECRET: secret,
  SOCIAL_GOOGLE_URL: standInFor('Google'),
  SOCIAL_APPLE_ID: word('your service id at Apple, which returns to `/back` of the secure site', 'not offered'),
  SOCIAL_APPLE_TEAM: word('your team there', needed),
  SOCIAL_APPLE_KEY_ID: word('the id of the team’s key', needed),
  SOCIAL_APPLE_KEY: variable(
    parsed(readAppleKey, KEY),
    'that key as PEM; `\\n` can take the place of line breaks. Secret',
    needed,
  ),
  SOCIAL_APPLE_URL: standInFor('Apple'),
  SOCIAL_GITHUB_ID: appAt('GitHub'),
  SOCIAL_GITHUB_SECRET: secret,
  SOCIAL_GITHUB_URL: standInFor('GitHub'),
  SOCIAL_DISCORD_ID: appAt('Discord'),
  SOCIAL_DISCORD_SECRET: secret,
  SOCIAL_DISCORD_URL: standInFor('Discord'),
  SOCIAL_X_ID: appAt('X'),
  SOCIAL_X_SECRET: secret,
  SOCIAL_X_URL: standInFor('X'),
  SOCIAL_FACEBOOK_ID: appAt('Facebook'),
  SOCIAL_FACEBOOK_SECRET: secret,
  SOCIAL_FACEBOOK_URL: standInFor('Facebook'),
}

type Name = keyof typeof socialEnvironment
export type SocialValues = Values<typeof socialEnvironment>

/** Whether all the variables are set. @throws Error with one sentence if only some of them are set */
function isSet(values: SocialValues, names: readonly Name[]): boolean {
  const [given] = names.filter((name) => values[name] !== undefined)
  const [missing] = names.filter((name) => values[name] === undefined)
  if (given && missing) throw new Error(`${missing} must be set together with ${given}.`)
  return given !== undefined
}

function clientOf(values: SocialValues, provider: Exclude<RedirectProvider, 'apple'>): SocialClient | undefined {
  const upper = provider.toUpperCase() as Uppercase<typeof provider>
  const names = [`SOCIAL_${upper}_ID`, `SOCIAL_${upper}_SECRET`] as const
  if (!isSet(values, names)) return undefined
  const [id = '', secret = ''] = names.map((name) => values[name])
  const url = values[`SOCIAL_${upper}_URL`]
  return { id, secret, ...(url !== undefined && { url }) }
}

function appleOf(values: SocialValues): AppleClient | undefined {
  isSet(values, ['SOCIAL_APPLE_ID', 'SOCIAL_APPLE_TEAM', 'SOCIAL_APPLE_KEY_ID', 'SOCIAL_APPLE_KEY'])
  const { SOCIAL_APPLE_ID: id, SOCIAL_APPLE_TEAM: team, SOCIAL_APPLE_KEY_ID: keyId, SOCIAL_APPLE_KEY: key } = values
  const url = values.SOCIAL_APPLE_URL
  return id && team && keyId && key ? { id, team, keyId, key, ...(url !== undefined && { url }) } : undefined
}

/** @throws Error with one sentence on an incomplete provider */
export const socialOptions = (values: SocialValues): SocialOptions =>
  Object.fromEntries(
    REDIRECT_PROVIDERS.map((provider) => [
      provider,
      provider === 'apple' ? appleOf(values) : clientOf(values, provider),
    ]).filter(([, client]) => client !== undefined),
  )
