import { compareVersions } from '@portico/contracts'
import type { RemoteHealth } from '@portico/contracts/services/remoteHealth'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { hourOf } from './saveHealth.ts'
import type { Measure } from './tables.ts'
import { percentileOf } from './timeSteps.ts'

const HOUR_MS = 3_600_000

type Steps = Map<number, number>
type Counts = Readonly<Record<Measure, Steps>>

const emptyCounts = (): Counts => ({
  load: new Map(),
  failedLoad: new Map(),
  firstRender: new Map(),
  crash: new Map(),
  viewError: new Map(),
})

const total = (steps: Steps) => [...steps.values()].reduce((sum, count) => sum + count, 0)
const percentiles = (steps: Steps) => ({
  p50: percentileOf(steps, 0.5),
  p75: percentileOf(steps, 0.75),
  p95: percentileOf(steps, 0.95),
})

/** How the versions of a remote have fared in the last hours, including the current one. */
export async function readHealth(
  db: Kysely<Schema>,
  projectId: string,
  remoteId: string,
  hours: number,
  now: number,
): Promise<Omit<RemoteHealth, 'verdict'>> {
  const from = hourOf(now - (hours - 1) * HOUR_MS)
  const rows = await db
    .selectFrom('remote_health')
    .select(({ fn }) => ['version', 'measure', 'step', fn.sum('count').as('count')])
    .where('project_id', '=', projectId)
    .where('remote_id', '=', remoteId)
    .where('hour', '>=', from)
    .groupBy(['version', 'measure', 'step'])
    .execute()
  const versions = new Map<string, Counts>()
  for (const { version, measure, step, count } of rows) {
    const counts = versions.get(version) ?? emptyCounts()
    versions.set(version, counts)
    counts[measure].set(step, Number(count))
  }
  return {
    from: `${from}:00:00.000Z`,
    to: `${hourOf(now + HOUR_MS)}:00:00.000Z`,
    versions: [...versions]
      .sort(([one], [other]) => compareVersions(other, one))
      .map(([version, { load, failedLoad, firstRender, crash, viewError }]) => ({
        version,
        loads: total(load),
        failedLoads: total(failedLoad),
        firstRenders: total(firstRender),
        crashes: total(crash),
        viewErrors: total(viewError),
        loadMs: percentiles(load),
        renderMs: percentiles(firstRender),
      })),
  }
}
