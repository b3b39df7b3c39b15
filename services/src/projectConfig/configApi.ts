import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { sendEtagged } from '../http/etagged.ts'
import { readProjectId } from '../http/readProjectId.ts'
import { wireConfig, wireOrigins } from './project.ts'
import { rememberAnswers } from './rememberAnswers.ts'

/** The modal's requests about its project (services.md §4.5, §4.6). */
export function configApi(db: Kysely<Schema>) {
  const [config, origins] = [rememberAnswers(db, wireConfig), rememberAnswers(db, wireOrigins)]
  return new Hono()
    .get('/appkit/v1/config', revalidated, async (c) => sendEtagged(c, await config(readProjectId(c))))
    .get('/projects/v1/origins', revalidated, async (c) => sendEtagged(c, await origins(readProjectId(c))))
}
