import { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { type InferOutput, is, object, optional, string } from 'valibot'
import { type ClientOptions, clientEnvironment, clientOptions } from '../http/environment.ts'
import { parseUpstreamList } from '../jsonRpc/upstreamList.ts'
import type { LogLevel } from '../log.ts'
import { isOfThisMachine } from '../ofThisMachine.ts'
import { mustNotBeSet, origin, Port, processEnvironment, readVariables, YesOrNo } from '../processEnvironment.ts'
import { about, parsed, variable, withDefault } from '../variables.ts'

const BUNDLERS =
  'must be a list like eip155:1=https://bundler.example;eip155:8453=https://bundler.example, one for each'

function parseBundlers(text: string): SecureSiteSettings['bundlers'] | undefined {
  const entries = [...(parseUpstreamList(text) ?? [])]
  const bundlers = Object.fromEntries(entries.map(([id, [url]]) => [id, String(url)]))
  const areGood = entries.length > 0 && entries.every(([, urls]) => urls.length === 1)
  return areGood && is(SecureSiteSettings.entries.bundlers, bundlers) ? bundlers : undefined
}

/** The secure site's environment. An error message completes the sentence "<name> …" and never repeats the value. */
export const SecureSiteEnvironment = object({
  PORT: optional(Port, '4303'),
  ...processEnvironment,
  SERVICES_ORIGIN: about(
    origin('https://wallet.example'),
    'the origin at which visitors reach `login`, `projectConfig` and `jsonRpc`; the secure site itself calls `projectConfig`',
  ),
  AUTH_SHARES_ORIGIN: about(origin('https://auth-shares.example'), 'the origin at which visitors reach the auth store'),
  RECOVERY_SHARES_ORIGIN: about(
    origin('https://recovery-shares.example'),
    'the origin at which visitors reach the recovery store',
  ),
  BUNDLERS: variable(
    parsed(parseBundlers, BUNDLERS),
    'bundlers for smart accounts (ERC-4337), one per chain: `eip155:1=https://bundler.example;eip155:8453=…`. Every visitor sees the URLs',
  ),
  SECURE_SITE_DIR: withDefault(
    'dist/secure-site',
    string(),
    'the folder with the build of `services/secureFrame`; in the bundle, it is next to `secureSite.mjs`',
  ),
  SECURE_SITE_DEVELOPMENT: withDefault(
    'no',
    YesOrNo,
    '`yes`: pages on the visitor’s own machine may frame every project’s wallet. Refused unless `SERVICES_ORIGIN` is on this machine',
  ),
  LOGIN_SIGNING_KEY: mustNotBeSet('the login service', 'the secure site'),
  SHARE_KEY: mustNotBeSet('a share store', 'the secure site'),
  ...clientEnvironment,
})

export interface SecureSiteOptions {
  /** The port; 0 picks a free one. */
  readonly port: number
  readonly hostname: string
  /** The settings that are passed to the pages. */
  readonly settings: SecureSiteSettings
  /** The folder of the pages and their files. */
  readonly folder: string
  readonly logLevel?: LogLevel
  readonly clients?: ClientOptions
}

function settingsOf(values: InferOutput<typeof SecureSiteEnvironment>): SecureSiteSettings {
  const isDevelopment = values.SECURE_SITE_DEVELOPMENT === 'yes'
  // If development mode were left on by mistake, any page on a visitor's own machine could frame the wallet.
  if (isDevelopment && !isOfThisMachine(values.SERVICES_ORIGIN)) {
    throw new Error('SECURE_SITE_DEVELOPMENT must be no where SERVICES_ORIGIN is not of this machine.')
  }
  return {
    services: values.SERVICES_ORIGIN,
    shares: { auth: values.AUTH_SHARES_ORIGIN, recovery: values.RECOVERY_SHARES_ORIGIN },
    bundlers: values.BUNDLERS ?? {},
    isDevelopment,
  }
}

/** @throws Error with one sentence on the first bad value */
export function readSecureSiteEnvironment(environment: NodeJS.ProcessEnv): SecureSiteOptions {
  const values = readVariables(SecureSiteEnvironment, environment)
  return {
    port: values.PORT,
    hostname: values.HOST,
    settings: settingsOf(values),
    folder: values.SECURE_SITE_DIR,
    logLevel: values.LOG_LEVEL,
    clients: clientOptions(values),
  }
}
