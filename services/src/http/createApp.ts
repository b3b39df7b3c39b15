import { LOGIN_PATH } from '@portico/contracts/services/login'
import type { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Log } from '../log.ts'
import { METRICS_PATH } from '../metrics/metricsApi.ts'
import type { ClientOptions } from './environment.ts'
import { errorBody, fieldOf, type ServiceError } from './errors.ts'
import { answerErrors, logRequests } from './frame.ts'
import { limitClients } from './limitClients.ts'
import { publicRead } from './publicRead.ts'

/** The prefix of the whole admin API, and of nothing else. */
export const ADMIN_PATH = '/admin'

/** Whether a path must not be readable by every page; see also `readableBy`. */
const isPrivate = (path: string) =>
  path === METRICS_PATH || [ADMIN_PATH, LOGIN_PATH].some((root) => path === root || path.startsWith(`${root}/`))

/** services.md §7.1: clients of the blockchain API read `reasons`. */
const bodyFor = (path: string, error: ServiceError): ServiceErrorBody =>
  path.startsWith('/v1/') && path !== '/v1/'
    ? { status: 'FAILED', reasons: [{ field: fieldOf(error), description: error.message }], ...errorBody(error) }
    : errorBody(error)

export interface AppOptions {
  readonly meter?: MiddlewareHandler | undefined
  readonly clients?: ClientOptions | undefined
}

/**
 * The common parts of all services: JSON errors, the request log, client limits, and the headers of a public service.
 * Two APIs do not get these headers: the admin API, which is for no other origin, and login, which only the secure site
 * calls.
 */
export function createApp(log: Log, { meter, clients }: AppOptions = {}) {
  const app = new Hono()

  if (meter) app.use(meter)

  app.use(logRequests(log))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
  })
  app.use((c, next) => (isPrivate(c.req.path) ? next() : publicRead(c, next)))
  app.use(limitClients(clients))

  /** Sends an error that must not be cached: proxies may cache a 404 by default (RFC 9111 §4.2.2). */
  function say(c: Context, error: ServiceError) {
    c.header('Cache-Control', 'no-store')
    // The header is in seconds (RFC 9110 §10.2.3).
    if (error.retryAfterS) c.header('Retry-After', `${error.retryAfterS}`)
    return c.json(bodyFor(c.req.path, error), error.status)
  }

  answerErrors(app, log, say)
  return app
}
