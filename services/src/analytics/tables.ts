/** What is kept of events: numbers by day, and nothing that says who or where from. `migration.ts` creates the tables. */
export interface AnalyticsTables {
  analytics_events: {
    project_id: string
    /** Like 2025-08-12, UTC. As text: drivers turn a `date` into a moment of their own time zone. */
    day: string
    event: string
    count: Count
  }
  analytics_errors: {
    project_id: string
    day: string
    release: string
    error_type: string
    count: Count
  }
  /** Only for projects whose operator has switched it on: the accounts that were active on a day. */
  analytics_accounts: {
    project_id: string
    day: string
    address: string
  }
}

/** A `bigint`; some drivers read it as text. */
type Count = number | string
