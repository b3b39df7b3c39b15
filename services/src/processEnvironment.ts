import { DEFAULT_LOG_LEVEL } from '@portico/contracts'
import { maxValue, optional, picklist, pipe, regex, string, transform } from 'valibot'
import { LOG_LEVELS } from './log.ts'

const PORT = 'must be a whole number from 0 to 65535'

/** The number of a port. */
export const Port = pipe(string(), regex(/^\d{1,5}$/, PORT), transform(Number), maxValue(65_535, PORT))

/** Where a Postgres server is. */
export const PostgresUrl = pipe(string(), regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'))

/** The environment of every process of ours that answers requests. */
export const processEnvironment = {
  HOST: optional(string(), 'localhost'),
  LOG_LEVEL: optional(picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), DEFAULT_LOG_LEVEL),
}

/** A variable that is set to nothing counts as not set. */
export const filled = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
