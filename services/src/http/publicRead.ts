import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const preflight = cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST', 'PUT'], maxAge: 86_400 })

/**
 * Lets any site read and POST: public data without credentials. Our own client needs no preflight; foreign clients with
 * custom headers get one answered.
 *
 * Sets the headers on the existing response once, because `c.header` copies the response and its body each time.
 */
export const publicRead: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next)
  await next()
  const { headers } = c.res
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', 'Retry-After')
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Timing-Allow-Origin', '*')
}
