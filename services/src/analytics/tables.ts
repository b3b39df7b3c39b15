/** Stored events: counts per day, without visitors or their origin. `migration.ts` creates the tables. */
export interface AnalyticsTables {
  analytics_events: {
    project_id: string
    /** A day in UTC, such as 2025-08-12. Stored as text, because drivers convert a `date` to their own time zone. */
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
  /** The accounts that were active on a day, only for projects whose operator has switched addresses on. */
  analytics_accounts: {
    project_id: string
    day: string
    address: string
  }
}

/** A `bigint`, which some drivers read as text. */
type Count = number | string
