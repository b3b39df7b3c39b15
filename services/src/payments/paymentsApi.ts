import { type Context, Hono } from 'hono'
import type { Parts } from '../blockchainApi/parts.ts'
import type { Pools } from '../blockchainApi/pools/createPools.ts'
import type { PaymentsSettings } from './environment.ts'
import { exchangesApi } from './exchanges/exchangesApi.ts'
import { transfersApi } from './transfers/transfersApi.ts'
import { createAskPayments } from './upstream/askPayments.ts'
import { createUpstreamExchanges } from './upstream/upstreamExchanges.ts'
import { createUpstreamTransfers } from './upstream/upstreamTransfers.ts'

type Needed = Pick<Parts, 'chains' | 'projects' | 'tokens' | 'log' | 'signal'>

/**
 * services.md §9: payments from exchanges, and payments in an asset other than the received one.
 * @param pictureAt returns the URL of an external picture on this service
 */
export function paymentsApi(
  parts: Needed,
  pools: Pools,
  settings: PaymentsSettings = {},
  pictureAt?: (address: string, c: Context) => string | undefined,
) {
  const { log } = parts
  const testExchange = settings.testExchange?.(parts)
  const ask = settings.upstream && createAskPayments(settings.upstream, log)
  const api = new Hono()
    .route('/', exchangesApi(parts, { testExchange, upstream: ask && createUpstreamExchanges(ask) }, pictureAt))
    .route('/', transfersApi({ ...parts, pools }, ask && createUpstreamTransfers(ask, log)))
  if (testExchange) api.route('/', testExchange.routes)
  return api
}
