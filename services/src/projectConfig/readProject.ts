import type { RemoteId } from '@portico/contracts'
import { FEATURE_IDS, type FeatureId, type RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Ending } from '@portico/contracts/services/rollouts'
import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { type FeatureEntry, OFF, type Project, type RolloutPlan } from './project.ts'

/** One statement, so that no reader sees half a change. */
const selectProject = (db: Kysely<Schema>, projectId: string) =>
  db
    .selectFrom('projects')
    .where('projects.id', '=', projectId)
    .select(({ selectFrom }) => [
      'projects.is_analytics_enabled',
      'projects.are_addresses_kept',
      'projects.health_percent',
      'projects.restricted_time_zones',
      'projects.signing',
      'projects.forced_remotes',
      jsonArrayFrom(
        selectFrom('feature_entries')
          .whereRef('feature_entries.project_id', '=', 'projects.id')
          .select(['feature_id', 'is_enabled', 'config', 'parked_config']),
      ).as('features'),
      jsonArrayFrom(
        selectFrom('remote_switches')
          .whereRef('remote_switches.project_id', '=', 'projects.id')
          .select(['remote_id', 'is_enabled', 'channel', 'version', 'rollout'])
          .orderBy('remote_id'),
      ).as('remotes'),
      jsonArrayFrom(
        selectFrom('rollouts')
          .whereRef('rollouts.project_id', '=', 'projects.id')
          .select(['remote_id', 'target', 'versions', 'steps', 'automatic_rollback', 'begun_at', 'step', 'step_since'])
          .select(['ended_how', 'ended_reason', 'ended_at'])
          .orderBy('remote_id'),
      ).as('rollouts'),
      jsonArrayFrom(
        selectFrom('allowed_origins')
          .whereRef('allowed_origins.project_id', '=', 'projects.id')
          .select('origin')
          .orderBy('position'),
      ).as('origins'),
    ])
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof selectProject>>>

function readFeature({ features }: Row, id: FeatureId): FeatureEntry {
  const row = features.find(({ feature_id }) => feature_id === id)
  return row ? { isEnabled: row.is_enabled, config: row.config, parkedConfig: row.parked_config } : OFF
}

/** The switch without its unset fields, as sent to clients. */
const readSwitch = (row: Row['remotes'][number]): RemoteSwitch => ({
  ...(row.is_enabled !== null && { enabled: row.is_enabled }),
  ...(row.channel !== null && { channel: row.channel }),
  ...(row.version !== null && { version: row.version }),
  ...(row.rollout !== null && { rollout: row.rollout }),
})

/** Dates in JSON have other forms in other databases. */
const isoOf = (date: string | Date): string => new Date(date).toISOString()

const readRollout = (row: Row['rollouts'][number]): RolloutPlan => ({
  target: row.target,
  versions: row.versions,
  steps: row.steps,
  automaticRollback: row.automatic_rollback,
  begunAt: isoOf(row.begun_at),
  step: row.step,
  stepSince: isoOf(row.step_since),
  ...(row.ended_at && {
    ended: { how: row.ended_how as Ending, reason: row.ended_reason ?? '', at: isoOf(row.ended_at) },
  }),
})

/** @throws ServiceError `project.unknown` */
export async function readProject(db: Kysely<Schema>, projectId: string): Promise<Project> {
  const row = await selectProject(db, projectId)
  if (!row) throw new ServiceError('project.unknown')
  return {
    id: projectId,
    isAnalyticsEnabled: row.is_analytics_enabled,
    areAddressesKept: row.are_addresses_kept,
    healthPercent: row.health_percent,
    ...(row.restricted_time_zones && { restrictedTimeZones: row.restricted_time_zones }),
    signing: row.signing,
    ...(row.forced_remotes.length > 0 && { forcedRemotes: row.forced_remotes }),
    features: Object.fromEntries(FEATURE_IDS.map((id) => [id, readFeature(row, id)])) as Record<
      FeatureId,
      FeatureEntry
    >,
    remotes: Object.fromEntries(row.remotes.map((one): [RemoteId, RemoteSwitch] => [one.remote_id, readSwitch(one)])),
    rollouts: Object.fromEntries(row.rollouts.map((one): [RemoteId, RolloutPlan] => [one.remote_id, readRollout(one)])),
    allowedOrigins: row.origins.map(({ origin }) => origin),
  }
}
