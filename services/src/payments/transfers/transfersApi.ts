import {
  PAYMENTS_PATHS,
  type TransferQuote,
  TransferQuoteRequest,
  type TransferStatus,
  TransferStatusQuery,
} from '@portico/contracts/services/payments'
import { type Context, Hono } from 'hono'
import type { Hash } from 'viem'
import type { Parts } from '../../blockchainApi/parts.ts'
import type { Pools } from '../../blockchainApi/pools/createPools.ts'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { check, readBody } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import { sayRefusal } from '../sayRefusal.ts'
import { quoteBySwap, type SwapTransfer } from './quoteBySwap.ts'
import { readTransfer, type Transfer } from './readTransfer.ts'
import { readRequestId } from './requestId.ts'
import { statusOfSwap } from './statusOfSwap.ts'

/** A service for payments between networks, and on networks without pools. */
export interface TransferUpstream {
  /** @throws ServiceError `payments.noRoute`, `payments.unavailable` */
  quote(transfer: Transfer, wire: TransferQuoteRequest, signal: AbortSignal): Promise<TransferQuote>
  /** @throws ServiceError `payments.unknownRequest`, `payments.unavailable` */
  status(query: TransferStatusQuery, signal: AbortSignal): Promise<TransferStatus>
}

/** services.md §9.3: quotes, and the status of their payments. */
export function transfersApi(
  { chains, pools, tokens, projects }: { readonly pools: Pools } & Pick<Parts, 'chains' | 'tokens' | 'projects'>,
  upstream?: TransferUpstream,
) {
  const isWithinPools = ({ origin, destination }: Transfer) =>
    origin.caipNetworkId === destination.caipNetworkId && pools.has(origin.caipNetworkId)

  /** @throws ServiceError `request.invalid` */
  function withPayer(transfer: Transfer): SwapTransfer {
    const { user } = transfer
    if (user === undefined) throw invalidRequest('user: who pays is needed')
    return { ...transfer, user }
  }

  async function quote(c: Context): Promise<TransferQuote> {
    await requireProject(c, projects)
    const wire = await readBody(c, TransferQuoteRequest)
    const transfer = readTransfer(wire)
    if (isWithinPools(transfer)) return quoteBySwap({ pools, tokens }, withPayer(transfer), ownOrigin(c))
    if (upstream) return upstream.quote(transfer, wire, c.req.raw.signal)
    throw new ServiceError(pools.ids.length ? 'payments.unsupported' : 'payments.unconfigured')
  }

  async function status(c: Context): Promise<TransferStatus> {
    await requireProject(c, projects)
    const query = check(TransferStatusQuery, c.req.query())
    const ours = readRequestId(query.requestId)
    if (ours) {
      if (!pools.has(ours.caipNetworkId)) throw new ServiceError('payments.unknownRequest')
      return statusOfSwap(chains.evm(ours.caipNetworkId), ours, query.txHash as Hash | undefined)
    }
    if (!upstream) throw new ServiceError('payments.unknownRequest')
    return upstream.status(query, c.req.raw.signal)
  }

  return new Hono()
    .onError(sayRefusal)
    .post(PAYMENTS_PATHS.quote, async (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json(await quote(c))
    })
    .get(PAYMENTS_PATHS.status, async (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json(await status(c))
    })
}
