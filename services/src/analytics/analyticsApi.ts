import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { readProjectId } from '../http/readProjectId.ts'
import { readProject } from '../projectConfig/readProject.ts'

/** services.md §4.4: whether the modal may send events for this project. Off unless the operator says otherwise. */
export const analyticsApi = (db: Kysely<Schema>) =>
  new Hono().get('/getAnalyticsConfig', revalidated, async (c) => {
    const { isAnalyticsEnabled } = await readProject(db, readProjectId(c))
    return c.json({ isAnalyticsEnabled })
  })
