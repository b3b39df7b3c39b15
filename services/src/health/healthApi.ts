import { HEALTH_PATH, READY_PATH } from '@portico/contracts/services/health'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'

/** What needs longer to answer does not count as ready. */
const READY_TIMEOUT_MS = 2_000

/** A server without which the process cannot do its work. */
export interface Dependency {
  /** For a sentence, and no secret. */
  readonly name: string
  /** Resolves when it answers. */
  ask(signal: AbortSignal): Promise<unknown>
}

export const databaseDependency = (db: Kysely<Schema>): Dependency => ({
  name: 'the database',
  ask: (signal) => sql`select 1`.execute(db, { signal }),
})

/** The embedded database still reads while its disk is full. */
export const roomDependency = (database: { checkRoom(): Promise<void> }): Dependency => ({
  name: 'the disk of the database, which is full',
  ask: () => database.checkRoom(),
})

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Nobody on the way answers from memory. */
const neverKept = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

/** For whoever supervises the process: it lives (`/healthz`); it can do its work (`/readyz`). */
export function healthApi(dependencies: readonly Dependency[], log: Log, timeoutMs = READY_TIMEOUT_MS) {
  async function isAnswering({ name, ask }: Dependency) {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await Promise.race([ask(signal), aborted(signal)])
      return true
    } catch (error) {
      log.warn('not ready', { dependency: name, error })
      return false
    }
  }

  return new Hono()
    .get(HEALTH_PATH, neverKept, (c) => c.json({ status: 'ok' }))
    .get(READY_PATH, neverKept, async (c) => {
      const answering = await Promise.all(dependencies.map(isAnswering))
      const silent = dependencies.filter((_, index) => !answering[index]).map(({ name }) => name)
      if (silent.length > 0) throw new ServiceError('server.notReady', { silent: silent.join(' and ') })
      return c.json({ status: 'ready' })
    })
}
