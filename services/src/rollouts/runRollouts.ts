import type { RemoteId } from '@portico/contracts'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { changeInTransaction } from '../projectConfig/changeProject.ts'
import type { RolloutPlan } from '../projectConfig/project.ts'
import { readProject } from '../projectConfig/readProject.ts'
import { type BothSides, isBlock, LOG_THRESHOLD, logFactor, type Outcomes } from './compareRates.ts'
import { advanceRollout, rollBack, runningPlan } from './rolloutPlan.ts'
import { isStepOver, type RolloutCounts, readRolloutCounts } from './rolloutState.ts'

const INTERVAL_MS = 5_000

/** New loads. A late failure whose load was in an earlier block waits for a load, because a load fails at most once. */
function newOutcomes(all: Outcomes, seen: Outcomes): Outcomes {
  const loads = all.loads - seen.loads
  return { loads, failures: Math.min(loads, all.failures - seen.failures) }
}

const plus = (one: Outcomes, other: Outcomes): Outcomes => ({
  loads: one.loads + other.loads,
  failures: one.failures + other.failures,
})

/** Adds the new loads to the evidence, and stores it. */
async function weigh(
  trx: Transaction<Schema>,
  projectId: string,
  remoteId: RemoteId,
  counts: RolloutCounts,
): Promise<RolloutCounts> {
  const { all, seen } = counts
  const block: BothSides = {
    rollout: newOutcomes(all.rollout, seen.rollout),
    stable: newOutcomes(all.stable, seen.stable),
  }
  if (!isBlock(block)) return counts
  const logEvidence = counts.logEvidence + logFactor(seen, block)
  const isWorse = counts.isWorse || logEvidence >= LOG_THRESHOLD
  const now: BothSides = { rollout: plus(seen.rollout, block.rollout), stable: plus(seen.stable, block.stable) }
  await trx
    .updateTable('rollouts')
    .set({
      seen_rollout_loads: now.rollout.loads,
      seen_rollout_failures: now.rollout.failures,
      seen_stable_loads: now.stable.loads,
      seen_stable_failures: now.stable.failures,
      log_evidence: logEvidence,
      is_worse: isWorse,
    })
    .where('project_id', '=', projectId)
    .where('remote_id', '=', remoteId)
    .execute()
  return { ...counts, seen: now, logEvidence, isWorse }
}

const named = ({ target }: RolloutPlan) => ('version' in target ? target.version : `channel ${target.channel}`)

const share = ({ loads, failures }: Outcomes) =>
  `${failures} of ${loads} loads failed (${loads ? ((100 * failures) / loads).toFixed(1) : '0.0'} %)`

const comparison = ({ all: { rollout, stable } }: RolloutCounts): string =>
  `${share(rollout)}, of stable ${stable.failures} of ${stable.loads} (${stable.loads ? ((100 * stable.failures) / stable.loads).toFixed(1) : '0.0'} %)`

/** Brings one rollout up to date. The caller has locked the project. @returns what was done, if anything */
async function advance(trx: Transaction<Schema>, projectId: string, remoteId: RemoteId, now: number) {
  const plan = runningPlan(await readProject(trx, projectId), remoteId)
  const stored = (await readRolloutCounts(trx, projectId)).get(remoteId)
  if (!plan || !stored) return undefined
  const counts = await weigh(trx, projectId, remoteId, stored)
  const at = new Date(now).toISOString()
  if (counts.isWorse) {
    // Without automatic rollback, the rollout stays where it is until an operator decides.
    if (!plan.automaticRollback) return undefined
    const reason = comparison(counts)
    const action = `roll back ${remoteId} ${named(plan)}: ${reason}`
    await changeInTransaction(trx, { projectId, actor: 'automatic rollback', action }, (project) =>
      rollBack(project, remoteId, reason, at),
    )
    return action
  }
  if (!isStepOver(plan, counts, now)) return undefined
  const next = plan.steps[plan.step + 1]
  const { rollout } = counts.step
  const reason = `${rollout.loads - rollout.failures} healthy loads since ${plan.stepSince}`
  const action = next
    ? `roll out ${remoteId} ${named(plan)} to ${next.percent} %: ${reason}`
    : `complete the rollout of ${remoteId} ${named(plan)}: ${reason}`
  await changeInTransaction(trx, { projectId, actor: 'scheduled rollout', action }, (project) =>
    advanceRollout(project, remoteId, reason, at),
  )
  return action
}

/** Brings all running rollouts up to date. Several processes may do so: each skips projects that another one holds. */
export async function advanceRollouts(db: Kysely<Schema>, log: Log, now = Date.now()): Promise<void> {
  const running = await db
    .selectFrom('rollouts')
    .select(['project_id', 'remote_id'])
    .where('ended_at', 'is', null)
    .execute()
  for (const { project_id, remote_id } of running) {
    try {
      const action = await db.transaction().execute(async (trx) => {
        const held = await trx
          .selectFrom('projects')
          .select('id')
          .where('id', '=', project_id)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        return held && (await advance(trx, project_id, remote_id, now))
      })
      if (action) log.info(action, { project: project_id })
    } catch (error) {
      log.error('a rollout could not be brought up to date', { project: project_id, remote: remote_id, error })
    }
  }
}

/**
 * Brings rollouts up to date at intervals.
 * @returns ends that, after a round that is under way
 */
export function runRollouts(db: Kysely<Schema>, log: Log, intervalMs = INTERVAL_MS): () => Promise<void> {
  let round = Promise.resolve()
  let isIdle = true
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    round = advanceRollouts(db, log)
      .catch((error: unknown) => log.error('rollouts could not be brought up to date', { error }))
      .finally(() => {
        isIdle = true
      })
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
