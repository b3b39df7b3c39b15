import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What browsers report about the versions of remotes, and rollouts in steps. */
export const remoteHealthMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('projects')
      .addColumn('health_percent', 'smallint', (column) =>
        column.notNull().defaultTo(100).check(sql`health_percent between 0 and 100`),
      )
      .execute()
  },
}
