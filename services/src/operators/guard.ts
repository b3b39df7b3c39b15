import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'
import type { Guard } from '../projectConfig/adminFrame.ts'
import type { AdminScope, Authorize } from '../projectConfig/adminTokens.ts'
import { type hasScope, roleIn } from './roles.ts'
import type { Sessions } from './sessions.ts'

/** What a session may read: one project, or the lists for which any role is enough. */
function refuseReader(c: Context, grants: Parameters<typeof hasScope>[0]): void {
  const projectId = c.req.param('projectId')
  const mayRead = projectId === undefined ? grants.length > 0 : roleIn(grants, projectId) !== undefined
  if (!mayRead) throw new ServiceError('operator.role', { scope: 'read' })
}

/**
 * Lets in admin tokens and, to read, operators with a session. With a session, everything else is an action that the
 * operator proposes and, if it is dangerous, signs (`/actions`).
 */
export const createGuard =
  (authorize: Authorize, sessions?: Sessions): Guard =>
  async (c, scope: AdminScope) => {
    const authorization = c.req.header('Authorization')
    const session = authorization === undefined ? await sessions?.read(c) : undefined
    if (!session) return { actor: authorize(authorization, scope) }
    if (scope !== 'read') throw new ServiceError('action.signatureNeeded')
    refuseReader(c, session.operator.grants)
    return { actor: session.operator.name, grants: session.operator.grants }
  }
