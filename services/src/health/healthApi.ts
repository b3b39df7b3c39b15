import { HEALTH_PATH, READY_PATH } from '@portico/contracts/services/health'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'

/** What needs longer to answer does not count as ready. */
const READY_TIMEOUT_MS = 2_000

/** A server without which the process cannot do its work. */
export interface Dependency {
  /** For a sentence, and no secret. */
  readonly name: string
  /** Resolves when it answers. What it throws is the reason; `server.clock` is told to the client as it is. */
  ask(signal: AbortSignal): Promise<unknown>
  /** The part that uses it tells the log when it goes and comes back; else this does, as far as it is asked. */
  readonly tellsLog?: boolean
}

/** @param tellsLog a database of a server tells the log itself */
export const databaseDependency = <Tables>(db: Kysely<Tables>, tellsLog: boolean): Dependency => ({
  name: 'the database',
  ask: (signal) => sql`select 1`.execute(db, { signal }),
  tellsLog,
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
  const needs = dependencies.map(({ name, ask, tellsLog }) => ({
    name,
    ask,
    outage: tellsLog ? undefined : createOutage(log, name),
  }))

  /** @returns why it cannot be used; undefined when it can */
  async function problemOf({ ask, outage }: (typeof needs)[number]): Promise<unknown> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await Promise.race([ask(signal), aborted(signal)])
      outage?.end()
      return undefined
    } catch (error) {
      outage?.begin(error)
      return error
    }
  }

  return new Hono()
    .get(HEALTH_PATH, neverKept, (c) => c.json({ status: 'ok' }))
    .get(READY_PATH, neverKept, async (c) => {
      const problems = await Promise.all(needs.map(problemOf))
      const clock = problems.find((problem) => problem instanceof ServiceError && problem.code === 'server.clock')
      const silent = needs
        .filter((_, index) => problems[index] !== undefined && problems[index] !== clock)
        .map(({ name }) => name)
      if (silent.length > 0) throw new ServiceError('server.notReady', { silent: silent.join(' and ') })
      if (clock) throw clock
      return c.json({ status: 'ready' })
    })
}
