import { type ActingCommands, ModalError, type ServiceRequest } from '@portico/contracts'
import { EXCHANGE_METHODS, type ExchangeBuyStatus, PAYMENTS_PATHS } from '@portico/contracts/services/payments'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { Bill, BillToken } from './bill/bill.ts'

/** The payer: `ADDRESS` of the fixtures. */
const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const SHOP = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const DOLLAR = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
export const WRAPPED = `0x${'7e'.repeat(20)}` as const
export const HASH = `0x${'5a'.repeat(32)}` as const

export const routers: SwapRouter[] = [{ address: ROUTER, name: 'Uniswap', kind: 'uniswapV2', networks: ['eip155:1'] }]

export const ether: BillToken = { name: 'Ether', symbol: 'ETH', decimals: 18 }
export const dollar: BillToken = { address: DOLLAR, name: 'USD', symbol: 'USD', decimals: 6 }

/** 12.5 dollars, to the shop. */
export const bill: Bill = { caipNetworkId: 'eip155:1', recipient: SHOP, amount: '12500000', token: dollar }
/** 0.25 ETH. */
export const etherBill: Bill = { ...bill, amount: '250000000000000000', token: ether }

/** A page's request for the 12.5 dollars of `bill`. */
export const siteRequest = {
  paymentAsset: { network: 'eip155:1', asset: DOLLAR, metadata: { name: 'Dollar', symbol: 'USD', decimals: 6 } },
  recipient: SHOP,
  amount: '12.5',
}

export const exchangeAbi = parseAbi([
  'function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
  'function swapETHForExactTokens(uint256,address[],address,uint256) payable',
  'function swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
])

export const soon = () => BigInt(Math.floor(Date.now() / 1_000) + 1_200)

const assetOf = ({ address = 'native', name, symbol, decimals }: BillToken) => ({
  network: 'eip155:1',
  asset: address,
  metadata: { name, symbol, decimals },
})

export const transactionStep = (to: string, data: Hex, value = 0n) => ({
  type: 'transaction' as const,
  requestId: 'r-1',
  transaction: { network: 'eip155:1', from: PAYER, to, data, value: String(value) },
})

/** At most 0.01 ETH for 12.5 dollars. */
export const etherQuote = (deadline = soon()) => ({
  origin: { amount: '10000000000000000', currency: assetOf(ether) },
  destination: { amount: bill.amount, currency: assetOf(dollar) },
  fees: [],
  steps: [
    transactionStep(
      ROUTER,
      encodeFunctionData({
        abi: exchangeAbi,
        functionName: 'swapETHForExactTokens',
        args: [BigInt(bill.amount), [WRAPPED, DOLLAR], SHOP as Hex, deadline],
      }),
      10_000_000_000_000_000n,
    ),
  ],
  timeInSeconds: 12,
})

/** At most 600 dollars for 0.25 ETH. */
export function dollarQuote({ isAllowed = true, deadline = soon() } = {}) {
  const most = 600_000_000n
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, most] })
  const swap = encodeFunctionData({
    abi: exchangeAbi,
    functionName: 'swapTokensForExactETH',
    args: [BigInt(etherBill.amount), most, [DOLLAR, WRAPPED], SHOP as Hex, deadline],
  })
  return {
    origin: { amount: String(most), currency: assetOf(dollar) },
    destination: { amount: etherBill.amount, currency: assetOf(ether) },
    fees: [],
    steps: [...(isAllowed ? [] : [transactionStep(DOLLAR, approve)]), transactionStep(ROUTER, swap)],
    timeInSeconds: 12,
  }
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
/** An ABI-encoded string. */
const textAnswer = (text: string) =>
  `0x${word(32n)}${word(BigInt(Buffer.byteLength(text)))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

interface Behaviour {
  /** Millionths of a dollar. */
  readonly dollars?: bigint
  /** Wei. */
  readonly wei?: bigint
  readonly symbol?: string
  readonly decimals?: bigint
  readonly quote?: (request: ServiceRequest) => unknown
  readonly exchanges?: () => unknown
  readonly page?: () => unknown
  /** One answer per request; the last answer repeats. */
  readonly statuses?: (ExchangeBuyStatus | ModalError)[]
  readonly node?: (method: string, params: readonly unknown[]) => unknown
}

export const EXCHANGES = [
  { id: 'reown_test', name: 'Test exchange', imageUrl: '' },
  { id: 'coinbase', name: 'Coinbase', imageUrl: '' },
  { id: 'binance', name: 'Binance', imageUrl: '' },
  { id: 'kraken', name: 'Kraken', imageUrl: '' },
]

/** Nodes that know dollars and ether, and services that accept both. */
export function serviceOf({
  dollars = 100_000_000n,
  wei = 10n ** 18n,
  symbol = 'USD',
  decimals = 6n,
  quote,
  exchanges = () => ({ exchanges: EXCHANGES, total: EXCHANGES.length }),
  page = () => ({ url: 'https://exchange.example/pay?o=91', sessionId: 'session-1' }),
  statuses = [{ status: 'UNKNOWN' }],
  node = () => undefined,
}: Behaviour = {}): Partial<ActingCommands> & {
  readonly calls: { method: string; params: Record<string, unknown> }[]
} {
  const calls: { method: string; params: Record<string, unknown> }[] = []
  const rpc = (method: string): unknown => {
    if (method === EXCHANGE_METHODS.exchanges) return exchanges()
    if (method === EXCHANGE_METHODS.payUrl) return page()
    return statuses.length > 1 ? statuses.shift() : statuses[0]
  }
  return {
    calls,
    swapRouters: () => routers,
    async askNode({ method, params = [] }) {
      const own = await node(method, params)
      if (own instanceof Error) throw own
      if (own !== undefined) return own
      if (method === 'eth_getBalance') return `0x${wei.toString(16)}`
      if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
      if (method === 'eth_gasPrice') return '0x77359400'
      if (method === 'eth_estimateGas') return '0x186a0'
      const { data } = (params[0] ?? {}) as { data?: string }
      if (data === '0x313ce567') return `0x${word(decimals)}`
      if (data === '0x95d89b41') return textAnswer(symbol)
      if (data?.startsWith('0x70a08231')) return `0x${word(dollars)}`
      throw new ModalError('node.refused', { details: { reason: 'not here' } })
    },
    async askService(request) {
      if (request.path === PAYMENTS_PATHS.quote) {
        const answer = quote?.(request)
        if (answer instanceof Error) throw answer
        return answer
      }
      const { method, params } = request.body as { method: string; params: Record<string, unknown> }
      calls.push({ method, params })
      const answer = await rpc(method)
      if (answer instanceof Error) throw answer
      if (typeof answer === 'object' && answer && 'refused' in answer) {
        return { jsonrpc: '2.0', id: 1, error: { code: -32602, message: String(answer.refused) } }
      }
      return { jsonrpc: '2.0', id: 1, result: answer }
    },
  }
}
