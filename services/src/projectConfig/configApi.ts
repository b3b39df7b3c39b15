import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { readProjectId } from '../http/readProjectId.ts'
import { wireConfig, wireOrigins } from './project.ts'
import { readProject } from './readProject.ts'

/** What the modal asks about its project (services.md §4.5, §4.6). */
export const configApi = (db: Kysely<Schema>) =>
  new Hono()
    .get('/appkit/v1/config', revalidated, async (c) => c.json(wireConfig(await readProject(db, readProjectId(c)))))
    .get('/projects/v1/origins', revalidated, async (c) => c.json(wireOrigins(await readProject(db, readProjectId(c)))))
