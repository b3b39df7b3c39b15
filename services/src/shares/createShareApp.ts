import { type Context, Hono } from 'hono'
import type { ClientOptions } from '../http/environment.ts'
import { errorBody, type ServiceError } from '../http/errors.ts'
import { answerErrors, logRequests } from '../http/frame.ts'
import { limitClients } from '../http/limitClients.ts'
import { readableBy } from '../http/readableBy.ts'
import type { Log } from '../log.ts'
import { ShareError } from './errors.ts'

export interface ShareAppOptions {
  /** The only origin whose pages may call the store. */
  readonly secureSite: string
  readonly clients?: ClientOptions | undefined
}

/**
 * The base app of a share store: it answers errors as JSON, logs routes only, and limits each client. Unlike the public
 * services, it answers the pages of one origin only.
 */
export function createShareApp(log: Log, { secureSite, clients }: ShareAppOptions): Hono {
  const app = new Hono()

  app.use(logRequests(log))
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

  function say(c: Context, error: ServiceError | ShareError) {
    // RFC 9110 §10.2.3
    if (error.retryAfterS) c.header('Retry-After', `${error.retryAfterS}`)
    return c.json(errorBody(error), error.status)
  }
  answerErrors(app, log, say, (thrown) => thrown instanceof ShareError)
  return app
}
