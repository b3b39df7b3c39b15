import { isDeepStrictEqual } from 'node:util'
import type { RemoteId } from '@portico/contracts'
import type { ActionSignature, Signing } from '@portico/contracts/services/admin'
import { FEATURE_IDS, type FeatureId, type RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { FeatureEntry, Project, RolloutPlan } from './project.ts'
import { readProject } from './readProject.ts'

/** The project, author and description of a change, for the audit log. */
export interface Deed {
  readonly projectId: string
  readonly actor: string
  readonly action: string
  /** Why, in the operator's words. */
  readonly reason?: string | undefined
  /** The operators' signatures. Absent for a change by token. */
  readonly signatures?: readonly ActionSignature[] | undefined
}

type Change = (project: Project) => Project

async function saveFeature(trx: Transaction<Schema>, projectId: string, featureId: FeatureId, entry: FeatureEntry) {
  const values = { is_enabled: entry.isEnabled, config: entry.config, parked_config: entry.parkedConfig }
  await trx
    .insertInto('feature_entries')
    .values({ project_id: projectId, feature_id: featureId, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'feature_id']).doUpdateSet(values))
    .execute()
}

async function saveSwitch(trx: Transaction<Schema>, projectId: string, remoteId: RemoteId, next?: RemoteSwitch) {
  if (!next) {
    await trx
      .deleteFrom('remote_switches')
      .where('project_id', '=', projectId)
      .where('remote_id', '=', remoteId)
      .execute()
    return
  }
  const values = {
    is_enabled: next.enabled ?? null,
    channel: next.channel ?? null,
    version: next.version ?? null,
    rollout: next.rollout ?? null,
  }
  await trx
    .insertInto('remote_switches')
    .values({ project_id: projectId, remote_id: remoteId, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'remote_id']).doUpdateSet(values))
    .execute()
}

const NO_COUNTS = { step_rollout_loads: 0, step_rollout_failures: 0, step_stable_loads: 0 }
const NO_EVIDENCE = {
  ...NO_COUNTS,
  rollout_loads: 0,
  rollout_failures: 0,
  stable_loads: 0,
  stable_failures: 0,
  seen_rollout_loads: 0,
  seen_rollout_failures: 0,
  seen_stable_loads: 0,
  seen_stable_failures: 0,
  log_evidence: 0,
  is_worse: false,
}

/** A new rollout, and a new step, begin to count at zero. */
async function saveRollout(
  trx: Transaction<Schema>,
  projectId: string,
  remoteId: RemoteId,
  from: RolloutPlan | undefined,
  to: RolloutPlan | undefined,
) {
  if (!to) return
  const values = {
    target: JSON.stringify(to.target),
    versions: [...to.versions],
    steps: JSON.stringify(to.steps),
    automatic_rollback: to.automaticRollback,
    begun_at: new Date(to.begunAt),
    step: to.step,
    step_since: new Date(to.stepSince),
    ended_how: to.ended?.how ?? null,
    ended_reason: to.ended?.reason ?? null,
    ended_at: to.ended ? new Date(to.ended.at) : null,
    ...(from?.begunAt === to.begunAt ? from.step !== to.step && NO_COUNTS : NO_EVIDENCE),
  }
  await trx
    .insertInto('rollouts')
    .values({ project_id: projectId, remote_id: remoteId, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'remote_id']).doUpdateSet(values))
    .execute()
}

async function saveOrigins(trx: Transaction<Schema>, projectId: string, origins: readonly string[]) {
  await trx.deleteFrom('allowed_origins').where('project_id', '=', projectId).execute()
  if (origins.length === 0) return
  const rows = origins.map((origin, position) => ({ project_id: projectId, position, origin }))
  await trx.insertInto('allowed_origins').values(rows).execute()
}

const saveAnalytics = (trx: Transaction<Schema>, projectId: string, isEnabled: boolean) =>
  trx.updateTable('projects').set({ is_analytics_enabled: isEnabled }).where('id', '=', projectId).execute()

/** Switching the storage of addresses off deletes the stored ones. */
async function saveAddresses(trx: Transaction<Schema>, projectId: string, areKept: boolean) {
  await trx.updateTable('projects').set({ are_addresses_kept: areKept }).where('id', '=', projectId).execute()
  if (!areKept) await trx.deleteFrom('analytics_accounts').where('project_id', '=', projectId).execute()
}

const saveHealthPercent = (trx: Transaction<Schema>, projectId: string, percent: number) =>
  trx.updateTable('projects').set({ health_percent: percent }).where('id', '=', projectId).execute()

const saveTimeZones = (trx: Transaction<Schema>, projectId: string, zones: readonly string[] | undefined) =>
  trx
    .updateTable('projects')
    .set({ restricted_time_zones: zones ? [...zones] : null })
    .where('id', '=', projectId)
    .execute()

const saveSigning = (trx: Transaction<Schema>, projectId: string, signing: Signing) =>
  trx.updateTable('projects').set({ signing }).where('id', '=', projectId).execute()

const saveForced = (trx: Transaction<Schema>, projectId: string, forced: readonly RemoteId[]) =>
  trx
    .updateTable('projects')
    .set({ forced_remotes: [...forced] })
    .where('id', '=', projectId)
    .execute()

interface Fact {
  readonly name: string
  readonly from: unknown
  readonly to: unknown
  save(): Promise<unknown>
}

/** Every fact of a project, with the only function that writes that fact. */
function factsOf(trx: Transaction<Schema>, from: Project, to: Project): Fact[] {
  const factOf = <Name extends keyof Project & string>(
    name: Name,
    save: (value: Project[Name]) => Promise<unknown>,
  ): Fact => ({ name, from: from[name], to: to[name], save: () => save(to[name]) })
  return [
    ...FEATURE_IDS.map((id) => ({
      name: `features.${id}`,
      from: from.features[id],
      to: to.features[id],
      save: () => saveFeature(trx, to.id, id, to.features[id]),
    })),
    ...[...new Set([...Object.keys(from.remotes), ...Object.keys(to.remotes)])].map((id) => ({
      name: `remotes.${id}`,
      from: from.remotes[id],
      to: to.remotes[id],
      save: () => saveSwitch(trx, to.id, id, to.remotes[id]),
    })),
    ...Object.keys({ ...from.rollouts, ...to.rollouts }).map((id) => ({
      name: `rollouts.${id}`,
      from: from.rollouts?.[id],
      to: to.rollouts?.[id],
      save: () => saveRollout(trx, to.id, id, from.rollouts?.[id], to.rollouts?.[id]),
    })),
    factOf('allowedOrigins', (origins) => saveOrigins(trx, to.id, origins)),
    factOf('restrictedTimeZones', (zones) => saveTimeZones(trx, to.id, zones)),
    factOf('isAnalyticsEnabled', (isEnabled) => saveAnalytics(trx, to.id, isEnabled)),
    factOf('signing', (signing = 'optional') => saveSigning(trx, to.id, signing)),
    factOf('forcedRemotes', (forced = []) => saveForced(trx, to.id, forced)),
    factOf('areAddressesKept', (areKept = false) => saveAddresses(trx, to.id, areKept)),
    factOf('healthPercent', (percent = 100) => saveHealthPercent(trx, to.id, percent)),
  ]
}

const asJson = (changed: readonly Fact[], side: 'from' | 'to') =>
  JSON.stringify(Object.fromEntries(changed.map((fact) => [fact.name, fact[side] ?? null])))

/** Writes the differences, and one row about them in the audit log. If there are no differences, nothing is written. */
export async function changeInTransaction(
  trx: Transaction<Schema>,
  { projectId, actor, action, reason, signatures }: Deed,
  change: Change,
) {
  // Serializes changes of a project, so that none is computed from an outdated state.
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
  const from = await readProject(trx, projectId)
  const to = change(from)
  const changed = factsOf(trx, from, to).filter((fact) => !isDeepStrictEqual(fact.from, fact.to))
  if (changed.length === 0) return from
  for (const fact of changed) await fact.save()
  const { id } = await trx
    .insertInto('audit_log')
    .values({
      project_id: projectId,
      actor,
      action,
      reason: reason ?? null,
      signatures: signatures ? JSON.stringify(signatures) : null,
      from_facts: asJson(changed, 'from'),
      to_facts: asJson(changed, 'to'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('last_changes')
    .values(changed.map(({ name }) => ({ project_id: projectId, fact: name, audit_id: id })))
    .onConflict((conflict) => conflict.columns(['project_id', 'fact']).doUpdateSet({ audit_id: id }))
    .execute()
  return to
}

/**
 * The only way to change a project: in one transaction, with one row in the audit log. `change` must be a pure
 * function.
 * @throws ServiceError `project.unknown`
 */
export const changeProject = (db: Kysely<Schema>, deed: Deed, change: Change) =>
  db.transaction().execute((trx) => changeInTransaction(trx, deed, change))
