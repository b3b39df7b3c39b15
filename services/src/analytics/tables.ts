/** Stored events: numbers by day, without visitors or their origin. `migration.ts` creates the tables. */
export interface AnalyticsTables {
  analytics_events: {
    project_id: string
    /** Like 2025-08-12, UTC. As text, because drivers convert a `date` to their own time zone. */
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
  /** The accounts active on a day, only for projects whose operator has switched this on. */
  analytics_accounts: {
    project_id: string
    day: string
    address: string
  }
}

/** A `bigint`; some drivers read it as text. */
type Count = number | string
