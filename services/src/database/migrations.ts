import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { analyticsMigration } from '../analytics/migration.ts'
import { authMigration } from '../auth/migration.ts'
import { namesMigration } from '../blockchainApi/names/schema.ts'
import { deletionMigration, loginMigration, passkeysMigration } from '../login/migration.ts'
import { operatorsMigration } from '../operators/migration.ts'
import { releasesMigration } from '../releases/migration.ts'
import { remoteHealthMigration } from '../remoteHealth/migration.ts'
import { filled, tableOfProject } from './tables.ts'

const projectConfig: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('is_analytics_enabled', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute()
    await tableOfProject(db, 'feature_entries')
      .addColumn('feature_id', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'boolean', (column) => column.notNull())
      .addColumn('config', sql`text[]`)
      .addColumn('parked_config', sql`text[]`)
      .addPrimaryKeyConstraint('feature_entries_key', ['project_id', 'feature_id'])
      .execute()
    await tableOfProject(db, 'remote_switches')
      .addColumn('remote_id', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'boolean')
      .addColumn('channel', 'text')
      .addColumn('version', 'text')
      .addColumn('rollout', 'smallint', (column) => column.check(sql`rollout between 0 and 100`))
      .addPrimaryKeyConstraint('remote_switches_key', ['project_id', 'remote_id'])
      .execute()
    await tableOfProject(db, 'allowed_origins')
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('allowed_origins_key', ['project_id', 'position'])
      .execute()
    // Not made with `tableOfProject`, because the log must outlive the project.
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .$call(filled('text', 'actor', 'action'))
      .$call(filled('jsonb', 'from_facts', 'to_facts'))
      .execute()
    await db.schema.createIndex('audit_log_by_project').on('audit_log').columns(['project_id', 'id']).execute()
  },
}

/** Adds a project's list of restricted time zones. If it is null, the modal's own list applies. */
const timeZones: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('projects').addColumn('restricted_time_zones', sql`text[]`).execute()
  },
}

/** Migrations run in the order of their names, and only forward. Never change a released migration: add another. */
export const migrations: Record<string, Migration> = {
  '0001_project_config': projectConfig,
  '0002_analytics': analyticsMigration,
  '0003_names': namesMigration,
  '0004_auth': authMigration,
  '0005_login': loginMigration,
  '0006_login_passkeys': passkeysMigration,
  '0007_login_deletion': deletionMigration,
  '0008_time_zones': timeZones,
  '0009_releases': releasesMigration,
  '0010_remote_health': remoteHealthMigration,
  '0011_operators': operatorsMigration,
}
