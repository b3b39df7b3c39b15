import { randomBytes } from 'node:crypto'
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
import { isDangerous, type ProjectDecision } from '@portico/contracts/services/operators'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { check, readBody } from '../http/readBody.ts'
import type { ReadPublished } from '../releases/readPublished.ts'
import { type AdminEnv, adminHeaders, createNeeds, type Guard, projectIdOf } from './adminFrame.ts'
import type { AdminView } from './adminView.ts'
import { readAuditTrail } from './auditTrail.ts'
import { changeProject } from './changeProject.ts'
import { carryOut, describeDecision, refuseDecision, scopeOf } from './decisions.ts'
import { readProject } from './readProject.ts'
import { createProject } from './seedProject.ts'
import { OWN_FEATURES } from './toggleRemote.ts'

function featureIdOf(c: Context) {
  const featureId = c.req.param('featureId') ?? ''
  const known = OWN_FEATURES.find((id) => id === featureId)
  if (!known) throw new ServiceError('feature.unknown', { featureId })
  return known
}

/** `?force=true`: the operator insists on something that does not exist yet, or is not configured. */
const isForced = (c: Context): boolean => c.req.query('force') === 'true'

const remoteIdOf = (c: Context): string => c.req.param('remoteId') ?? ''

/**
 * The operator's API requires bearer tokens with scopes, or a session to read. It has no CORS, and records every change
 * in the audit log. What does not exist is refused, unless the operator insists (`force`).
 */
export function adminApi(db: Kysely<Schema>, guard: Guard, readPublished: ReadPublished, view: AdminView) {
  const needs = createNeeds(guard)

  /** Makes a decision by token. @throws ServiceError `action.signatureNeeded` if the project demands a signature */
  async function decide(c: Context<AdminEnv>, decision: ProjectDecision) {
    const projectId = projectIdOf(c)
    await refuseDecision(await readProject(db, projectId), decision, readPublished, isForced(c))
    const how = { isForced: isForced(c), action: describeDecision(decision, isForced(c)) }
    const deed = { projectId, actor: c.get('actor'), action: how.action }
    const changed = await changeProject(db, deed, (project) => {
      if (isDangerous(decision) && (project.signing ?? 'optional') !== 'optional') {
        throw new ServiceError('action.signatureNeeded')
      }
      return carryOut(project, decision, how)
    })
    return c.json(await view(changed))
  }

  return new Hono<AdminEnv>()
    .use(adminHeaders)
    .get('/', needs('read'), async (c) => {
      const all = await db.selectFrom('projects').select(['id', 'created_at']).orderBy('created_at').execute()
      const grants = c.get('grants')
      const mayRead = (id: string) => grants?.some(({ projectId }) => projectId === null || projectId === id) ?? true
      const answer: AdminProjects = {
        projects: all
          .filter(({ id }) => mayRead(id))
          .map(({ id, created_at }) => ({ id, createdAt: created_at.toISOString() })),
      }
      return c.json(answer)
    })
    .post('/', needs('release'), async (c) => {
      const { id = randomBytes(16).toString('hex') } = await readBody(c, CreateBody)
      if (!(await createProject(db, id, c.get('actor')))) throw new ServiceError('project.exists')
      return c.json(await view(await readProject(db, id)), 201)
    })
    .get('/:projectId', needs('read'), async (c) => c.json(await view(await readProject(db, projectIdOf(c)))))
    .get('/:projectId/audit', needs('read'), async (c) => {
      const { id } = await readProject(db, projectIdOf(c))
      return c.json(await readAuditTrail(db, id, check(AuditQuery, c.req.query())))
    })
    .put('/:projectId/remotes/:remoteId/toggle', needs(scopeOf({ kind: 'toggle' })), async (c) =>
      decide(c, { kind: 'toggle', remoteId: remoteIdOf(c), ...(await readBody(c, ToggleBody)) }),
    )
    .put('/:projectId/features/:featureId', needs(scopeOf({ kind: 'feature' })), async (c) => {
      const featureId = featureIdOf(c)
      return decide(c, { kind: 'feature', featureId, ...(await readBody(c, FeatureBody)) })
    })
    .post('/:projectId/remotes/:remoteId/kill', needs(scopeOf({ kind: 'kill' })), (c) =>
      decide(c, { kind: 'kill', remoteId: remoteIdOf(c) }),
    )
    .patch('/:projectId/remotes/:remoteId/switch', needs(scopeOf({ kind: 'release' })), async (c) =>
      decide(c, { kind: 'release', remoteId: remoteIdOf(c), ...(await readBody(c, SwitchBody)) }),
    )
    .put('/:projectId/origins', needs(scopeOf({ kind: 'origins' })), async (c) =>
      decide(c, { kind: 'origins', ...(await readBody(c, OriginsBody)) }),
    )
    .put('/:projectId/time-zones', needs(scopeOf({ kind: 'timeZones' })), async (c) =>
      decide(c, { kind: 'timeZones', ...(await readBody(c, TimeZonesBody)) }),
    )
    .put('/:projectId/analytics', needs(scopeOf({ kind: 'analytics' })), async (c) =>
      decide(c, { kind: 'analytics', ...(await readBody(c, AnalyticsBody)) }),
    )
}
