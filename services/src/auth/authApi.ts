import { AUTH_PATH } from '@portico/contracts/services/cloudAuth'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { keepSweeping } from '../database/keepSweeping.ts'
import type { Schema } from '../database/schema.ts'
import { clientKeyOf } from '../http/clientOf.ts'
import { ServiceError } from '../http/errors.ts'
import { createProjectLimit } from '../http/projectLimit.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { accountApi } from './accountApi.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { AuthOptions } from './environment.ts'
import { deriveKeys } from './keys.ts'
import { RATE_LIMIT_WINDOW_S, REQUESTS_PER_SECOND } from './limits.ts'
import { otpApi } from './otpApi.ts'
import type { AuthSchema } from './schema.ts'
import { signInApi } from './signInApi.ts'
import { sweep } from './sweep.ts'
import { createTokens } from './tokens.ts'

/** Dependencies of the sign-in API. */
export interface AuthSurroundings {
  readonly db: Kysely<Schema>
  readonly projects: KnownProjects
  /** The nodes for verifying the signatures of contract accounts. */
  readonly upstreams: UpstreamList
  /** Finds the client's IP address behind the configured number of trusted proxies. */
  readonly clientOf: (c: Context) => string
  /** The number of codes that one client may request per hour; 20 by default. */
  readonly startsPerClient?: number | undefined
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** Sign-in endpoints (services.md §10). Any `Content-Type` is parsed as JSON. Without options, calls are refused. */
export function authApi(surroundings: AuthSurroundings, options?: AuthOptions): Hono {
  const app = new Hono()
  app.use(`${AUTH_PATH}/*`, async (c, next) => {
    c.header('Cache-Control', 'no-store')
    if (!options) throw new ServiceError('auth.notConfigured')
    await next()
  })
  if (!options) return app

  const { projects, upstreams, clientOf, startsPerClient, log, signal, now = Date.now } = surroundings
  const limit = createProjectLimit({ perSecond: REQUESTS_PER_SECOND, windowS: RATE_LIMIT_WINDOW_S })
  const keys = deriveKeys(options.secret)
  const dependencies: AuthDependencies = {
    db: surroundings.db.withTables<AuthSchema>(),
    keys,
    tokens: createTokens(keys),
    now,
    own: projects,
    clientOf,
    startsPerClient,
    async readProject(c) {
      const project = await projects.require(readProjectId(c))
      await limit.spend(project.id, clientKeyOf(c), 1)
      return project
    },
  }
  keepSweeping(() => sweep(dependencies.db, now()), log, signal)
  return app
    .route('/', signInApi(dependencies, upstreams))
    .route('/', accountApi(dependencies))
    .route('/', otpApi(dependencies, log, options.mail))
}
