import { Hono, type MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import type { Log } from '../log.ts'
import { METRICS_PATH } from '../metrics/metricsApi.ts'
import { errorBody, ServiceError } from './errors.ts'
import { publicRead } from './publicRead.ts'
import { routeOf } from './routeOf.ts'

/** Everything that the admin API answers lies below this, and nothing else does. */
export const ADMIN_PATH = '/admin'

/** services.md §7.1: clients of the blockchain API read why in `reasons`. */
const bodyFor = (path: string, error: ServiceError) =>
  path.startsWith('/v1/') && path !== '/v1/'
    ? { status: 'FAILED', reasons: [{ field: error.code, description: error.message }], ...errorBody(error) }
    : errorBody(error)

/**
 * The frame around all services: JSON errors, request log, and the headers of a public service on everything but the
 * admin API, where no other origin has any business.
 */
export function createApp(log: Log, meter?: MiddlewareHandler) {
  const app = new Hono()

  if (meter) app.use(meter)

  app.use(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('request', { method: c.req.method, route: routeOf(c), status: c.res.status, durationMs })
  })
  app.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.use(except([`${ADMIN_PATH}/*`, METRICS_PATH], publicRead))

  app.notFound((c) => {
    const error = new ServiceError('route.unknown')
    return c.json(errorBody(error), error.status)
  })
  app.onError((thrown, c) => {
    // RFC 9110 §10.2.3
    if (thrown instanceof ServiceError && thrown.retryAfterS) c.header('Retry-After', `${thrown.retryAfterS}`)
    if (thrown instanceof ServiceError) return c.json(bodyFor(c.req.path, thrown), thrown.status)
    log.error('request failed', { method: c.req.method, route: routeOf(c), error: thrown })
    const error = new ServiceError('server.failed')
    return c.json(errorBody(error), error.status)
  })
  return app
}
