import type { HttpBindings } from '@hono/node-server'
import { NAME_REGISTER_PATH } from '@portico/contracts/services/names'
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddress } from './clientAddress.ts'
import { type ClientOptions, DEFAULT_CLIENT_OPTIONS } from './environment.ts'
import { createRateLimit, spend } from './rateLimit.ts'

/** The visitors of one network, and all behind a proxy that is not trusted, are one client. */
const RATE_LIMIT_WINDOW_S = 10

/** What supervises the process, and what is counted for a project: below `/v1/` all that names one. */
const NOT_COUNTED = /^\/(?:healthz|readyz|metrics|relay|auth\/.*|v1|v1\/(?!(?:profile\/account|supported-chains)$).*)$/

/** A new name is kept for ever. */
const NAME_COST = 100

/**
 * Counts what one client asks of all services together, where no project is counted for it. A call from within the process
 * has no client.
 * @throws ServiceError `rate.limited`
 */
export function limitClients({
  requestsPerSecond,
  trustedProxies,
}: ClientOptions = DEFAULT_CLIENT_OPTIONS): MiddlewareHandler {
  const rateLimit = createRateLimit({ perSecond: requestsPerSecond, windowS: RATE_LIMIT_WINDOW_S })
  const costOf = ({ req }: Context) =>
    req.method === 'POST' && req.path === NAME_REGISTER_PATH
      ? Math.min(NAME_COST, requestsPerSecond * RATE_LIMIT_WINDOW_S)
      : 1
  return (c, next) => {
    const { incoming }: Partial<HttpBindings> = c.env ?? {}
    if (!incoming || NOT_COUNTED.test(c.req.path)) return next()
    return spend(rateLimit, clientAddress(incoming, trustedProxies), costOf(c)).then(next)
  }
}
