import type { CaipNetworkId } from '@portico/contracts'
import { minValue, null_, number, object, pipe, regex, safeInteger, string, union } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { readAs, readEach } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { MALFORMED_ADDRESS } from '../balances/esploraHoldings.ts'
import { readPart } from '../cursor.ts'
import { EsploraStatus, EsploraTransaction } from './esploraAnswers.ts'
import { type HistoryEntry, type HistoryPage, type HistorySource, PENDING } from './historySource.ts'
import { toBitcoinItem } from './toBitcoinItem.ts'

/** Esplora's page size for confirmed transactions; a shorter page is the last one. */
const PAGE_TRANSACTIONS = 25

/** A reorganization removes few blocks. If the place is further down than this, `upstream.unavailable` is reported. */
const LOST_PAGES_MAX = 10

/** The last transaction shown and its height; null if the transaction was unconfirmed. */
const Position = union([
  null_(),
  object({
    height: pipe(number(), safeInteger(), minValue(0)),
    txid: pipe(string(), regex(/^[0-9a-f]{64}$/)),
  }),
])

/** The block height; undefined if the transaction is not in a block. */
const heightOf = ({ status }: EsploraTransaction) => (status.confirmed ? (status.block_height ?? 0) : undefined)

const UNKNOWN = 404
/** The statuses of mempool.space for an unknown last transaction, for which Esplora itself returns an empty page. */
const UNKNOWN_LAST = [UNKNOWN, 422]

/**
 * Queries an Esplora-compatible API, including unconfirmed transactions.
 * https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddresstxs
 * https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddresstxschainlast_seen_txid
 * @param upstreams the URLs, including the path before `/address`
 */
export function esploraHistory(upstreams: UpstreamList, waitMs?: number): HistorySource {
  /** @returns undefined if the address does not belong to the network */
  async function transactions(base: URL, address: string, path: string, last?: string) {
    const { status, body } = await askHttp(base, `/address/${address}/txs${path}${last ? `/${last}` : ''}`, {
      expected: [MALFORMED_ADDRESS, ...(last ? UNKNOWN_LAST : [])],
      waitMs,
    })
    if (status === MALFORMED_ADDRESS) return undefined
    if (UNKNOWN_LAST.includes(status)) return { all: [], isFull: false }
    return { all: readEach(EsploraTransaction, body), isFull: isFull(body) }
  }

  /** Counts all entries of the response, including unreadable ones. */
  const isFull = (body: unknown) =>
    Array.isArray(body) && body.filter((entry) => entry?.status?.confirmed === true).length >= PAGE_TRANSACTIONS

  /** For a last transaction that is no longer in a block: finds its place, starting from the newest entry. */
  async function below(base: URL, address: string, height: number) {
    let last: string | undefined
    for (let count = 0; count < LOST_PAGES_MAX; count++) {
      const page = await transactions(base, address, '/chain', last)
      const older = page?.all.filter((transaction) => (heightOf(transaction) ?? height) < height) ?? []
      if (!page?.isFull || older.length > 0) return page && { all: older, isFull: page.isFull }
      last = page.all.at(-1)?.txid
    }
    throw new ServiceError('upstream.unavailable')
  }

  async function isInBlock(base: URL, txid: string) {
    const { status, body } = await askHttp(base, `/tx/${txid}/status`, { expected: [UNKNOWN], waitMs })
    return status !== UNKNOWN && readAs(EsploraStatus, body).confirmed
  }

  async function behind(base: URL, address: string, { height, txid }: { height: number; txid: string }) {
    const page = await transactions(base, address, '/chain', txid)
    // An empty page can mean that this was the last transaction, or that it is unknown.
    if (page?.all.length !== 0 || (await isInBlock(base, txid))) return page
    return below(base, address, height)
  }

  return {
    ids: [...upstreams.keys()],
    async page(caipNetworkId: CaipNetworkId, address: string, after?: string): Promise<HistoryPage> {
      const position = after === undefined ? undefined : readPart(Position, after)
      const page = await askFirst(upstreams, caipNetworkId, (base) => {
        if (position) return behind(base, address, position)
        return transactions(base, address, position === null ? '/chain' : '')
      })
      if (!page) throw new ServiceError('address.malformed')
      const entries = page.all.map((transaction): HistoryEntry => {
        const height = heightOf(transaction)
        return {
          timestamp: height === undefined ? PENDING : (transaction.status.block_time ?? 0),
          after: JSON.stringify(height === undefined ? null : { height, txid: transaction.txid }),
          read: async () => toBitcoinItem(transaction, address, caipNetworkId),
        }
      })
      return { entries, hasMore: page.isFull }
    },
  }
}
