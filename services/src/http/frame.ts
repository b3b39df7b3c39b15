import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Log } from '../log.ts'
import { ServiceError } from './errors.ts'
import { routeOf } from './routeOf.ts'

/** Logs each request by its route, without addresses and names. */
export const logRequests =
  (log: Log): MiddlewareHandler =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('request', { method: c.req.method, route: routeOf(c), status: c.res.status, durationMs })
  }

/**
 * Responds to errors, and to requests without a route. Unexpected errors are logged.
 * @param isOurs tells which errors `say` accepts in addition to `ServiceError`
 */
export function answerErrors<Ours extends Error = never>(
  app: Hono,
  log: Log,
  say: (c: Context, error: ServiceError | Ours) => Response,
  isOurs: (thrown: Error) => thrown is Ours = (_): _ is Ours => false,
) {
  app.notFound((c) => say(c, new ServiceError('route.unknown')))
  app.onError((thrown, c) => {
    if (thrown instanceof ServiceError || isOurs(thrown)) return say(c, thrown)
    log.error('request failed', { method: c.req.method, route: routeOf(c), error: thrown })
    return say(c, new ServiceError('server.failed'))
  })
}
