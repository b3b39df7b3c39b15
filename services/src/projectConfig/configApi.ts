import type { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { revalidated } from '../http/cached.ts'
import { sendEtagged } from '../http/etagged.ts'
import { readProjectId } from '../http/readProjectId.ts'
import { type Missing, NOTHING_MISSING, offeredBy } from './missing.ts'
import { healthPercentOf, type Project, wireOrigins } from './project.ts'
import { rememberAnswers } from './rememberAnswers.ts'

/** `GET /appkit/v1/config` */
const wireConfig =
  (missing: Missing) =>
  (project: Project): ProjectConfig => ({
    ...offeredBy(project, missing),
    ...(healthPercentOf(project) > 0 && { healthPercent: healthPercentOf(project) }),
    ...(project.restrictedTimeZones && { restrictedTimeZones: [...project.restrictedTimeZones] }),
  })

/** The modal's requests about its project (services.md §4.5, §4.6). @param missing what is not offered */
export function configApi(db: Kysely<Schema>, missing: Missing = NOTHING_MISSING) {
  const [config, origins] = [rememberAnswers(db, wireConfig(missing)), rememberAnswers(db, wireOrigins)]
  return new Hono()
    .get('/appkit/v1/config', revalidated, async (c) => sendEtagged(c, await config(readProjectId(c))))
    .get('/projects/v1/origins', revalidated, async (c) => sendEtagged(c, await origins(readProjectId(c))))
}
