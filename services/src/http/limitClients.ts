import { NAME_REGISTER_PATH } from '@portico/contracts/services/names'
import type { Context, MiddlewareHandler } from 'hono'
import { clientNetwork } from './clientNetwork.ts'
import { addressOf } from './clientOf.ts'
import { type ClientOptions, DEFAULT_CLIENT_OPTIONS } from './environment.ts'
import { ServiceError } from './errors.ts'
import { createRateLimit, spend } from './rateLimit.ts'

/** The visitors of one network, and all behind a proxy that is not trusted, are one client. */
const RATE_LIMIT_WINDOW_S = 10

/** What supervises the process, and the relay, which counts what its clients send itself. */
const NOT_COUNTED: readonly string[] = ['/healthz', '/readyz', '/metrics', '/relay']

/** A new name is kept for ever. */
const NAME_COST = 100
/** No project is counted for it, and the database was asked. */
const UNKNOWN_PROJECT_COST = 10

const isAboutNoProject = (error: Error | undefined) => error instanceof ServiceError && error.code === 'project.unknown'

/**
 * Counts what one client asks of all services together, whatever project it names and whether there is such a project.
 * A call from within the process has no client.
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
