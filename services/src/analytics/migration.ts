import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled, tableOfProject } from '../database/tables.ts'

const ofDay = (db: Kysely<unknown>, table: string) =>
  tableOfProject(db, table).addColumn('day', 'text', (column) =>
    column.notNull().check(sql`day ~ '^\\d{4}-\\d\\d-\\d\\d$'`),
  )

export const analyticsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('projects')
      .addColumn('are_addresses_kept', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute()
    await ofDay(db, 'analytics_events')
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_events_key', ['project_id', 'day', 'event'])
      .execute()
    await ofDay(db, 'analytics_errors')
      .$call(filled('text', 'release', 'error_type'))
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_errors_key', ['project_id', 'day', 'release', 'error_type'])
      .execute()
    await ofDay(db, 'analytics_accounts')
      .addColumn('address', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_accounts_key', ['project_id', 'day', 'address'])
      .execute()
  },
}
