import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ACCOUNTS_MAX, releaseAmong, type Tally } from './tally.ts'

/** The project and the day of a tally. */
export interface TallyKey {
  readonly projectId: string
  /** A day in UTC, such as 2025-08-12. */
  readonly day: string
}

async function saveEvents(trx: Transaction<Schema>, { projectId, day }: TallyKey, { events }: Tally) {
  const rows = [...events].map(([event, count]) => ({ project_id: projectId, day, event, count }))
  if (rows.length === 0) return
  await trx
    .insertInto('analytics_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'day', 'event'])
        .doUpdateSet({ count: sql`analytics_events.count + excluded.count` }),
    )
    .execute()
}

async function saveErrors(trx: Transaction<Schema>, { projectId, day }: TallyKey, { errors }: Tally) {
  if (errors.size === 0) return
  const stored = await trx
    .selectFrom('analytics_errors')
    .select('release')
    .distinct()
    .where('project_id', '=', projectId)
    .where('day', '=', day)
    .execute()
  const releases = new Set(stored.map(({ release }) => release))
  for (const [name, types] of errors) {
    const release = releaseAmong(releases, name)
    releases.add(release)
    const rows = [...types].map(([error_type, count]) => ({ project_id: projectId, day, release, error_type, count }))
    // One statement per release: several releases may count as `other` and so share rows, and a statement may change a
    // row only once.
    await trx
      .insertInto('analytics_errors')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'day', 'release', 'error_type'])
          .doUpdateSet({ count: sql`analytics_errors.count + excluded.count` }),
      )
      .execute()
  }
}

async function saveAccounts(trx: Transaction<Schema>, { projectId, day }: TallyKey, { accounts }: Tally) {
  if (accounts.size === 0) return
  const { stored } = await trx
    .selectFrom('analytics_accounts')
    .select(({ fn }) => fn.countAll().as('stored'))
    .where('project_id', '=', projectId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  const rows = [...accounts]
    .slice(0, Math.max(0, ACCOUNTS_MAX - Number(stored)))
    .map((address) => ({ project_id: projectId, day, address }))
  if (rows.length === 0) return
  await trx
    .insertInto('analytics_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Adds a tally to the stored counts in one transaction, and obeys the operator's current settings: saves nothing while
 * analytics are off, and saves accounts only if addresses are switched on.
 */
export const saveTally = (db: Kysely<Schema>, key: TallyKey, tally: Tally): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Locks the project's row, so that other processes that save for it, and changes by the operator, have to wait.
    const project = await trx
      .selectFrom('projects')
      .select(['is_analytics_enabled', 'are_addresses_kept'])
      .where('id', '=', key.projectId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!project?.is_analytics_enabled) return
    await saveEvents(trx, key, tally)
    await saveErrors(trx, key, tally)
    if (project.are_addresses_kept) await saveAccounts(trx, key, tally)
  })
