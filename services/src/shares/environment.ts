import { SHARE_STORES, type ShareStore } from '@portico/contracts/services/login'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import {
  array,
  type InferOutput,
  literal,
  looseObject,
  maxLength,
  minLength,
  object,
  optional,
  picklist,
  pipe,
  safeParse,
  string,
  undefined_,
} from 'valibot'
import { type ClientOptions, clientEnvironment, clientOptions } from '../http/environment.ts'
import type { LogLevel } from '../log.ts'
import { type MailOptions, mailEnvironment } from '../oneTimeCodes/environment.ts'
import {
  databaseEnvironment,
  mustNotBeSet,
  origin,
  Port,
  PostgresUrl,
  processEnvironment,
  readVariables,
} from '../processEnvironment.ts'
import { about, parsed, variable, wholeNumber, withDefault } from '../variables.ts'
import { type EnvelopeKey, parseKeys } from './keyRing.ts'
import { NEW_DEVICE_WAIT_HOURS } from './limits.ts'

const STORE = `must be one of ${SHARE_STORES.join(', ')}: one process is one store`
const KEY = 'must be a list like <id>:<32 random bytes as base64url>, the key to seal with first'
const LOGIN_KEYS = 'must be a JSON Web Key Set of public P-256 keys, without any private part'

const PublicKey = looseObject({
  kty: literal('EC'),
  crv: literal('P-256'),
  x: string(),
  y: string(),
  // The private part, which only the login service may have.
  d: optional(undefined_()),
})
const PublicKeys = object({ keys: pipe(array(PublicKey), minLength(1), maxLength(8)) })

function parseLoginKeys(text: string): JWTVerifyGetKey | undefined {
  try {
    const { success, output } = safeParse(PublicKeys, JSON.parse(text))
    return success ? createLocalJWKSet(output) : undefined
  } catch {
    return undefined
  }
}

/** One share store's environment. An error message completes the sentence "<name> …" and never repeats the value. */
export const ShareEnvironment = object({
  SHARE_STORE: about(picklist(SHARE_STORES, STORE), '`auth` or `recovery`'),
  SHARE_KEY: about(
    parsed<readonly EnvelopeKey[]>(parseKeys, KEY),
    '`<id>:<32 random bytes as base64url>`; several are separated by commas, and the first one seals. Never the same for both stores. Secret',
  ),
  LOGIN_PUBLIC_KEYS: about(parsed(parseLoginKeys, LOGIN_KEYS), 'the public keys of login as a JSON Web Key Set'),
  SECURE_SITE_ORIGIN: about(
    origin('https://secure.wallet.example'),
    'the origin of the secure site, the only one whose pages may call',
  ),
  SHARE_DATABASE_URL: variable(
    PostgresUrl,
    '`postgres://…`: a database that contains nothing else. Secret',
    'an embedded database',
  ),
  ...databaseEnvironment,
  SHARE_DATA_DIR: variable(
    string(),
    'the folder of the embedded database, a different one for each store',
    '`.portico/shares-<store>`',
  ),
  ...mailEnvironment,
  NEW_DEVICE_WAIT_HOURS: withDefault(
    `${NEW_DEVICE_WAIT_HOURS}`,
    wholeNumber(1, 168, 'hours'),
    'for `recovery`: how many hours an unconfirmed device of a wallet without an address waits, 1 to 168',
  ),
  PORT: optional(Port, '0'),
  ...processEnvironment,
  ...clientEnvironment,
  // With these secrets, a store could request shares from itself or from the other store.
  DATABASE_URL: mustNotBeSet('the other services', 'a share store'),
  LOGIN_SIGNING_KEY: mustNotBeSet('the login service', 'a share store'),
})

export interface ShareStoreOptions {
  readonly store: ShareStore
  /** The key ring; the first key seals. */
  readonly keys: readonly EnvelopeKey[]
  readonly loginKeys: JWTVerifyGetKey
  /** The origin of the frame, and of the page for mailed links. */
  readonly secureSite: string
  /** The folder of the embedded database, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Timeout for the Postgres server, in milliseconds. */
  readonly databaseTimeoutMs?: number | undefined
  /** How long an unconfirmed device of a wallet without an address waits at the recovery store; 24 hours by default. */
  readonly newDeviceWaitMs?: number
  /** The port; 0 picks a free one. */
  readonly port: number
  readonly hostname: string
  readonly logLevel?: LogLevel
  /** For the recovery store only. */
  readonly mail?: MailOptions | undefined
  readonly clients?: ClientOptions
}

function mailOf({ SHARE_STORE, SMTP_URL: smtpUrl, SMTP_FROM: from }: InferOutput<typeof ShareEnvironment>) {
  // The auth store has no addresses, and so sends no mail.
  if (SHARE_STORE === 'auth') return undefined
  if (!smtpUrl || !from) throw new Error('SMTP_URL and SMTP_FROM must be set: the recovery store mails links itself.')
  return { smtpUrl, from }
}

/** @throws Error with one sentence on the first bad value */
export function readShareEnvironment(environment: NodeJS.ProcessEnv): ShareStoreOptions {
  const values = readVariables(ShareEnvironment, environment)
  return {
    store: values.SHARE_STORE,
    keys: values.SHARE_KEY,
    loginKeys: values.LOGIN_PUBLIC_KEYS,
    secureSite: values.SECURE_SITE_ORIGIN,
    dataDir: values.SHARE_DATA_DIR ?? `.portico/shares-${values.SHARE_STORE}`,
    databaseUrl: values.SHARE_DATABASE_URL,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    newDeviceWaitMs: values.NEW_DEVICE_WAIT_HOURS * 3_600_000,
    port: values.PORT,
    hostname: values.HOST,
    logLevel: values.LOG_LEVEL,
    mail: mailOf(values),
    clients: clientOptions(values),
  }
}
