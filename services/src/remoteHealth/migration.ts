import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled, tableOfProject } from '../database/tables.ts'

const COUNTS = [
  'rollout_loads',
  'rollout_failures',
  'stable_loads',
  'stable_failures',
  'seen_rollout_loads',
  'seen_rollout_failures',
  'seen_stable_loads',
  'seen_stable_failures',
  'step_rollout_loads',
  'step_rollout_failures',
  'step_stable_loads',
]

async function createRollouts(db: Kysely<unknown>) {
  const table = tableOfProject(db, 'rollouts')
    .$call(filled('text', 'remote_id'))
    .$call(filled('jsonb', 'target', 'steps'))
    .addColumn('versions', sql`text[]`, (column) => column.notNull())
    .addColumn('automatic_rollback', 'boolean', (column) => column.notNull())
    .addColumn('step', 'smallint', (column) => column.notNull())
    .$call(filled('timestamptz', 'begun_at', 'step_since'))
    .addColumn('ended_how', 'text')
    .addColumn('ended_reason', 'text')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('log_evidence', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('is_worse', 'boolean', (column) => column.notNull().defaultTo(false))
    .addPrimaryKeyConstraint('rollouts_key', ['project_id', 'remote_id'])
  await COUNTS.reduce(
    (built, name) => built.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
    table,
  ).execute()
  await db.schema
    .createIndex('rollouts_running')
    .on('rollouts')
    .column('project_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}

/** The newest entry of the audit trail for each fact, so that it is found without a search. */
async function createLastChanges(db: Kysely<unknown>) {
  await db.schema
    .createTable('last_changes')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('fact', 'text', (column) => column.notNull())
    .addColumn('audit_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('last_changes_key', ['project_id', 'fact'])
    .execute()
  await sql`
    insert into last_changes (project_id, fact, audit_id)
    select project_id, fact, max(id) from audit_log, jsonb_object_keys(to_facts) as fact group by project_id, fact
  `.execute(db)
}

/** What browsers report about the versions of remotes, and rollouts in steps. */
export const remoteHealthMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('projects')
      .addColumn('health_percent', 'smallint', (column) =>
        column.notNull().defaultTo(100).check(sql`health_percent between 0 and 100`),
      )
      .execute()
    await tableOfProject(db, 'remote_health')
      .addColumn('hour', 'text', (column) => column.notNull().check(sql`hour ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d$'`))
      .$call(filled('text', 'remote_id', 'version', 'measure'))
      .addColumn('step', 'smallint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('remote_health_key', ['project_id', 'remote_id', 'hour', 'version', 'measure', 'step'])
      .execute()
    await createRollouts(db)
    await createLastChanges(db)
  },
}
