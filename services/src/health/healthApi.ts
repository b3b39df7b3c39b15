import { HEALTH_PATH, READY_PATH } from '@portico/contracts/services/health'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'

/** How long a dependency may take to answer; otherwise the process is not ready. */
const READY_TIMEOUT_MS = 2_000

/** A server that the process depends on. */
export interface Dependency {
  /** Completes a sentence in an error, and must not be secret. */
  readonly name: string
  /** Resolves when the dependency answers, rejects if it is unusable; clients learn only the reason `server.clock`. */
  ask(signal: AbortSignal): Promise<unknown>
  /** Whether the code that uses the dependency already logs its outages. If not, the readiness check logs them. */
  readonly tellsLog?: boolean
}

/** @param tellsLog whether the database logs its own outages, as a Postgres server does */
export const databaseDependency = <Tables>(db: Kysely<Tables>, tellsLog: boolean): Dependency => ({
  name: 'the database',
  ask: (signal) => sql`select 1`.execute(db, { signal }),
  tellsLog,
})

/** Checked separately, because with a full disk the embedded database can still read. */
export const roomDependency = (database: { checkRoom(): Promise<void> }): Dependency => ({
  name: 'the disk of the database, which is full',
  ask: () => database.checkRoom(),
})

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Keeps proxies from caching the response. */
const neverKept = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

/** The endpoints for supervisors of the process: liveness (`/healthz`) and readiness (`/readyz`). */
export function healthApi(dependencies: readonly Dependency[], log: Log, timeoutMs = READY_TIMEOUT_MS) {
  const needs = dependencies.map(({ name, ask, tellsLog }) => ({
    name,
    ask,
    outage: tellsLog ? undefined : createOutage(log, name),
  }))

  /** @returns why the dependency is unusable; undefined if it is usable */
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
