import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const preflight = cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST', 'PUT'], maxAge: 86_400 })

/**
 * What any site may read, and ask by POST: public data without credentials. Our own client needs no preflight; foreign
 * clients that send headers of their own get one answered.
 *
 * The headers are put into the answer as it is, once: `c.header` copies an answer that is there already, and its body with
 * it, each time.
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
