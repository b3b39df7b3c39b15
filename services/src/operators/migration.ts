import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled } from '../database/tables.ts'

/** Creates a table whose rows belong to an operator and are deleted with the operator. */
const tableOfOperator = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('operator_id', 'uuid', (column) => column.notNull().references('operators.id').onDelete('cascade'))

async function createOperators(db: Kysely<unknown>) {
  await db.schema
    .createTable('operators')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await tableOfOperator(db, 'operator_grants')
    .addColumn('project_id', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('operator_grants_by_operator').on('operator_grants').column('operator_id').execute()
  await tableOfOperator(db, 'operator_passkeys')
    .addColumn('credential_id', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .$call(filled('timestamptz', 'created_at'))
    .execute()
  await tableOfOperator(db, 'operator_wallets')
    .addColumn('account', 'text', (column) => column.primaryKey())
    .$call(filled('timestamptz', 'created_at'))
    .execute()
  await tableOfOperator(db, 'operator_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .$call(filled('text', 'method'))
    .$call(filled('timestamptz', 'created_at', 'expires_at'))
    .execute()
}

async function createActions(db: Kysely<unknown>) {
  await db.schema
    .createTable('operator_invitations')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey())
    .$call(filled('text', 'name', 'created_by'))
    .$call(filled('jsonb', 'grants'))
    .$call(filled('timestamptz', 'expires_at'))
    .execute()
  await db.schema
    .createTable('operator_challenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .$call(filled('timestamptz', 'expires_at'))
    .execute()
  await tableOfOperator(db, 'operator_actions')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .$call(filled('jsonb', 'decision'))
    .addColumn('is_forced', 'boolean', (column) => column.notNull())
    .addColumn('reason', 'text')
    .$call(filled('text', 'text'))
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('prepared'))
    .addColumn('signature', 'jsonb')
    .$call(filled('timestamptz', 'created_at', 'expires_at'))
    .execute()
  await db.schema
    .createIndex('operator_actions_by_project')
    .on('operator_actions')
    .columns(['project_id', 'state'])
    .execute()
}

/** Adds operators, what they sign, and what a project demands of them. */
export const operatorsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('projects')
      .addColumn('signing', 'text', (column) => column.notNull().defaultTo('optional'))
      .addColumn('forced_remotes', sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'::text[]`))
      .execute()
    await db.schema.alterTable('audit_log').addColumn('reason', 'text').addColumn('signatures', 'jsonb').execute()
    await createOperators(db)
    await createActions(db)
  },
}
