import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled } from '../database/tables.ts'

const shares: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('share_store')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute()
    await db.schema
      .createTable('shares')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('current', 'next')`))
      .addColumn('split_id', 'uuid', (column) => column.notNull())
      .$call(filled('text', 'key_id', 'sealed', 'written_by'))
      .addColumn('written_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('shares_key', ['subject', 'state'])
      .execute()
    await db.schema.createIndex('shares_by_key').on('shares').column('key_id').execute()
    await db.schema
      .createTable('share_used_ids')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('share_used_ids_by_end').on('share_used_ids').column('expires_at').execute()
    await db.schema
      .createTable('share_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .$call(filled('text', 'subject', 'jkt'))
      .$call(filled('timestamptz', 'created_at', 'expires_at'))
      .addColumn('confirmed_at', 'timestamptz')
      .execute()
    await db.schema.createIndex('share_links_by_subject').on('share_links').columns(['subject', 'created_at']).execute()
  },
}

const deletions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('shares').addColumn('deletes_at', 'timestamptz').execute()
    await db.schema.createIndex('shares_by_deletion').on('shares').column('deletes_at').execute()
    await db.schema.alterTable('share_links').addColumn('refused_at', 'timestamptz').execute()
  },
}

const keeps: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('shares').addColumn('kept_at', 'timestamptz').execute()
  },
}

const devices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('share_devices')
      .$call(filled('text', 'subject', 'jkt'))
      .addColumn('host', 'text')
      .addColumn('asked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('confirmed_at', 'timestamptz')
      .addColumn('refused_at', 'timestamptz')
      .addPrimaryKeyConstraint('share_devices_key', ['subject', 'jkt'])
      .execute()
    // In wallets from before this migration, the key that wrote the share becomes a known key.
    await sql`
      insert into share_devices (subject, jkt, asked_at, confirmed_at)
      select subject, written_by, written_at, written_at from shares where state = 'current'
    `.execute(db)
  },
}

/** Share stores' migrations run in the order of their names, forward only. Never change a released one: add another. */
export const shareMigrations: Record<string, Migration> = {
  '0001_shares': shares,
  '0002_deletions': deletions,
  '0003_keeps': keeps,
  '0004_devices': devices,
}
