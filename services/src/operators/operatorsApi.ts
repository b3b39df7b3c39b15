import { AuditQuery } from '@portico/contracts/services/admin'
import { AssertionBody, InviteBody, OperatorActionBody, ProjectActionBody } from '@portico/contracts/services/operators'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { is, pipe, string, uuid } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { check, readBody } from '../http/readBody.ts'
import { type AdminEnv, adminHeaders, createNeeds, type Guard, projectIdOf } from '../projectConfig/adminFrame.ts'
import { readAuditTrail } from '../projectConfig/auditTrail.ts'
import { readProject } from '../projectConfig/readProject.ts'
import type { ReadReleases } from '../releases/readPublished.ts'
import type { Actions } from './actions.ts'
import { createInvitation } from './invitations.ts'
import { listOperators } from './operators.ts'
import { OF_OPERATORS, recordOperatorChange } from './operatorTrail.ts'
import { hasScope } from './roles.ts'
import type { Sessions } from './sessions.ts'

export interface OperatorsDependencies {
  readonly db: Kysely<Schema>
  readonly guard: Guard
  readonly sessions: Sessions
  readonly actions: Actions
  readonly readReleases: ReadReleases
  readonly consoleOrigin: string
  readonly isRecovering: boolean
  readonly now: () => number
}

const Id = pipe(string(), uuid())

/** @throws ServiceError `action.over` */
function actionIdOf(c: Context): string {
  const id = c.req.param('actionId') ?? ''
  if (!is(Id, id)) throw new ServiceError('action.over')
  return id
}

/**
 * Admin tokens invite the first operators. Once a project demands signatures, they may not, because who can invite
 * operators can sign.
 * @throws ServiceError `operator.tokenRefused`
 */
async function refuseToken(db: Kysely<Schema>): Promise<void> {
  const strict = await db.selectFrom('projects').select('id').where('signing', '!=', 'optional').executeTakeFirst()
  if (strict) throw new ServiceError('operator.tokenRefused')
}

/** The operators, what they decide about each other, and their part of the audit trail. */
export function operatorsApi({
  readReleases,
  db,
  guard,
  sessions,
  actions,
  consoleOrigin,
  isRecovering,
  now,
}: OperatorsDependencies) {
  const needs = createNeeds(guard)
  return new Hono<AdminEnv>()
    .use(adminHeaders)
    .get('/', needs('read'), async (c) => c.json(await listOperators(db)))
    .get('/audit', needs('read'), async (c) =>
      c.json(await readAuditTrail(db, OF_OPERATORS, check(AuditQuery, c.req.query()))),
    )
    .get('/releases', needs('read'), async (c) => c.json({ index: (await readReleases('lately')) ?? null }))
    .post('/invitations', needs('release'), async (c) => {
      const { name, grants } = await readBody(c, InviteBody)
      if (!isRecovering) await refuseToken(db)
      const actor = c.get('actor')
      const invitation = await createInvitation(db, { name, grants, createdBy: actor }, consoleOrigin, now())
      await recordOperatorChange(db, { actor, action: `invite ${name}`, to: { [`operators.${name}`]: grants } })
      return c.json(invitation, 201)
    })
    .get('/actions', async (c) => c.json(await actions.pending((await sessions.require(c)).operator, null)))
    .post('/actions', async (c) => {
      const { operator } = await sessions.requireToWrite(c)
      return c.json(await actions.propose(operator, null, await readBody(c, OperatorActionBody)))
    })
    .post('/actions/:actionId/sign', async (c) => {
      const { operator } = await sessions.requireToWrite(c)
      const { assertion } = await readBody(c, AssertionBody)
      return c.json(await actions.sign(operator, actionIdOf(c), assertion))
    })
    .post('/actions/:actionId/refuse', async (c) => {
      const { operator } = await sessions.requireToWrite(c)
      await actions.refuse(operator, actionIdOf(c))
      return c.body(null, 204)
    })
}

/** What operators decide about a project. Signing and refusing is the same for all actions: see `operatorsApi`. */
export function projectActionsApi({
  db,
  sessions,
  actions,
}: Pick<OperatorsDependencies, 'db' | 'sessions' | 'actions'>) {
  return new Hono<AdminEnv>()
    .use(adminHeaders)
    .get('/:projectId/actions', async (c) => {
      const { operator } = await sessions.require(c)
      const { id } = await readProject(db, projectIdOf(c))
      if (!hasScope(operator.grants, id, 'read')) throw new ServiceError('operator.role', { scope: 'read' })
      return c.json(await actions.pending(operator, id))
    })
    .post('/:projectId/actions', async (c) => {
      const { operator } = await sessions.requireToWrite(c)
      const { id } = await readProject(db, projectIdOf(c))
      return c.json(await actions.propose(operator, id, await readBody(c, ProjectActionBody)))
    })
}
