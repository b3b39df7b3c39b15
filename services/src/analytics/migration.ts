import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Deleted together with its project. */
const ofProject = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull().check(sql`day ~ '^\\d{4}-\\d\\d-\\d\\d$'`))

export const analyticsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('projects')
      .addColumn('are_addresses_kept', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute()
    await ofProject(db, 'analytics_events')
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_events_key', ['project_id', 'day', 'event'])
      .execute()
    await ofProject(db, 'analytics_errors')
      .addColumn('release', 'text', (column) => column.notNull())
      .addColumn('error_type', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_errors_key', ['project_id', 'day', 'release', 'error_type'])
      .execute()
    await ofProject(db, 'analytics_accounts')
      .addColumn('address', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_accounts_key', ['project_id', 'day', 'address'])
      .execute()
  },
}
