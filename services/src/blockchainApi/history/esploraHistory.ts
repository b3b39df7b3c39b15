import type { CaipNetworkId } from '@portico/contracts'
import { minValue, null_, number, object, pipe, regex, safeInteger, string, union } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import { MALFORMED_ADDRESS } from '../balances/esploraHoldings.ts'
import { readAs } from '../balances/readAs.ts'
import { readPart } from './cursor.ts'
import { EsploraStatus, EsploraTransaction } from './esploraAnswers.ts'
import { type HistoryEntry, type HistoryPage, type HistorySource, PENDING } from './historySource.ts'
import { readEach } from './readEach.ts'
import { toBitcoinItem } from './toBitcoinItem.ts'

/** As many in blocks as Esplora tells at once; fewer are the last ones. */
const PAGE_TRANSACTIONS = 25

/** A reorganisation takes back a few blocks. What has more in them than this is asked for anew. */
const LOST_PAGES_MAX = 10

/** The last transaction that was shown and its height; null when that was one in no block. */
const Position = union([
  null_(),
  object({
    height: pipe(number(), safeInteger(), minValue(0)),
    txid: pipe(string(), regex(/^[0-9a-f]{64}$/)),
  }),
])

/** Where the block is known, a transaction has its height. */
const heightOf = ({ status }: EsploraTransaction) => (status.confirmed ? (status.block_height ?? 0) : undefined)

const UNKNOWN = 404
/** What mempool.space says of a last transaction that it does not know. Esplora then says that nothing comes behind it. */
const UNKNOWN_LAST = [UNKNOWN, 422]

/**
 * Asks an interface like Esplora's, with the latest that is in no block.
 * https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddresstxs
 * https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddresstxschainlast_seen_txid
 * @param upstreams each URL with the path before `/address`
 */
export function esploraHistory(upstreams: UpstreamList, waitMs?: number): HistorySource {
  /** @returns undefined for what is no address of the network */
  async function transactions(base: URL, address: string, path: string, last?: string) {
    const { status, body } = await askHttp(base, `/address/${address}/txs${path}${last ? `/${last}` : ''}`, {
      expected: [MALFORMED_ADDRESS, ...(last ? UNKNOWN_LAST : [])],
      waitMs,
    })
    if (status === MALFORMED_ADDRESS) return undefined
    if (UNKNOWN_LAST.includes(status)) return { all: [], isFull: false }
    return { all: readEach(EsploraTransaction, body), isFull: isFull(body) }
  }

  /** Counted as they came: of those that cannot be read nothing is known. */
  const isFull = (body: unknown) =>
    Array.isArray(body) && body.filter((entry) => entry?.status?.confirmed === true).length >= PAGE_TRANSACTIONS

  /** The last one that was shown is in no block any more: its place is looked for from the newest on. */
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
    // It says the same of the last one and of one that it does not know.
    if (page?.all.length !== 0 || (await isInBlock(base, txid))) return page
    return below(base, address, height)
  }

  return {
    ids: [...upstreams.keys()],
    async page(caipNetworkId: CaipNetworkId, address: string, after?: string): Promise<HistoryPage> {
      const bases = upstreams.get(caipNetworkId)
      if (!bases) throw new ServiceError('chain.unsupported')
      const position = after === undefined ? undefined : readPart(Position, after)
      const page = await askFirst(bases, (base) => {
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
