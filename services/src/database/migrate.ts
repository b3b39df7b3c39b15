import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

/**
 * Migrates the database to this release's schema, all or nothing. Processes that start at the same time wait for each
 * other: on Postgres the migrator holds an advisory lock, and PGlite has a single connection.
 */
export async function migrate<Tables = Schema>(db: Kysely<Tables>, all: Record<string, Migration> = migrations) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
