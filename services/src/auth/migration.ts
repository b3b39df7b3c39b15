import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A table whose rows belong to a project and are deleted with it. */
const ofProject = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))

export const authMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db, 'auth_accounts')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .addColumn('caip2_chain', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('address_key', 'text', (column) => column.notNull())
      .addColumn('connection_method', 'text')
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('last_signed_in_at', 'timestamptz', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('auth_accounts_by_address', ['project_id', 'caip2_chain', 'address_key'])
      .execute()
    await db.schema.createIndex('auth_accounts_by_profile').on('auth_accounts').column('profile_id').execute()
    await ofProject(db, 'auth_sessions')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('auth_accounts.id').onDelete('cascade'))
      .addColumn('nonce', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('revoked_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('auth_sessions_by_end').on('auth_sessions').column('expires_at').execute()
    await ofProject(db, 'auth_emails')
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('auth_emails_key', ['profile_id', 'email'])
      .execute()
    await ofProject(db, 'auth_otps')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('profile_id', 'uuid', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('confirmed_at', 'timestamptz')
      .execute()
    await db.schema
      .createTable('auth_mail_counts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('last_sent_at', 'timestamptz', (column) => column.notNull())
      .addColumn('window_ends_at', 'timestamptz', (column) => column.notNull())
      .execute()
  },
}
