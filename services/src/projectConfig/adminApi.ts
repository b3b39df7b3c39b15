import { randomBytes } from 'node:crypto'
import { isRemoteId, type RemoteId } from '@portico/contracts'
import {
  type AdminProjects,
  AnalyticsBody,
  AuditQuery,
  CreateBody,
  FeatureBody,
  OriginsBody,
  SwitchBody,
  TimeZonesBody,
  ToggleBody,
} from '@portico/contracts/services/admin'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { check, readBody } from '../http/readBody.ts'
import type { ReadPublished } from '../releases/readPublished.ts'
import { endOverridden } from '../rollouts/rolloutPlan.ts'
import { createAdminAnswer } from './adminAnswer.ts'
import { type AdminEnv, adminHeaders, createNeeds, projectIdOf } from './adminFrame.ts'
import type { Authorize } from './adminTokens.ts'
import { readAuditTrail } from './auditTrail.ts'
import { changeProject } from './changeProject.ts'
import { isKnown, refuseUnknownRelease, refuseUnknownRemote, refuseUnknownZones } from './checkDecision.ts'
import type { Project } from './project.ts'
import { readProject } from './readProject.ts'
import { createProject } from './seedProject.ts'
import { isDecidedBySwitch, OWN_FEATURES, toggleOwnFeature, toggleRemote, withSwitch } from './toggleRemote.ts'

function featureIdOf(c: Context) {
  const featureId = c.req.param('featureId') ?? ''
  const known = OWN_FEATURES.find((id) => id === featureId)
  if (!known) throw new ServiceError('feature.unknown', { featureId })
  return known
}

/** Fields that are absent from `changes` stay; `null` removes a field. */
function mergeSwitch(current: RemoteSwitch, changes: InferOutput<typeof SwitchBody>): RemoteSwitch {
  const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(merged)
}

const named = (changes: InferOutput<typeof SwitchBody>) =>
  Object.entries(changes)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join(' ')

/** `?force=true`: the operator insists on something that does not exist yet. */
const isForced = (c: Context): boolean => c.req.query('force') === 'true'

/**
 * The operator's API requires bearer tokens with scopes, has no CORS, and records every change in the audit log. What
 * does not exist is refused, unless the operator insists (`force`).
 */
export function adminApi(db: Kysely<Schema>, authorize: Authorize, readPublished: ReadPublished) {
  const needs = createNeeds(authorize)
  const answer = createAdminAnswer(db, readPublished)

  async function change(c: Context<AdminEnv>, action: string, apply: (project: Project) => Project) {
    const at = new Date().toISOString()
    const deed = { projectId: projectIdOf(c), actor: c.get('actor'), action }
    return answer(await changeProject(db, deed, (project) => endOverridden(apply(project), action, at)))
  }

  /** The end of a description in the audit log, for a decision that the operator insists on. */
  const insisted = (c: Context) => (isForced(c) ? ' (forced)' : '')

  /**
   * The remote in the path.
   * @param isUrgent it is switched off, which must work without the index
   */
  async function remoteIdOf(c: Context, isUrgent = false): Promise<RemoteId> {
    const remoteId = c.req.param('remoteId') ?? ''
    const project = await readProject(db, projectIdOf(c))
    if (isKnown(project, remoteId)) return remoteId
    if (!isRemoteId(remoteId)) throw new ServiceError('remote.unknown', { remoteId, hint: '' })
    if (isForced(c)) return remoteId
    try {
      refuseUnknownRemote(project, remoteId, await readPublished('now'))
    } catch (error) {
      if (!isUrgent || !(error instanceof ServiceError) || error.code !== 'index.unavailable') throw error
    }
    return remoteId
  }

  return (
    new Hono<AdminEnv>()
      .use(adminHeaders)
      .get('/', needs('read'), async (c) => {
        const projects = await db.selectFrom('projects').select(['id', 'created_at']).orderBy('created_at').execute()
        const answer: AdminProjects = {
          projects: projects.map(({ id, created_at }) => ({ id, createdAt: created_at.toISOString() })),
        }
        return c.json(answer)
      })
      .post('/', needs('release'), async (c) => {
        const { id = randomBytes(16).toString('hex') } = await readBody(c, CreateBody)
        if (!(await createProject(db, id, c.get('actor')))) throw new ServiceError('project.exists')
        return c.json(await answer(await readProject(db, id)), 201)
      })
      .get('/:projectId', needs('read'), async (c) => c.json(await answer(await readProject(db, projectIdOf(c)))))
      .get('/:projectId/audit', needs('read'), async (c) => {
        const { id } = await readProject(db, projectIdOf(c))
        return c.json(await readAuditTrail(db, id, check(AuditQuery, c.req.query())))
      })
      .put('/:projectId/remotes/:remoteId/toggle', needs('toggle'), async (c) => {
        const { on } = await readBody(c, ToggleBody)
        const remoteId = await remoteIdOf(c, on !== true)
        if (on === null && !isDecidedBySwitch(remoteId)) throw new ServiceError('remote.notTheSites', { remoteId })
        const action = `toggle ${remoteId} ${on === null ? 'site' : on ? 'on' : 'off'}${insisted(c)}`
        return c.json(await change(c, action, (project) => toggleRemote(project, remoteId, on)))
      })
      .put('/:projectId/features/:featureId', needs('toggle'), async (c) => {
        const featureId = featureIdOf(c)
        const { on } = await readBody(c, FeatureBody)
        const action = `turn ${featureId} ${on ? 'on' : 'off'}`
        return c.json(await change(c, action, (project) => toggleOwnFeature(project, featureId, on)))
      })
      // The kill switch turns a remote off, whatever else is stored, and changes nothing else.
      .post('/:projectId/remotes/:remoteId/kill', needs('toggle'), async (c) => {
        const remoteId = await remoteIdOf(c, true)
        const kill = (project: Project): Project => ({
          ...project,
          remotes: withSwitch(project, remoteId, { ...project.remotes[remoteId], enabled: false }),
        })
        return c.json(await change(c, `kill ${remoteId}${insisted(c)}`, kill))
      })
      .patch('/:projectId/remotes/:remoteId/switch', needs('release'), async (c) => {
        const remoteId = await remoteIdOf(c)
        const changes = await readBody(c, SwitchBody)
        if (!isForced(c) && (changes.version || changes.channel)) {
          refuseUnknownRelease(remoteId, changes, await readPublished('now'))
        }
        const set = (project: Project): Project => ({
          ...project,
          remotes: withSwitch(project, remoteId, mergeSwitch(project.remotes[remoteId] ?? {}, changes)),
        })
        return c.json(await change(c, `set ${remoteId} ${named(changes)}${insisted(c)}`, set))
      })
      .put('/:projectId/origins', needs('release'), async (c) => {
        const { allowedOrigins } = await readBody(c, OriginsBody)
        return c.json(await change(c, 'set the allowed origins', (project) => ({ ...project, allowedOrigins })))
      })
      .put('/:projectId/time-zones', needs('release'), async (c) => {
        const { restrictedTimeZones: zones } = await readBody(c, TimeZonesBody)
        if (!isForced(c)) refuseUnknownZones(zones ?? [])
        const set = ({ restrictedTimeZones: _, ...project }: Project): Project =>
          zones ? { ...project, restrictedTimeZones: zones } : project
        return c.json(await change(c, `set the restricted time zones${insisted(c)}`, set))
      })
      .put('/:projectId/analytics', needs('toggle'), async (c) => {
        const { isAnalyticsEnabled, addresses, healthPercent } = await readBody(c, AnalyticsBody)
        const and = [
          ...(addresses === undefined ? [] : [` ${addresses ? 'with' : 'without'} addresses`]),
          ...(healthPercent === undefined ? [] : [`, health reports of ${healthPercent} %`]),
        ].join('')
        const set = (project: Project): Project => ({
          ...project,
          isAnalyticsEnabled,
          areAddressesKept: addresses ?? project.areAddressesKept,
          healthPercent: healthPercent ?? project.healthPercent,
        })
        return c.json(await change(c, `turn analytics ${isAnalyticsEnabled ? 'on' : 'off'}${and}`, set))
      })
  )
}
