import { NAME_REGISTER_PATH } from '@portico/contracts/services/names'
import type { Context, MiddlewareHandler } from 'hono'
import { clientNetwork } from './clientNetwork.ts'
import { addressOf } from './clientOf.ts'
import { type ClientOptions, DEFAULT_CLIENT_OPTIONS } from './environment.ts'
import { ServiceError } from './errors.ts'
import { createRateLimit, spend } from './rateLimit.ts'

/** Visitors of one network, or behind an untrusted proxy, count as one client. */
const RATE_LIMIT_WINDOW_S = 10

/** Process supervision, and the relay, which has its own limits. */
const NOT_COUNTED: readonly string[] = ['/healthz', '/readyz', '/metrics', '/relay']

/** A name is permanent. */
const NAME_COST = 100
/** No project is charged for it, and it costs a database query. */
const UNKNOWN_PROJECT_COST = 10

const isAboutNoProject = (error: Error | undefined) => error instanceof ServiceError && error.code === 'project.unknown'

/**
 * Counts a client's requests to all services together, whatever project they name. Calls from within the process have
 * no client.
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
  return async (c, next) => {
    const address = addressOf(c, trustedProxies)
    if (address === undefined) return next()
    const key = clientNetwork(address)
    c.set('clientKey', key)
    if (NOT_COUNTED.includes(c.req.path)) return next()
    await spend(rateLimit, key, costOf(c))
    await next()
    if (isAboutNoProject(c.error)) await rateLimit.charge(key, UNKNOWN_PROJECT_COST - 1)
  }
}
