import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const preflight = cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST', 'PUT'], maxAge: 86_400 })

/**
 * Lets pages of any origin send GET and POST requests and read the responses: public data without credentials.
 * Portico's own client needs no preflight; other clients may have custom headers, and get a response to their
 * preflight.
 *
 * Headers are set on the existing response, because `c.header` would copy the response and its body each time.
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
