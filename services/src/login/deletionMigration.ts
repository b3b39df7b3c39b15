import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds pending wallet deletions, and the pages on which sessions were opened. */
export const deletionMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('login_subjects')
      .addColumn('deletion_begun_at', 'timestamptz')
      .addColumn('deletes_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('login_subjects_by_deletion').on('login_subjects').column('deletes_at').execute()
    await db.schema.alterTable('login_sessions').addColumn('host', 'text').execute()
  },
}
