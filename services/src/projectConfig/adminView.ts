import type { RemoteId } from '@portico/contracts'
import type { AdminProject } from '@portico/contracts/services/admin'
import type { LastChange } from '@portico/contracts/services/rollouts'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Published, ReadPublished } from '../releases/readPublished.ts'
import { type RolloutCounts, readRolloutCounts, rolloutState } from '../rollouts/rolloutState.ts'
import type { Missing } from './missing.ts'
import { type Project, wireFeatures } from './project.ts'
import { readLastChanges } from './readLastChanges.ts'
import { remoteStates } from './remoteStates.ts'

/** What is stored beside the project's facts. */
interface Beside {
  readonly published: Published | undefined
  readonly missing: Missing
  readonly counts: ReadonlyMap<RemoteId, RolloutCounts>
  readonly lastChangeOf: (id: RemoteId) => LastChange | undefined
}

function rolloutOf({ rollouts }: Project, id: RemoteId, { counts }: Beside) {
  const plan = rollouts?.[id]
  const counted = counts.get(id)
  return plan && counted ? { rollout: rolloutState(plan, counted, false) } : {}
}

function lastChangeOf(id: RemoteId, beside: Beside) {
  const lastChange = beside.lastChangeOf(id)
  return lastChange ? { lastChange } : {}
}

const viewOf = (project: Project, beside: Beside): AdminProject => ({
  id: project.id,
  isAnalyticsEnabled: project.isAnalyticsEnabled,
  areAddressesKept: project.areAddressesKept ?? false,
  healthPercent: project.healthPercent ?? 100,
  signing: project.signing ?? 'optional',
  allowedOrigins: [...project.allowedOrigins],
  ...(project.restrictedTimeZones && { restrictedTimeZones: [...project.restrictedTimeZones] }),
  features: wireFeatures(project),
  remotes: remoteStates(project, beside.published, beside.missing).map((remote) => ({
    ...remote,
    ...rolloutOf(project, remote.id, beside),
    ...lastChangeOf(remote.id, beside),
  })),
})

/** The answer to every request about one project. It does not depend on the release index being available. */
export type AdminView = (project: Project) => Promise<AdminProject>

export const createAdminView =
  (db: Kysely<Schema>, readPublished: ReadPublished, missing: Missing): AdminView =>
  async (project) => {
    const published = await readPublished('lately').catch(() => undefined)
    const [counts, lastChangeOf] = await Promise.all([
      readRolloutCounts(db, project.id),
      readLastChanges(db, project.id),
    ])
    return viewOf(project, { published, missing, counts, lastChangeOf })
  }
