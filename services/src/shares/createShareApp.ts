import { Hono } from 'hono'
import type { ClientOptions } from '../http/environment.ts'
import { errorBody, ServiceError } from '../http/errors.ts'
import { limitClients } from '../http/limitClients.ts'
import { readableBy } from '../http/readableBy.ts'
import { routeOf } from '../http/routeOf.ts'
import type { Log } from '../log.ts'
import { ShareError } from './errors.ts'

export interface ShareAppOptions {
  /** The only origin whose pages may call. */
  readonly secureSite: string
  readonly clients?: ClientOptions | undefined
}

/**
 * The frame of a share store: JSON errors, a log of routes only, a limit per client. Unlike the public services it
 * answers the pages of one origin only.
 */
export function createShareApp(log: Log, { secureSite, clients }: ShareAppOptions): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('request', { method: c.req.method, route: routeOf(c), status: c.res.status, durationMs })
  })
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  })
  app.use(readableBy(secureSite))
  app.use(limitClients(clients))
  app.use(async (c, next) => {
    // Clients other than pages send no origin; they need the same two tokens.
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== secureSite) throw new ShareError('origin.foreign')
    await next()
  })

  app.notFound((c) => {
    const error = new ServiceError('route.unknown')
    return c.json(errorBody(error), error.status)
  })
  app.onError((thrown, c) => {
    if (thrown instanceof ShareError || thrown instanceof ServiceError) {
      // RFC 9110 §10.2.3
      if (thrown.retryAfterS) c.header('Retry-After', `${thrown.retryAfterS}`)
      return c.json(thrown instanceof ShareError ? thrown.body : errorBody(thrown), thrown.status)
    }
    log.error('request failed', { method: c.req.method, route: routeOf(c), error: thrown })
    const error = new ServiceError('server.failed')
    return c.json(errorBody(error), error.status)
  })
  return app
}
