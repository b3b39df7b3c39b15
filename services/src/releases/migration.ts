import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const releasesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('release_marks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('root', 'integer', (column) => column.notNull())
      .addColumn('serial', 'bigint', (column) => column.notNull())
      .execute()
  },
}
