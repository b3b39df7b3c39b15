import { ADMIN_PROJECTS_PATH } from '@portico/contracts/services/admin'
import { OPERATOR_SESSION_PATH, OPERATORS_PATH } from '@portico/contracts/services/operators'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { Guard } from '../projectConfig/adminFrame.ts'
import { createAuthorize } from '../projectConfig/adminTokens.ts'
import type { AdminView } from '../projectConfig/adminView.ts'
import type { ReadPublished, ReadReleases } from '../releases/readPublished.ts'
import type { ServicesOptions } from '../servicesOptions.ts'
import { createActions } from './actions.ts'
import { createGuard } from './guard.ts'
import { operatorsApi, projectActionsApi } from './operatorsApi.ts'
import { sessionApi } from './sessionApi.ts'
import { createSessions } from './sessions.ts'

/** Lets in admin tokens and, if operators can sign in, their sessions. */
export function guardOf(db: Kysely<Schema>, { adminTokens = [], operators }: ServicesOptions): Guard {
  const sessions = operators && createSessions(db, operators.consoleOrigin, Date.now)
  return createGuard(createAuthorize(adminTokens), sessions)
}

export interface OperatorsSurroundings {
  readonly db: Kysely<Schema>
  readonly options: ServicesOptions
  readonly readReleases: ReadReleases
  readonly readPublished: ReadPublished
  readonly view: AdminView
}

/** Mounts operators' sign-in and actions. Without a console's origin, they are refused. */
export function mountOperators(
  app: Hono,
  { db, options, readReleases, readPublished, view }: OperatorsSurroundings,
): void {
  const { operators, jsonRpc } = options
  if (!operators) {
    for (const path of [OPERATORS_PATH, OPERATOR_SESSION_PATH]) {
      app.use(`${path}/*`, () => {
        throw new ServiceError('operators.notConfigured')
      })
    }
    return
  }
  const { consoleOrigin, isRecovering = false } = operators
  const now = Date.now
  const sessions = createSessions(db, consoleOrigin, now)
  const actions = createActions({ db, readPublished, view, consoleOrigin, now })
  const guard = guardOf(db, options)
  app
    .route(
      OPERATOR_SESSION_PATH,
      sessionApi({ db, sessions, consoleOrigin, upstreams: jsonRpc?.upstreams ?? new Map(), now }),
    )
    .route(
      OPERATORS_PATH,
      operatorsApi({ db, guard, sessions, actions, readReleases, consoleOrigin, isRecovering, now }),
    )
    .route(ADMIN_PROJECTS_PATH, projectActionsApi({ db, sessions, actions }))
}
