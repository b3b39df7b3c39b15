import type { RemoteId } from '@portico/contracts'
import type { Verdict } from '@portico/contracts/services/remoteHealth'
import type { RolloutState } from '@portico/contracts/services/rollouts'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { RolloutPlan } from '../projectConfig/project.ts'
import { type BothSides, isSplitSuspicious, LOG_THRESHOLD, type Outcomes, THRESHOLD } from './compareRates.ts'

/** What has been reported about a rollout. */
export interface RolloutCounts {
  readonly all: BothSides
  /** The part that the evidence contains. */
  readonly seen: BothSides
  readonly step: { readonly rollout: Outcomes; readonly stableLoads: number }
  readonly logEvidence: number
  readonly isWorse: boolean
}

type Row = Selectable<Schema['rollouts']>

const outcomes = (loads: number | string, failures: number | string): Outcomes => ({
  loads: Number(loads),
  failures: Number(failures),
})

const countsOf = (row: Row): RolloutCounts => ({
  all: {
    rollout: outcomes(row.rollout_loads, row.rollout_failures),
    stable: outcomes(row.stable_loads, row.stable_failures),
  },
  seen: {
    rollout: outcomes(row.seen_rollout_loads, row.seen_rollout_failures),
    stable: outcomes(row.seen_stable_loads, row.seen_stable_failures),
  },
  step: {
    rollout: outcomes(row.step_rollout_loads, row.step_rollout_failures),
    stableLoads: Number(row.step_stable_loads),
  },
  logEvidence: row.log_evidence,
  isWorse: row.is_worse,
})

/** The counts of all rollouts of a project, keyed by remote. */
export async function readRolloutCounts(
  db: Kysely<Schema>,
  projectId: string,
): Promise<ReadonlyMap<RemoteId, RolloutCounts>> {
  const rows = await db.selectFrom('rollouts').selectAll().where('project_id', '=', projectId).execute()
  return new Map(rows.map((row) => [row.remote_id, countsOf(row)]))
}

/** The healthy and the failed loads. A late failure is counted before its load in rare cases. */
const healthyOf = ({ loads, failures }: Outcomes): number => Math.max(0, loads - failures)

const withRate = ({ loads, failures }: Outcomes) => ({ loads, failures, rate: loads ? failures / loads : null })

export function verdictOf(
  { steps, step }: RolloutPlan,
  { all, step: inStep, logEvidence, isWorse }: RolloutCounts,
): Verdict {
  const percent = steps[step]?.percent ?? 0
  const loads = inStep.rollout.loads + inStep.stableLoads
  const hasData = all.rollout.loads > 0 && all.stable.loads > 0
  return {
    result: isWorse ? 'worse' : hasData ? 'noDifference' : 'noData',
    rollout: withRate(all.rollout),
    stable: withRate(all.stable),
    // More would say no more than this, and might not be a number in JSON.
    evidence: Math.exp(Math.min(logEvidence, 2 * LOG_THRESHOLD)),
    threshold: THRESHOLD,
    sampleRatio: {
      isSuspicious: isSplitSuspicious(inStep.rollout.loads, inStep.stableLoads, percent),
      expected: percent,
      actual: loads ? (100 * inStep.rollout.loads) / loads : null,
    },
  }
}

/** What a running step still waits for. */
function waitsFor({ steps, step, stepSince }: RolloutPlan, { step: inStep }: RolloutCounts) {
  const { afterMinutes = 0, healthyLoads = 0 } = steps[step] ?? {}
  return {
    until: new Date(Date.parse(stepSince) + afterMinutes * 60_000).toISOString(),
    healthyLoads: Math.max(0, healthyLoads - healthyOf(inStep.rollout)),
    nextPercent: steps[step + 1]?.percent ?? null,
  }
}

/** Whether a step has lasted long enough, and has enough healthy loads. */
export function isStepOver(plan: RolloutPlan, counts: RolloutCounts, now: number): boolean {
  const { until, healthyLoads } = waitsFor(plan, counts)
  return now >= Date.parse(until) && healthyLoads === 0
}

export function rolloutState(plan: RolloutPlan, counts: RolloutCounts, withVerdict: boolean): RolloutState {
  const { target, steps, automaticRollback, begunAt, step, stepSince, ended } = plan
  const { rollout } = counts.step
  return {
    target,
    steps: [...steps],
    automaticRollback,
    begunAt,
    step,
    stepSince,
    stepLoads: { healthy: healthyOf(rollout), failed: rollout.failures },
    ...(ended
      ? { ended }
      : { waitsFor: waitsFor(plan, counts), ...(withVerdict && { verdict: verdictOf(plan, counts) }) }),
  }
}
