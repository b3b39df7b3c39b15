import { DEFAULT_LOG_LEVEL } from '@portico/contracts'
import {
  check,
  type GenericSchema,
  type InferOutput,
  maxValue,
  minValue,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  transform,
} from 'valibot'
import { DEFAULT_DATABASE_TIMEOUT_MS } from './database/openTables.ts'
import { LOG_LEVELS } from './log.ts'

const PORT = 'must be a whole number from 0 to 65535'

/** The number of a port. */
export const Port = pipe(string(), regex(/^\d{1,5}$/, PORT), transform(Number), maxValue(65_535, PORT))

/** Where a Postgres server is. */
export const PostgresUrl = pipe(string(), regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'))

/** A switch. */
export const YesOrNo = picklist(['yes', 'no'], 'must be yes or no')

const TIMEOUT = 'must be a whole number of milliseconds from 100 to 600000'

/** How long a Postgres server is waited for. */
export const databaseEnvironment = {
  DATABASE_TIMEOUT_MS: optional(
    pipe(string(), regex(/^\d{3,6}$/, TIMEOUT), transform(Number), minValue(100, TIMEOUT), maxValue(600_000, TIMEOUT)),
    `${DEFAULT_DATABASE_TIMEOUT_MS}`,
  ),
}

/** The environment of every process of ours that answers requests. */
export const processEnvironment = {
  HOST: optional(string(), 'localhost'),
  LOG_LEVEL: optional(picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), DEFAULT_LOG_LEVEL),
}

/** A variable that is set to nothing counts as not set. */
const filled = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Where pages come from: scheme, host and port, and nothing behind it. */
export function origin(example: string) {
  const message = `must be an origin like ${example}`
  const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text
  return pipe(string(message), check(isOrigin, message))
}

/**
 * What is in the environment of a process. A message of a schema completes the sentence "<name> …", and no value is repeated:
 * it may be secret.
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
  // Of a variable that is not there, valibot has a sentence of its own.
  throw new Error(given[name] === undefined ? `${name} must be set.` : `${name} ${issue.message}.`)
}
