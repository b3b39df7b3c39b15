import { NAME_REGISTER_PATH } from '@portico/contracts/services/names'
import type { Context, MiddlewareHandler } from 'hono'
import { clientNetwork } from './clientNetwork.ts'
import { addressOf } from './clientOf.ts'
import { type ClientOptions, DEFAULT_CLIENT_OPTIONS } from './environment.ts'
import { ServiceError } from './errors.ts'
import { createRateLimit, spend } from './rateLimit.ts'

/** Long enough for bursts, because all visitors of a network, or behind an untrusted proxy, count as one client. */
const RATE_LIMIT_WINDOW_S = 10

/** The paths for supervising the process, and the relay, which has its own limits. */
const NOT_COUNTED: readonly string[] = ['/healthz', '/readyz', '/metrics', '/relay']

/** High, because a registered name is permanent. */
const NAME_COST = 100
/** Such a request costs a database query, and is charged to no project. */
const UNKNOWN_PROJECT_COST = 10

const isAboutNoProject = (error: Error | undefined) => error instanceof ServiceError && error.code === 'project.unknown'

/**
 * Counts all requests of a client together, whatever service and project they are for. Calls from within the process
 * have no client.
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
