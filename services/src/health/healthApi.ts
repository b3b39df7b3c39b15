import { HEALTH_PATH, READY_PATH } from '@portico/contracts/services/health'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'

/** A slower dependency does not count as ready. */
const READY_TIMEOUT_MS = 2_000

/** A server that the process depends on. */
export interface Dependency {
  /** Completes a sentence; not secret. */
  readonly name: string
  /** Resolves when it answers. Rejects with the reason; `server.clock` is passed on to the client. */
  ask(signal: AbortSignal): Promise<unknown>
  /** The part that uses it logs its outages; otherwise the health check does, when requested. */
  readonly tellsLog?: boolean
}

/** @param tellsLog whether the database logs its own outages, as a server does */
export const databaseDependency = <Tables>(db: Kysely<Tables>, tellsLog: boolean): Dependency => ({
  name: 'the database',
  ask: (signal) => sql`select 1`.execute(db, { signal }),
  tellsLog,
})

/** With a full disk the embedded database can still read. */
export const roomDependency = (database: { checkRoom(): Promise<void> }): Dependency => ({
  name: 'the disk of the database, which is full',
  ask: () => database.checkRoom(),
})

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Prevents caching by proxies. */
const neverKept = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

/** For supervisors of the process: liveness (`/healthz`) and readiness (`/readyz`). */
export function healthApi(dependencies: readonly Dependency[], log: Log, timeoutMs = READY_TIMEOUT_MS) {
  const needs = dependencies.map(({ name, ask, tellsLog }) => ({
    name,
    ask,
    outage: tellsLog ? undefined : createOutage(log, name),
  }))

  /** @returns why it is unusable; undefined if it is usable */
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
