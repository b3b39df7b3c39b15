import type { ActionSignature, Signing } from '@portico/contracts/services/admin'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AnalyticsTables } from '../analytics/tables.ts'
import type { NamesSchema } from '../blockchainApi/names/schema.ts'
import type { OperatorTables } from '../operators/tables.ts'
import type { ReleaseTables } from '../releases/tables.ts'
import type { RemoteHealthTables } from '../remoteHealth/tables.ts'

/** A JSON object, which is written as text and read as an object. */
type Facts = ColumnType<Record<string, unknown>, string, never>

/** The tables of all services; `migrations.ts` creates them. */
export interface Schema extends AnalyticsTables, NamesSchema, OperatorTables, ReleaseTables, RemoteHealthTables {
  projects: {
    id: string
    is_analytics_enabled: Generated<boolean>
    are_addresses_kept: Generated<boolean>
    /** If `null`, the modal's own list applies. */
    restricted_time_zones: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
    /** While analytics are on. */
    health_percent: Generated<number>
    /** Who may make dangerous decisions. */
    signing: Generated<Signing>
    /** The remotes that are offered although the deployment is missing something for them. */
    forced_remotes: Generated<string[]>
    created_at: GeneratedAlways<Date>
  }
  feature_entries: {
    project_id: string
    feature_id: string
    is_enabled: boolean
    /** If `null`, the site's own options decide (services.md §5.2). */
    config: string[] | null
    /** The names that a toggle has removed from `config` and that the next `on` restores. */
    parked_config: string[] | null
  }
  remote_switches: {
    project_id: string
    remote_id: string
    is_enabled: boolean | null
    channel: string | null
    version: string | null
    rollout: number | null
  }
  allowed_origins: {
    project_id: string
    position: number
    origin: string
  }
  audit_log: {
    id: GeneratedAlways<number>
    project_id: string
    at: GeneratedAlways<Date>
    actor: string
    action: string
    reason: ColumnType<string | null, string | null | undefined, never>
    signatures: ColumnType<ActionSignature[] | null, string | null | undefined, never>
    from_facts: Facts
    to_facts: Facts
  }
  /** The newest entry of the audit log for each fact of a project. */
  last_changes: {
    project_id: string
    fact: string
    audit_id: number
  }
}
