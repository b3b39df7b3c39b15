import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled, tableOfProject } from '../database/tables.ts'

export const authMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await tableOfProject(db, 'auth_accounts')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .$call(filled('text', 'caip2_chain', 'address', 'address_key'))
      .addColumn('connection_method', 'text')
      .addColumn('metadata', 'text', (column) => column.notNull())
      .$call(filled('timestamptz', 'created_at', 'last_signed_in_at', 'updated_at'))
      .addUniqueConstraint('auth_accounts_by_address', ['project_id', 'caip2_chain', 'address_key'])
      .execute()
    await db.schema.createIndex('auth_accounts_by_profile').on('auth_accounts').column('profile_id').execute()
    await tableOfProject(db, 'auth_sessions')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('auth_accounts.id').onDelete('cascade'))
      .addColumn('nonce', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('revoked_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('auth_sessions_by_end').on('auth_sessions').column('expires_at').execute()
    await tableOfProject(db, 'auth_emails')
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('auth_emails_key', ['profile_id', 'email'])
      .execute()
    await tableOfProject(db, 'auth_otps')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .$call(filled('text', 'email', 'code_hash'))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('confirmed_at', 'timestamptz')
      .execute()
    await db.schema
      .createTable('auth_mail_counts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .$call(filled('timestamptz', 'last_sent_at', 'window_ends_at'))
      .execute()
  },
}
