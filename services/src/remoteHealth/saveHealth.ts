import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type HealthTally, PAIRS_MAX } from './healthTally.ts'
import type { Measure } from './tables.ts'

/** The project and the hour of a tally. */
export interface HealthKey {
  readonly projectId: string
  /** In UTC, such as 2025-08-12T14. */
  readonly hour: string
}

export const hourOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 13)

/** The versions that have room in the database: those that it already has, and as many others as fit. */
async function withRoom(trx: Transaction<Schema>, { projectId, hour }: HealthKey, tally: HealthTally) {
  const stored = await trx
    .selectFrom('remote_health')
    .select(['remote_id', 'version'])
    .distinct()
    .where('project_id', '=', projectId)
    .where('hour', '=', hour)
    .execute()
  const names = new Set(stored.map(({ remote_id, version }) => `${remote_id} ${version}`))
  return [...tally].flatMap(([name, version]) => {
    if (!names.has(name) && names.size >= PAIRS_MAX) return []
    names.add(name)
    return [version]
  })
}

async function saveCounts(trx: Transaction<Schema>, key: HealthKey, tally: HealthTally) {
  const rows = (await withRoom(trx, key, tally)).flatMap(({ id, version, counts }) =>
    [...counts].map(([name, count]) => {
      const [measure, step] = name.split(' ') as [Measure, string]
      const { projectId, hour } = key
      return { project_id: projectId, hour, remote_id: id, version, measure, step: Number(step), count }
    }),
  )
  // In several statements, because a statement has a limited number of values.
  for (let from = 0; from < rows.length; from += 1_000) {
    await trx
      .insertInto('remote_health')
      .values(rows.slice(from, from + 1_000))
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'remote_id', 'hour', 'version', 'measure', 'step'])
          .doUpdateSet({ count: sql`remote_health.count + excluded.count` }),
      )
      .execute()
  }
}

/** Adds to each running rollout what its two sides have reported. */
async function saveCompared(trx: Transaction<Schema>, projectId: string, tally: HealthTally) {
  const running = await trx
    .selectFrom('rollouts')
    .select(['remote_id', 'versions', 'steps', 'step'])
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .execute()
  for (const { remote_id, versions, steps, step } of running) {
    const percent = steps[step]?.percent
    const sides = { rollout: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }
    const inStep = { rollout: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }
    for (const { id, version, compared } of tally.values()) {
      if (id !== remote_id) continue
      const side = versions.includes(version) ? 'rollout' : 'stable'
      for (const [share, { loads, failures }] of compared) {
        for (const counted of share === percent ? [sides[side], inStep[side]] : [sides[side]]) {
          counted.loads += loads
          counted.failures += failures
        }
      }
    }
    await trx
      .updateTable('rollouts')
      .set(({ eb }) => ({
        rollout_loads: eb('rollout_loads', '+', sides.rollout.loads),
        rollout_failures: eb('rollout_failures', '+', sides.rollout.failures),
        stable_loads: eb('stable_loads', '+', sides.stable.loads),
        stable_failures: eb('stable_failures', '+', sides.stable.failures),
        step_rollout_loads: eb('step_rollout_loads', '+', inStep.rollout.loads),
        step_rollout_failures: eb('step_rollout_failures', '+', inStep.rollout.failures),
        step_stable_loads: eb('step_stable_loads', '+', inStep.stable.loads),
      }))
      .where('project_id', '=', projectId)
      .where('remote_id', '=', remote_id)
      .execute()
  }
}

/** Adds a tally to the stored counts in one transaction. Saves nothing while analytics are off. */
export const saveHealth = (db: Kysely<Schema>, key: HealthKey, tally: HealthTally): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Locks the project's row, so that other processes, and changes by operator and schedule, have to wait.
    const project = await trx
      .selectFrom('projects')
      .select('is_analytics_enabled')
      .where('id', '=', key.projectId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!project?.is_analytics_enabled) return
    await saveCounts(trx, key, tally)
    await saveCompared(trx, key.projectId, tally)
  })

const KEPT_MS = 90 * 86_400_000

/** Deletes the counts of more than ninety days ago. */
export const sweepHealth = (db: Kysely<Schema>, now: number): Promise<unknown> =>
  db
    .deleteFrom('remote_health')
    .where('hour', '<', hourOf(now - KEPT_MS))
    .execute()
