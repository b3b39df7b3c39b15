import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A table whose rows belong to a wallet and are deleted with it. */
const ofSubject = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('subject_id', 'uuid', (column) => column.notNull().references('login_subjects.id').onDelete('cascade'))

export const loginMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('login_subjects')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await ofSubject(db, 'login_identities')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('user_name', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_identities_key', ['provider', 'identity'])
      .addUniqueConstraint('login_identities_of_subject', ['subject_id', 'provider'])
      .execute()
    await db.schema
      .createTable('login_attempts')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('new_email', 'text')
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'uuid', (column) => column.references('login_subjects.id').onDelete('cascade'))
      .addColumn('key_thumbprint', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('login_attempts_by_end').on('login_attempts').column('expires_at').execute()
    await db.schema
      .createTable('login_social_attempts')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .addColumn('state_hash', 'text', (column) => column.notNull().unique())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('key_thumbprint', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('login_social_attempts_by_end')
      .on('login_social_attempts')
      .column('expires_at')
      .execute()
    await db.schema
      .createTable('login_farcaster_attempts')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .addColumn('channel_sealed', 'text', (column) => column.notNull())
      .addColumn('key_thumbprint', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('login_farcaster_attempts_by_end')
      .on('login_farcaster_attempts')
      .column('expires_at')
      .execute()
    await ofSubject(db, 'login_sessions')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('previous_hash', 'text', (column) => column.unique())
      .addColumn('rotated_at', 'timestamptz', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('key_thumbprint', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('revoked_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('login_sessions_by_subject').on('login_sessions').column('subject_id').execute()
    await db.schema.createIndex('login_sessions_by_end').on('login_sessions').column('expires_at').execute()
  },
}
