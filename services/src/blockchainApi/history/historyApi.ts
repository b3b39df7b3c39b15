import { type History, HistoryQuery } from '@portico/contracts/services/history'
import { Hono } from 'hono'
import { check } from '../../http/readBody.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import { readAccount } from '../balances/addressFamily.ts'
import type { Parts } from '../parts.ts'
import { blockscoutHistory } from './blockscoutHistory.ts'
import type { HistoryOptions } from './environment.ts'
import { esploraHistory } from './esploraHistory.ts'
import { indexedHistory } from './indexedHistory.ts'
import { mergeHistory } from './mergeHistory.ts'
import { solanaHistory } from './solanaHistory.ts'

const NOTHING: History = { data: [], next: null }

/** services.md §7.4: `GET /v1/account/{address}/history`. No `chainId` means all the family's chains with a source. */
export function historyApi(
  parts: Pick<Parts, 'chains' | 'projects' | 'tokens' | 'log'>,
  { indexed = [], esplora = new Map(), blockscout = new Map() }: HistoryOptions = {},
) {
  const explorers = [blockscoutHistory(blockscout, parts), solanaHistory(parts), esploraHistory(esplora)]
  // The service's own index comes first, because an explorer may lag behind the chain.
  const history = mergeHistory([indexedHistory(parts, indexed), ...explorers], parts.log)

  return new Hono().get('/v1/account/:address/history', async (c) => {
    await requireProject(c, parts.projects)
    const { chainId, cursor } = check(HistoryQuery, c.req.query())
    const { address, networks } = readAccount(c.req.param('address'), chainId, history.ids)

    // A transaction may be mined at any moment, and clients cache a page for as long as its header allows.
    c.header('Cache-Control', 'no-store')
    if (networks.length === 0) return c.json(NOTHING)
    return c.json(await history.page(networks, address, cursor || undefined))
  })
}
