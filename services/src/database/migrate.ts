import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

/**
 * Brings the database to this release's form, all or nothing. Processes that start at once wait for one another: the
 * migrator holds an advisory lock on Postgres, and PGlite has a single connection anyway.
 */
export async function migrate(db: Kysely<Schema>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
