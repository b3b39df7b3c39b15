import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'

/** A database that needs longer does not count as ready. */
const READY_TIMEOUT_MS = 2_000

/** For whoever supervises the process: it lives (`/healthz`); it can do its work (`/readyz`). */
export const healthApi = (db: Kysely<Schema>, log: Log) =>
  new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      try {
        await sql`select 1`.execute(db, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })
      } catch (error) {
        log.warn('not ready', { error })
        throw new ServiceError('server.notReady')
      }
      return c.json({ status: 'ready' })
    })
