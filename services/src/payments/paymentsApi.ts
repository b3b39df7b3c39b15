import { type Context, Hono } from 'hono'
import { createDeliveries } from '../blockchainApi/onramp/sandbox/createDeliveries.ts'
import type { Parts } from '../blockchainApi/parts.ts'
import type { Pools } from '../blockchainApi/pools/createPools.ts'
import type { PaymentsSettings } from './environment.ts'
import { exchangesApi } from './exchanges/exchangesApi.ts'
import { createTestExchange } from './sandbox/createTestExchange.ts'
import { sandboxPages } from './sandbox/sandboxPages.ts'
import { createSessions } from './sandbox/sessions.ts'
import { transfersApi } from './transfers/transfersApi.ts'
import { createAskPayments } from './upstream/askPayments.ts'
import { createUpstreamExchanges } from './upstream/upstreamExchanges.ts'
import { createUpstreamTransfers } from './upstream/upstreamTransfers.ts'

type Needed = Pick<Parts, 'chains' | 'projects' | 'tokens' | 'log' | 'signal'>

/**
 * services.md §9: payments from exchanges, and in another asset than the received one.
 * @param pictureAt the address on this service for an external picture
 * @param now milliseconds since 1970
 */
export function paymentsApi(
  parts: Needed,
  pools: Pools,
  settings: PaymentsSettings = {},
  pictureAt?: (address: string, c: Context) => string | undefined,
  now: () => number = Date.now,
) {
  const { log } = parts
  const deliveries = createDeliveries(parts, settings.sandbox ?? new Map())
  const sessions = createSessions({ deliveries, log }, now)
  if (deliveries.size) log.warn('a test exchange pays with test money', { chains: [...deliveries.keys()] })
  const sandbox = deliveries.size ? createTestExchange(parts, [...deliveries.keys()], sessions) : undefined
  const ask = settings.upstream && createAskPayments(settings.upstream, log)
  return new Hono()
    .route('/', exchangesApi(parts, { sandbox, upstream: ask && createUpstreamExchanges(ask) }, pictureAt))
    .route('/', transfersApi({ ...parts, pools }, ask && createUpstreamTransfers(ask, log)))
    .route('/', sandboxPages(sessions))
}
