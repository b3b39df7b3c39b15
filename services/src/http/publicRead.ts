import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { cors } from 'hono/cors'

const headers: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('Timing-Allow-Origin', '*')
}

/**
 * What any site may read, and ask by POST: public data without credentials. Our own client needs no preflight; foreign
 * clients that send headers of their own get one answered.
 */
export const publicRead = every(
  cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST', 'PUT'], exposeHeaders: ['Retry-After'], maxAge: 86_400 }),
  headers,
)
