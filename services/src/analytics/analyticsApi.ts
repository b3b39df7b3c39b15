import {
  ANALYTICS_BATCH_PATH,
  ANALYTICS_EVENT_PATH,
  AnalyticsBatch,
  type AnalyticsConfig,
  AnalyticsEvent,
} from '@portico/contracts/services/analytics'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { GenericSchema } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { readBody } from '../http/readBody.ts'
import { readProjectId } from '../http/readProjectId.ts'
import { readProject } from '../projectConfig/readProject.ts'

/**
 * services.md §4.4: whether the modal may send events for this project. Off unless the operator says otherwise.
 * services.md §6: what it sends is checked and accepted; nothing of it is kept.
 */
export function analyticsApi(db: Kysely<Schema>) {
  const accept = (schema: GenericSchema) => async (c: Context) => {
    await readProject(db, readProjectId(c))
    await readBody(c, schema)
    return c.json({}, 202)
  }
  return new Hono()
    .get('/getAnalyticsConfig', revalidated, async (c) => {
      const { isAnalyticsEnabled } = await readProject(db, readProjectId(c))
      return c.json({ isAnalyticsEnabled } satisfies AnalyticsConfig)
    })
    .post(ANALYTICS_EVENT_PATH, accept(AnalyticsEvent))
    .post(ANALYTICS_BATCH_PATH, accept(AnalyticsBatch))
}
