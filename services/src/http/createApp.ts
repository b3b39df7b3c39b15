import { Hono } from 'hono'
import { except } from 'hono/combine'
import type { Log } from '../log.ts'
import { errorBody, ServiceError } from './errors.ts'
import { publicRead } from './publicRead.ts'

/** Everything that the admin API answers lies below this, and nothing else does. */
export const ADMIN_PATH = '/admin'

/**
 * The frame around all services: JSON errors, request log, and the headers of a public service on everything but the
 * admin API, where no other origin has any business.
 */
export function createApp(log: Log) {
  const app = new Hono()

  app.use(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('request', { method: c.req.method, path: c.req.path, status: c.res.status, durationMs })
  })
  app.use(except(`${ADMIN_PATH}/*`, publicRead))

  app.notFound((c) => {
    const error = new ServiceError('route.unknown')
    return c.json(errorBody(error), error.status)
  })
  app.onError((thrown, c) => {
    if (thrown instanceof ServiceError) return c.json(errorBody(thrown), thrown.status)
    log.error('request failed', { method: c.req.method, path: c.req.path, error: thrown })
    const error = new ServiceError('server.failed')
    return c.json(errorBody(error), error.status)
  })
  return app
}
