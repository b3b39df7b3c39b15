import { DEFAULT_LOG_LEVEL } from '@portico/contracts'
import {
  check,
  type GenericSchema,
  type InferOutput,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  transform,
  undefined_,
} from 'valibot'
import { DEFAULT_DATABASE_TIMEOUT_MS } from './database/openTables.ts'
import { LOG_LEVELS } from './log.ts'
import { about, variable, wholeNumber, withDefault } from './variables.ts'

/** A port number. */
export const Port = about(wholeNumber(0, 65_535), '0 picks a free one')

/** The URL of a Postgres server. */
export const PostgresUrl = pipe(string(), regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'))

/** An address on the web. */
export const HttpUrl = pipe(
  string(),
  check(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must be a URL that begins with https:// or http://',
  ),
  transform((text) => new URL(text)),
)

/** A switch. */
export const YesOrNo = picklist(['yes', 'no'], 'must be yes or no')

/** Timeout for a Postgres server. */
export const databaseEnvironment = {
  DATABASE_TIMEOUT_MS: withDefault(
    `${DEFAULT_DATABASE_TIMEOUT_MS}`,
    wholeNumber(100, 600_000, 'milliseconds'),
    'timeout for the Postgres server, 100 to 600000 milliseconds; see [below](#postgres)',
  ),
}

/** The environment variables of all our server processes. */
export const processEnvironment = {
  HOST: withDefault(
    'localhost',
    string(),
    'the address to listen on: `127.0.0.1` behind a proxy on the same machine, `0.0.0.0` in a container',
  ),
  LOG_LEVEL: withDefault(
    DEFAULT_LOG_LEVEL,
    picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
    '`error`, `warn` or `info`; see [below](#logs-and-metrics)',
  ),
}

/** A variable with another process's secret. It must not be set for this process, where an intruder could read it. */
export const mustNotBeSet = (whose: string, here: string) =>
  variable(undefined_(`belongs to ${whose} and must not be given to ${here}`), 'must not be set')

/** An empty variable counts as not set. */
const filled = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** An origin: scheme, host and port, without a path. */
export function origin(example: string, what = 'an origin') {
  const message = `must be ${what} like ${example}`
  const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text
  return pipe(string(message), check(isOrigin, message))
}

/**
 * Parses a process environment. A schema's message completes the sentence "<name> …" and never repeats the value, which
 * may be a secret.
 * @throws Error with one sentence on the first bad value
 */
export function readVariables<Schema extends GenericSchema>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): InferOutput<Schema> {
  const given = filled(environment)
  const result = safeParse(schema, given)
  if (result.success) return result.output
  const [issue] = result.issues
  const name = String(issue.path?.[0].key)
  // For a missing variable, valibot's message does not fit the sentence.
  throw new Error(given[name] === undefined ? `${name} must be set.` : `${name} ${issue.message}.`)
}
