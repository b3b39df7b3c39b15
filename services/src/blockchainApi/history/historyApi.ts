import { HistoryQuery } from '@portico/contracts/services/history'
import { Hono } from 'hono'
import { type Address, isAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import { check } from '../../http/readBody.ts'
import { readProjectId } from '../../http/readProjectId.ts'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import type { Parts } from '../parts.ts'
import type { HistoryOptions } from './environment.ts'
import { indexedHistory } from './indexedHistory.ts'

/** services.md §7.4: `GET /v1/account/{address}/history`, of the EVM chains that are indexed. */
export function historyApi(
  parts: Pick<Parts, 'chains' | 'projects' | 'tokens' | 'log'>,
  { indexed = [] }: HistoryOptions = {},
) {
  const source = indexedHistory(parts, indexed)

  return new Hono().get('/v1/account/:address/history', async (c) => {
    await parts.projects.require(readProjectId(c))
    const { chainId, cursor } = check(HistoryQuery, c.req.query())
    const chain = chainId === undefined ? undefined : parseRpcChain(chainId)
    if (chainId !== undefined && !chain) throw new ServiceError('chain.malformed')
    if (chain && !source.ids.includes(chain.caipNetworkId)) throw new ServiceError('chain.unsupported')
    const address = c.req.param('address')
    if (!isAddress(address, { strict: false })) throw new ServiceError('address.malformed')

    // The next transaction may be mined at any moment, and the client keeps it for as long as it may.
    c.header('Cache-Control', 'no-store')
    const networks = chain ? [chain.caipNetworkId] : source.ids
    return c.json(await source.page(networks, address.toLowerCase() as Address, cursor || undefined))
  })
}
