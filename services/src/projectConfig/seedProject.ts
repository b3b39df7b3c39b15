import { DEFAULT_SOCIALS } from '@portico/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { changeInTransaction } from './changeProject.ts'
import { type FeatureEntry, OFF, type Project } from './project.ts'

/** A project that is created at the start if it is missing. */
export interface Seed {
  readonly projectId: string
}

const on = (config: string[]): FeatureEntry => ({ isEnabled: true, config, parkedConfig: null })

/** The sample of services.md §4.5: every feature is on except multi-wallet and e-mail capture. */
export const sampleFeatures: Project['features'] = {
  social_login: on(['email', ...DEFAULT_SOCIALS]),
  swap: on(['1inch']),
  onramp: on(['meld']),
  activity: on([]),
  reown_branding: on([]),
  multi_wallet: OFF,
  email_capture: { ...OFF, config: ['required'] },
}

/**
 * Creates the project if it is missing; an existing one keeps its settings.
 * @returns whether it was created
 */
export const createProject = (db: Kysely<Schema>, projectId: string, actor: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('projects')
      .values({ id: projectId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return false
    const deed = { projectId, actor, action: 'create the project' }
    await changeInTransaction(trx, deed, (project) => ({ ...project, features: sampleFeatures }))
    return true
  })

/** Creates the project that the environment names, if it is missing. */
export const seedProject = (db: Kysely<Schema>, { projectId }: Seed): Promise<boolean> =>
  createProject(db, projectId, 'seed')
