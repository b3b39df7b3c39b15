import { isRemoteId, type RemoteId } from '@portico/contracts'
import { HealthQuery } from '@portico/contracts/services/admin'
import type { RemoteHealth } from '@portico/contracts/services/remoteHealth'
import { RollbackBody, RolloutBody, type RolloutState } from '@portico/contracts/services/rollouts'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { check, readBody } from '../http/readBody.ts'
import { type AdminEnv, adminHeaders, createNeeds, type Guard, projectIdOf } from '../projectConfig/adminFrame.ts'
import type { AdminView } from '../projectConfig/adminView.ts'
import { changeProject } from '../projectConfig/changeProject.ts'
import { refuseUnknownRelease, refuseUnknownRemote } from '../projectConfig/checkDecision.ts'
import { healthPercentOf, type Project } from '../projectConfig/project.ts'
import { readProject } from '../projectConfig/readProject.ts'
import type { PublishedRemote, ReadPublished } from '../releases/readPublished.ts'
import { readHealth } from '../remoteHealth/readHealth.ts'
import { beginRollout, endRollout, rollBack, runningPlan } from './rolloutPlan.ts'
import { readRolloutCounts, rolloutState, verdictOf } from './rolloutState.ts'

type Body = InferOutput<typeof RolloutBody>

const STABLE = 'stable'

const stableOf = (remote: PublishedRemote | undefined): readonly string[] => remote?.channels[STABLE] ?? []

/**
 * The versions that count as the rollout.
 * @throws ServiceError `rollout.notNew`, `index.unavailable` if a channel cannot be looked up
 */
function versionsOf(id: RemoteId, { target }: Body, remote: PublishedRemote | undefined): readonly string[] {
  const stable = stableOf(remote)
  if ('channel' in target && !remote) throw new ServiceError('index.unavailable')
  const listed = 'version' in target ? [target.version] : (remote?.channels[target.channel] ?? [])
  const [preferred] = stable
  const versions = 'version' in target ? listed : listed.filter((version) => !stable.includes(version))
  if (listed[0] === preferred || versions.length === 0) throw new ServiceError('rollout.notNew', { remoteId: id })
  return versions
}

/** @throws ServiceError `rollout.off`, `rollout.noReports`, `rollout.noControl` */
function refuseHopeless(id: RemoteId, { steps, automaticRollback }: Body, project: Project): void {
  if (project.remotes[id]?.enabled === false) throw new ServiceError('rollout.off', { remoteId: id })
  const needsReports = automaticRollback || steps.some(({ healthyLoads }) => healthyLoads > 0)
  if (needsReports && healthPercentOf(project) === 0) throw new ServiceError('rollout.noReports')
  if (automaticRollback && steps[0]?.percent === 100) throw new ServiceError('rollout.noControl')
}

/**
 * The version that a rollback pins; undefined if it gives everyone the channel `stable`. A version that is itself in
 * that channel is there because of an earlier rollback, so the next one goes further back.
 * @throws ServiceError `rollback.nothing`
 */
function versionBehind(id: RemoteId, project: Project, remote: PublishedRemote | undefined): string | undefined {
  const { version, channel, rollout } = project.remotes[id] ?? {}
  const stable = stableOf(remote)
  const at = version === undefined ? (channel === undefined ? 0 : -1) : stable.indexOf(version)
  if (rollout !== undefined || at < 0) return undefined
  const previous = stable[at + 1]
  if (!previous) throw new ServiceError('rollback.nothing', { remoteId: id })
  return previous
}

const named = ({ target, steps }: Body) =>
  `${'version' in target ? target.version : `channel ${target.channel}`} to ${steps.map(({ percent }) => percent).join(', ')} %`

function remoteIdOf(c: Context): RemoteId {
  const remoteId = c.req.param('remoteId') ?? ''
  if (!isRemoteId(remoteId)) throw new ServiceError('remote.unknown', { remoteId, hint: '' })
  return remoteId
}

/** Rollouts in steps, and how versions fare. Mounted together with the rest of the admin API, behind the same guard. */
export function rolloutAdminApi(
  db: Kysely<Schema>,
  guard: Guard,
  readPublished: ReadPublished,
  view: AdminView,
  now = Date.now,
) {
  const needs = createNeeds(guard)
  const moment = () => new Date(now()).toISOString()

  /** @throws ServiceError `rollout.unknown` */
  async function answer(project: Project, id: RemoteId): Promise<RolloutState> {
    const plan = project.rollouts?.[id]
    const counts = (await readRolloutCounts(db, project.id)).get(id)
    if (!plan || !counts) throw new ServiceError('rollout.unknown', { remoteId: id })
    return rolloutState(plan, counts, true)
  }

  /** @throws ServiceError `action.signatureNeeded`: rollouts in steps cannot be signed yet */
  const change = (c: Context<AdminEnv>, action: string, apply: (project: Project) => Project) =>
    changeProject(db, { projectId: projectIdOf(c), actor: c.get('actor'), action }, (project) => {
      if ((project.signing ?? 'optional') !== 'optional') throw new ServiceError('action.signatureNeeded')
      return apply(project)
    })

  return new Hono<AdminEnv>()
    .use(adminHeaders)
    .get('/:projectId/remotes/:remoteId/health', needs('read'), async (c) => {
      const [id, project] = [remoteIdOf(c), await readProject(db, projectIdOf(c))]
      const { hours } = check(HealthQuery, c.req.query())
      const plan = runningPlan(project, id)
      const counts = plan && (await readRolloutCounts(db, project.id)).get(id)
      const health: RemoteHealth = {
        ...(await readHealth(db, project.id, id, hours, now())),
        ...(plan && counts && { verdict: verdictOf(plan, counts) }),
      }
      return c.json(health)
    })
    .get('/:projectId/remotes/:remoteId/rollout', needs('read'), async (c) =>
      c.json(await answer(await readProject(db, projectIdOf(c)), remoteIdOf(c))),
    )
    .put('/:projectId/remotes/:remoteId/rollout', needs('release'), async (c) => {
      const id = remoteIdOf(c)
      const body = await readBody(c, RolloutBody)
      const project = await readProject(db, projectIdOf(c))
      const published = await readPublished('now')
      refuseUnknownRemote(project, id, published)
      refuseUnknownRelease(id, body.target, published)
      const versions = versionsOf(id, body, published?.[id])
      const begun = await change(c, `roll out ${id} ${named(body)}`, (current) => {
        refuseHopeless(id, body, current)
        return beginRollout(current, id, body, versions, moment())
      })
      return c.json(await answer(begun, id))
    })
    .delete('/:projectId/remotes/:remoteId/rollout', needs('release'), async (c) => {
      const id = remoteIdOf(c)
      const stopped = await change(c, `stop the rollout of ${id}`, (project) => {
        if (!project.rollouts?.[id]) throw new ServiceError('rollout.unknown', { remoteId: id })
        if (!runningPlan(project, id)) throw new ServiceError('rollout.ended', { remoteId: id })
        return endRollout(project, id, 'stopped', `stopped by ${c.get('actor')}`, moment())
      })
      return c.json(await answer(stopped, id))
    })
    .post('/:projectId/remotes/:remoteId/rollback', needs('release'), async (c) => {
      const id = remoteIdOf(c)
      const { reason } = await readBody(c, RollbackBody)
      const project = await readProject(db, projectIdOf(c))
      // A rollback of a rollout must work without the index.
      const published = await readPublished('now').catch(() => undefined)
      refuseUnknownRemote(project, id, published)
      const version = versionBehind(id, project, published?.[id])
      const action = `roll back ${id}${version ? ` to ${version}` : ''}${reason ? `: ${reason}` : ''}`
      const at = moment()
      const back = await change(c, action, (current) =>
        rollBack(current, id, reason ?? 'rolled back by an operator', at, version),
      )
      return c.json(await view(back))
    })
}
