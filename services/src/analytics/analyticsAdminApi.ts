import type { AnalyticsReport } from '@portico/contracts/services/analytics'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { check as holds, isoDate, object, optional, pipe, strictObject, string } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { check } from '../http/readBody.ts'
import { type AdminEnv, adminHeaders, createNeeds, type Guard, projectIdOf } from '../projectConfig/adminFrame.ts'
import { readProject } from '../projectConfig/readProject.ts'
import { dayOf } from './createCounter.ts'
import { readReport } from './readReport.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const DAYS_MAX = 366

const dateMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const firstOf = (days: number, to: string) => dayOf(dateMs(to) - (days - 1) * DAY_MS)

const Day = pipe(
  string(),
  isoDate('must be a day like 2025-08-12'),
  // `isoDate` also accepts February 31.
  holds(
    (day) => day >= '2000' && !Number.isNaN(dateMs(day)) && dayOf(dateMs(day)) === day,
    'must be a day that there is',
  ),
)

/** The query of `GET …/analytics`. Without parameters, the report covers the last thirty days. */
const ReportQuery = strictObject({ from: optional(Day), to: optional(Day) })

const Period = pipe(
  object({ from: string(), to: string() }),
  holds(({ from, to }) => from <= to, 'from must not be after to'),
  holds(({ from, to }) => from >= firstOf(DAYS_MAX, to), `must not be over ${DAYS_MAX} days`),
)

/** A project's statistics for the console. Mounted together with the rest of the admin API, behind the same guard. */
export function analyticsAdminApi(db: Kysely<Schema>, guard: Guard, now = Date.now) {
  const needs = createNeeds(guard)
  return new Hono<AdminEnv>().use(adminHeaders).get('/:projectId/analytics', needs('read'), async (c) => {
    const { id } = await readProject(db, projectIdOf(c))
    const query = check(ReportQuery, c.req.query())
    const to = query.to ?? dayOf(now())
    const period = check(Period, { from: query.from ?? firstOf(DEFAULT_DAYS, to), to })
    return c.json((await readReport(db, id, period)) satisfies AnalyticsReport)
  })
}
