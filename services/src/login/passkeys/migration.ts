import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('login_passkeys')
      .addColumn('subject_id', 'uuid', (column) => column.notNull().references('login_subjects.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('prf_salt', 'text', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('sealed_share', 'text', (column) => column.notNull())
      .addColumn('split_id', 'uuid', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_passkeys_key', ['subject_id', 'credential_id'])
      .execute()
  },
}
