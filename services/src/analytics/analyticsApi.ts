import {
  ANALYTICS_BATCH_PATH,
  ANALYTICS_EVENT_PATH,
  AnalyticsBatch,
  type AnalyticsConfig,
  AnalyticsEvent,
} from '@portico/contracts/services/analytics'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { readBody } from '../http/readBody.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { isOwnOrigin } from '../projectConfig/readOrigin.ts'
import { readProject } from '../projectConfig/readProject.ts'
import { requireProject } from '../projectConfig/requireProject.ts'
import type { Counter } from './createCounter.ts'

/**
 * services.md §4.4: tells the modal whether it may send events for this project, which is off by default.
 * services.md §6: checks and counts events. A page that the project does not allow gets the 403 that its client
 * expects. If analytics are off, events are dropped without an error, because an error would show the same alert as the
 * 403. Events from previews on hosts where anybody can publish are also accepted and dropped.
 */
export function analyticsApi(db: Kysely<Schema>, projects: KnownProjects, counter: Pick<Counter, 'count'>) {
  async function take(c: Context, read: () => Promise<readonly AnalyticsEvent[]>) {
    const project = await requireProject(c, projects)
    const events = await read()
    const origin = c.req.header('origin')
    const counts = origin === undefined || isOwnOrigin(origin, project, projects)
    if (counts) await counter.count(project.id, events, c.req.query('sv') ?? '')
    return c.json({}, 202)
  }
  return new Hono()
    .get('/getAnalyticsConfig', revalidated, async (c) => {
      const { isAnalyticsEnabled, areAddressesKept } = await readProject(db, readProjectId(c))
      return c.json({ isAnalyticsEnabled, ...(areAddressesKept && { addresses: true }) } satisfies AnalyticsConfig)
    })
    .post(ANALYTICS_EVENT_PATH, (c) => take(c, async () => [await readBody(c, AnalyticsEvent)]))
    .post(ANALYTICS_BATCH_PATH, (c) => take(c, () => readBody(c, AnalyticsBatch)))
}
