import type { AnalyticsReport } from '@portico/contracts/services/analytics'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** From the first to the last day, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A project's statistics for the console. */
export async function readReport(
  db: Kysely<Schema>,
  projectId: string,
  { from, to }: Period,
): Promise<AnalyticsReport> {
  const events = await db
    .selectFrom('analytics_events')
    .select(['day', 'event', 'count'])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('event')
    .execute()
  const errors = await db
    .selectFrom('analytics_errors')
    .select(({ fn }) => [
      'release',
      'error_type',
      fn.sum('count').as('count'),
      fn.min('day').as('firstDay'),
      fn.max('day').as('lastDay'),
    ])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['release', 'error_type'])
    .orderBy('release')
    .orderBy('error_type')
    .execute()
  const accounts = await db
    .selectFrom('analytics_accounts')
    .select(({ fn }) => ['day', fn.countAll().as('count')])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .orderBy('day')
    .execute()
  return {
    from,
    to,
    events: events.map(({ day, event, count }) => ({ day, event, count: Number(count) })),
    errors: errors.map(({ release, error_type, count, firstDay, lastDay }) => ({
      release,
      type: error_type,
      count: Number(count),
      firstDay,
      lastDay,
    })),
    accounts: accounts.map(({ day, count }) => ({ day, count: Number(count) })),
  }
}
