import type { ColumnType, Generated } from 'kysely'

/** A `bigint`, which some drivers read as text. */
type Count = ColumnType<number | string, number | undefined, number | string>

/** What browsers report about the versions of remotes: counts, without visitors or pages. See `migration.ts`. */
export interface RemoteHealthTables {
  remote_health: {
    project_id: string
    /** The beginning of an hour in UTC, such as 2025-08-12T14. */
    hour: string
    remote_id: string
    version: string
    measure: Measure
    /** The step of the time, for `load` and `firstRender`; otherwise 0. See `timeSteps.ts`. */
    step: number
    count: number | string
  }
  /** The last rollout in steps of each remote. */
  rollouts: {
    project_id: string
    remote_id: string
    target: ColumnType<{ version: string } | { channel: string }, string, string>
    /** The versions that count as the rollout; all others count as stable. */
    versions: string[]
    steps: ColumnType<StoredStep[], string, string>
    automatic_rollback: boolean
    begun_at: Date
    step: number
    step_since: Date
    ended_how: string | null
    ended_reason: string | null
    ended_at: Date | null
    /** Since the beginning. */
    rollout_loads: Count
    rollout_failures: Count
    stable_loads: Count
    stable_failures: Count
    /** Those of the above that the evidence already contains. */
    seen_rollout_loads: Count
    seen_rollout_failures: Count
    seen_stable_loads: Count
    seen_stable_failures: Count
    /** Since the step began, of pages that knew its percentage. */
    step_rollout_loads: Count
    step_rollout_failures: Count
    step_stable_loads: Count
    /** The natural logarithm; see `compareRates.ts`. */
    log_evidence: Generated<number>
    /** Whether the evidence has ever reached the threshold. */
    is_worse: Generated<boolean>
  }
}

export type Measure = 'load' | 'failedLoad' | 'firstRender' | 'crash' | 'viewError'

interface StoredStep {
  percent: number
  afterMinutes: number
  healthyLoads: number
}
