import { type BitcoinRpc, BitcoinRpcError } from '../bitcoinRpc.ts'
import type { BitcoinFaucet } from '../faucet.ts'
import { addressStats, unspentOutputs } from './addresses.ts'
import type { TransactionIndex } from './createIndex.ts'
import type { Follower } from './followNode.ts'
import type { NodeBlock } from './nodeTypes.ts'
import { toBlock } from './toEsplora.ts'

/** Esplora's error for a missing resource or a malformed request. */
export class RouteError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface Context {
  readonly rpc: BitcoinRpc
  readonly index: TransactionIndex
  readonly follower: Follower
  readonly faucet: BitcoinFaucet
}

/** Text is sent as text, anything else as JSON. */
type Answer = (found: readonly string[], body: string) => unknown
export type Route = readonly [method: 'GET' | 'POST', path: RegExp, answer: Answer]

/** Esplora's page size. */
const PAGE = 25
const MEMPOOL_PAGE = 50

/** Fee rates in satoshis per virtual byte. They are made up, because there is no competition for blocks here. */
const FEE_ESTIMATES = { '1': 5, '2': 4, '3': 3, '6': 2, '144': 1, '504': 1, '1008': 1 }
const RECOMMENDED_FEES = { fastestFee: 5, halfHourFee: 3, hourFee: 2, economyFee: 1, minimumFee: 1 }

const MAX_BLOCKS_AT_ONCE = 500

const TXID = '([0-9a-f]{64})'
const ADDRESS = '([A-Za-z0-9]{14,100})'

/** https://github.com/Blockstream/esplora/blob/master/API.md, and the fee routes of mempool.space. */
export function esploraRoutes({ rpc, index, follower, faucet }: Context): readonly Route[] {
  const route = (method: 'GET' | 'POST', path: string, answer: Answer): Route => [
    method,
    new RegExp(`^${path.replace(':txid', TXID).replace(':address', ADDRESS)}$`),
    answer,
  ]

  const transaction = (txid = '') => {
    const found = index.get(txid)
    if (!found) throw new RouteError(404, 'Transaction not found')
    return found
  }

  async function checked(address = '') {
    const { isvalid } = await rpc.call<{ isvalid: boolean }>('validateaddress', address)
    if (!isvalid) throw new RouteError(400, 'Invalid Bitcoin address')
    return address
  }

  async function historyOf(address?: string) {
    const history = index.history(await checked(address))
    const waiting = history.filter(({ status }) => !status.confirmed)
    return { waiting: waiting.slice(0, MEMPOOL_PAGE), confirmed: history.filter(({ status }) => status.confirmed) }
  }

  const outspend = (txid: string, vout: number) => {
    const spending = index.spending(txid, vout)
    return spending ? { spent: true, ...spending, status: transaction(spending.txid).status } : { spent: false }
  }

  return [
    route('GET', '/blocks/tip/height', () => String(follower.chain.length - 1)),
    route('GET', '/blocks/tip/hash', () => follower.chain.at(-1)),
    route('GET', '/block-height/(\\d{1,9})', ([height]) => {
      const hash = follower.chain[Number(height)]
      if (!hash) throw new RouteError(404, 'Block not found')
      return hash
    }),
    route('GET', '/block/:txid', async ([hash]) => {
      if (!follower.chain.includes(hash ?? '')) throw new RouteError(404, 'Block not found')
      return toBlock(await rpc.call<NodeBlock>('getblock', hash, 1))
    }),

    route('GET', '/address/:address', async ([address]) => addressStats(await checked(address), index)),
    route('GET', '/address/:address/utxo', async ([address]) => unspentOutputs(await checked(address), index)),
    route('GET', '/address/:address/txs', async ([address]) => {
      const { waiting, confirmed } = await historyOf(address)
      return [...waiting, ...confirmed.slice(0, PAGE)]
    }),
    route('GET', '/address/:address/txs/mempool', async ([address]) => (await historyOf(address)).waiting),
    route('GET', `/address/:address/txs/chain(?:/${TXID})?`, async ([address, last]) => {
      const { confirmed } = await historyOf(address)
      const begin = last ? confirmed.findIndex(({ txid }) => txid === last) + 1 : 0
      return last && begin === 0 ? [] : confirmed.slice(begin, begin + PAGE)
    }),

    route('GET', '/tx/:txid', ([txid]) => transaction(txid)),
    route('GET', '/tx/:txid/status', ([txid]) => transaction(txid).status),
    route('GET', '/tx/:txid/hex', ([txid]) => rpc.call('getrawtransaction', transaction(txid).txid)),
    route('GET', '/tx/:txid/outspend/(\\d{1,9})', ([txid = '', vout]) => outspend(txid, Number(vout))),
    route('GET', '/tx/:txid/outspends', ([txid = '']) => transaction(txid).vout.map((_, vout) => outspend(txid, vout))),
    route('POST', '/tx', async (_, body) => {
      try {
        return await rpc.call('sendrawtransaction', body.trim())
      } catch (error) {
        if (!(error instanceof BitcoinRpcError)) throw error
        const { code, message } = error
        throw new RouteError(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
      }
    }),

    route('GET', '/fee-estimates', () => FEE_ESTIMATES),
    route('GET', '/v1/fees/recommended', () => RECOMMENDED_FEES),

    // DEVELOPMENT ONLY: no Esplora server has the routes below.
    route('POST', '/__mine/(\\d{1,3})', ([blocks]) => {
      const count = Number(blocks)
      if (count < 1 || count > MAX_BLOCKS_AT_ONCE) throw new RouteError(400, `1 to ${MAX_BLOCKS_AT_ONCE} blocks`)
      return faucet.mine(count)
    }),
    route('POST', '/__faucet/:address/(\\d{1,16})', async ([address, satoshis]) => {
      try {
        return await faucet.pay({ [await checked(address)]: BigInt(satoshis ?? 0) })
      } catch (error) {
        throw error instanceof BitcoinRpcError ? new RouteError(400, error.message) : error
      }
    }),
  ]
}
