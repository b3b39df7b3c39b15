import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled, tableOfSubject } from '../database/tables.ts'

export const loginMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('login_subjects')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await tableOfSubject(db, 'login_identities')
      .$call(filled('text', 'provider', 'identity'))
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
      .$call(filled('timestamptz', 'created_at', 'expires_at'))
      .execute()
    await db.schema.createIndex('login_attempts_by_end').on('login_attempts').column('expires_at').execute()
    await db.schema
      .createTable('login_social_attempts')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .addColumn('state_hash', 'text', (column) => column.notNull().unique())
      .$call(filled('text', 'provider', 'page', 'key_thumbprint'))
      .$call(filled('timestamptz', 'created_at', 'expires_at'))
      .execute()
    await db.schema
      .createIndex('login_social_attempts_by_end')
      .on('login_social_attempts')
      .column('expires_at')
      .execute()
    await db.schema
      .createTable('login_farcaster_attempts')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .$call(filled('text', 'channel_sealed', 'key_thumbprint'))
      .$call(filled('timestamptz', 'created_at', 'expires_at'))
      .execute()
    await db.schema
      .createIndex('login_farcaster_attempts_by_end')
      .on('login_farcaster_attempts')
      .column('expires_at')
      .execute()
    await tableOfSubject(db, 'login_sessions')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('previous_hash', 'text', (column) => column.unique())
      .addColumn('rotated_at', 'timestamptz', (column) => column.notNull())
      .$call(filled('text', 'provider', 'key_thumbprint'))
      .$call(filled('timestamptz', 'created_at', 'expires_at'))
      .addColumn('revoked_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('login_sessions_by_subject').on('login_sessions').column('subject_id').execute()
    await db.schema.createIndex('login_sessions_by_end').on('login_sessions').column('expires_at').execute()
  },
}

export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await tableOfSubject(db, 'login_passkeys')
      .$call(filled('text', 'credential_id', 'prf_salt', 'transports', 'sealed_share'))
      .addColumn('split_id', 'uuid', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_passkeys_key', ['subject_id', 'credential_id'])
      .execute()
  },
}

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
