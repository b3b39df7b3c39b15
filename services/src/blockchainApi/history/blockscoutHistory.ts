import type { CaipNetworkId } from '@portico/contracts'
import type { GenericSchema } from 'valibot'
import { type Address, getAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { readAs, readEach } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { readPart } from '../cursor.ts'
import type { Parts } from '../parts.ts'
import { BlockscoutPage, BlockscoutTransaction, BlockscoutTransfer } from './blockscoutAnswers.ts'
import {
  isBehind,
  order,
  type Place,
  Position,
  positionBehind,
  type Row,
  transactionRow,
  transferRow,
} from './blockscoutRows.ts'
import { explorerFacts } from './explorerFacts.ts'
import { type HistoryEntry, type HistoryPage, type HistorySource, PENDING } from './historySource.ts'
import { type Stream, takeNewest } from './takeNewest.ts'
import { toActivity } from './toActivity.ts'
import { toHistoryItem } from './toHistoryItem.ts'

/** One transaction may move more of an address's tokens than fit on a page. */
const TRANSFER_PAGES_MAX = 20
const EMPTY_PAGES_MAX = 20

/** Blockscout's status for an address that it has never seen. */
const UNKNOWN = 404

/**
 * Queries an explorer compatible with Blockscout's REST API 2. As on an indexed chain, coin transfers between contracts
 * are missing: the explorer has them in another list.
 * https://github.com/blockscout/blockscout-api-v2-swagger/blob/main/swagger.yaml,
 * `/addresses/{address_hash}/transactions` and `/addresses/{address_hash}/token-transfers`; a page continues after the
 * block and the index of an item.
 * @param upstreams the URLs, including `/api/v2` and the query with the key
 */
export function blockscoutHistory(
  upstreams: UpstreamList,
  { tokens }: Pick<Parts, 'tokens'>,
  waitMs?: number,
): HistorySource {
  async function ask<Schema extends GenericSchema>(base: URL, path: string, schema: Schema, behind: Place | null) {
    const url = new URL(base)
    if (behind) {
      url.searchParams.set('block_number', String(behind[0]))
      url.searchParams.set('index', String(behind[1]))
    }
    const { status, body } = await askHttp(url, path, { expected: [UNKNOWN], waitMs })
    if (status === UNKNOWN) return { items: [], hasMore: false }
    const { items, next_page_params } = readAs(BlockscoutPage, body)
    return { items: readEach(schema, items), hasMore: next_page_params != null }
  }

  async function readTransactions(base: URL, address: string, position?: Position): Promise<Stream<Row>> {
    const path = `/addresses/${address}/transactions`
    const { items, hasMore } = await ask(base, path, BlockscoutTransaction, position?.transactions ?? null)
    const rows = items.map(transactionRow)
    const entries = rows.filter((row) => !position || isBehind(row, position))
    return { entries, hasMore: hasMore && rows.some(({ timestamp }) => timestamp !== PENDING) }
  }

  /** Never splits a transaction: if the last one is cut off, it is left for the next page. */
  async function readTransfers(base: URL, address: string, position?: Position): Promise<Stream<Row>> {
    const rows: Row[] = []
    let behind = position?.transfers ?? null
    for (let count = 0; count < TRANSFER_PAGES_MAX; count++) {
      const { items, hasMore } = await ask(base, `/addresses/${address}/token-transfers`, BlockscoutTransfer, behind)
      const read = items.map(transferRow)
      rows.push(...read.filter((row) => !position || isBehind(row, position)))
      const last = read.at(-1)
      if (!hasMore || !last) return { entries: rows, hasMore: false }
      const whole = rows.filter(({ hash }) => hash !== last.hash)
      if (whole.length > 0) return { entries: whole, hasMore: true }
      behind = [last.block, last.place]
    }
    throw new ServiceError('upstream.unavailable')
  }

  async function readOnce(base: URL, caipNetworkId: CaipNetworkId, address: Address, position?: Position) {
    const streams = await Promise.all([
      readTransactions(base, address, position),
      readTransfers(base, address, position),
    ])
    const { groups, hasMore } = takeNewest(streams, order, Number.POSITIVE_INFINITY)
    const allTransfers = streams[1].entries.flatMap(({ transfer }) => transfer ?? [])
    const factsOf = explorerFacts(caipNetworkId, allTransfers, tokens)
    const entries: HistoryEntry[] = []
    let behind = position
    for (const group of groups) {
      behind = positionBehind(group, behind)
      const [transaction] = group.flatMap((row) => row.transaction ?? [])
      const transfers = group.flatMap(({ transfer }) => transfer ?? [])
      const activity = toActivity(transaction, transfers)
      if (!activity) continue
      entries.push({
        timestamp: activity.isPending ? PENDING : activity.timestamp,
        after: JSON.stringify(behind),
        read: () => toHistoryItem(activity, address, caipNetworkId, factsOf),
      })
    }
    return { entries, hasMore, behind }
  }

  /** Reads the next entries, skipping pages that contain nothing but spam. */
  async function read(base: URL, caipNetworkId: CaipNetworkId, address: Address, position?: Position) {
    let begin = position
    for (let count = 0; count < EMPTY_PAGES_MAX; count++) {
      const { entries, hasMore, behind } = await readOnce(base, caipNetworkId, address, begin)
      if (entries.length > 0 || !hasMore) return { entries, hasMore }
      begin = behind
    }
    throw new ServiceError('upstream.unavailable')
  }

  return {
    ids: [...upstreams.keys()],
    async page(caipNetworkId, text, after): Promise<HistoryPage> {
      const position = after === undefined ? undefined : readPart(Position, after)
      return askFirst(upstreams, caipNetworkId, (base) => read(base, caipNetworkId, getAddress(text), position))
    },
  }
}
