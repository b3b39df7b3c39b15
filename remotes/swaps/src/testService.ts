import { type ActingCommands, ModalError, type ServiceRequest } from '@portico/contracts'
import { CONVERT_PATHS } from '@portico/contracts/services/convert'
import { PRICE_PATH } from '@portico/contracts/services/prices'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { leastOf } from './formulas.ts'
import { DOLLAR, dollar, ether, euro, ROUTER, routers } from './testing.ts'
import { caipOf, type Token } from './token.ts'

const swapAbi = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
])
const WRAPPED = `0x${'7e'.repeat(20)}` as const

interface Behaviour {
  /** The quote in the smallest unit of the target; defaults to 2,000 dollars per ether. */
  readonly quote?: (request: ServiceRequest, signal?: AbortSignal) => unknown
  readonly prices?: readonly (number | undefined)[]
  readonly allowance?: () => bigint
  readonly build?: (answer: unknown) => unknown
  readonly tokens?: () => unknown
  /** The result of contract calls; defaults to a token's decimals. */
  readonly call?: (to: string, data: string) => unknown
  /** The account's balance in wei. */
  readonly coins?: bigint
  /** `eth_simulateV1`; absent if the node does not support it. */
  readonly simulate?: () => unknown
}

const noPrices = [2_000, 1] as const

const received = ({ query = {} }: ServiceRequest) => {
  const amount = BigInt(query.amount ?? 0)
  return query.from === caipOf(ether) ? (amount * 2_000n) / 10n ** 12n : (amount * 10n ** 12n) / 2_000n
}

/** An ABI-encoded number. */
export const wordOf = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

const decimalsIn = (to: string) => {
  const token = [dollar, euro].find(({ address }) => address?.toLowerCase() === to.toLowerCase())
  return token ? wordOf(token.decimals) : '0x'
}

const listed = ({ name, symbol, decimals, ...token }: Token) => ({
  name,
  symbol,
  decimals,
  address: caipOf(token),
  logoUri: '',
})

function built({ body }: ServiceRequest) {
  const {
    amount: text,
    from,
    userAddress,
    eip155,
  } = body as {
    amount: string
    from: string
    userAddress: string
    eip155: { slippage: number }
  }
  const amount = BigInt(text)
  const user = userAddress.split(':')[2] as Hex
  const out = received({ path: '', query: { amount: text, from } })
  const least = leastOf(out, BigInt(eip155.slippage * 100))
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 600)
  const data =
    from === caipOf(ether)
      ? encodeFunctionData({
          abi: swapAbi,
          functionName: 'swapExactETHForTokens',
          args: [least, [WRAPPED, DOLLAR as Hex], user, deadline],
        })
      : encodeFunctionData({
          abi: swapAbi,
          functionName: 'swapExactTokensForETH',
          args: [amount, least, [DOLLAR as Hex, WRAPPED], user, deadline],
        })
  return {
    tx: {
      from: userAddress,
      to: `eip155:1:${ROUTER}`,
      data,
      amount: String(out),
      eip155: { gas: '150000', gasPrice: '1000000000' },
    },
  }
}

/** A service that swaps dollars and ether, and a node where every transaction succeeds. */
export function serviceOf({
  quote = received,
  prices = noPrices,
  allowance = () => 0n,
  build = (answer) => answer,
  tokens = () => ({ tokens: [ether, dollar, euro].map(listed) }),
  call = decimalsIn,
  coins = 1_500_000_000_000_000_000n,
  simulate,
}: Behaviour = {}): Partial<ActingCommands> {
  const priceOf = (address: string) => (address === caipOf(ether) ? prices[0] : prices[1])
  return {
    swapRouters: () => [...routers],
    async askService(request, signal) {
      const { path, query = {}, body } = request
      if (path === CONVERT_PATHS.tokens) return tokens()
      if (path === CONVERT_PATHS.allowance) return { allowance: String(allowance()) }
      if (path === CONVERT_PATHS.quotes) {
        const answer = await quote(request, signal)
        if (typeof answer !== 'bigint') return answer
        const { amount: fromAmount, from: fromAccount, to: toAccount } = query
        return { quotes: [{ id: null, fromAmount, fromAccount, toAccount, toAmount: String(answer) }] }
      }
      if (path === PRICE_PATH) {
        const { addresses } = body as { addresses: string[] }
        return {
          fungibles: addresses.flatMap((address) => {
            const price = priceOf(address)
            return price === undefined ? [] : [{ address, name: '', symbol: '', iconUrl: '', price }]
          }),
        }
      }
      if (path === CONVERT_PATHS.buildApprove) {
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [ROUTER, BigInt(query.amount ?? 0)],
        })
        return build({ tx: { from: query.from, to: query.to, data, value: '0', eip155: { gasPrice: '1' } } })
      }
      if (path === CONVERT_PATHS.buildTransaction) return build(built(request))
      throw new ModalError('service.status', { details: { status: 404 } })
    },
    async askNode({ method, params = [] }) {
      if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
      if (method === 'eth_gasPrice') return '0x77359400'
      if (method === 'eth_estimateGas') return '0x186a0'
      if (method === 'eth_getBalance') return `0x${coins.toString(16)}`
      if (method === 'eth_simulateV1' && simulate) return simulate()
      if (method === 'eth_call') {
        const { to, data } = params[0] as { to: string; data: string }
        return call(to, data)
      }
      throw new ModalError('node.refused', { details: { reason: 'not here' } })
    },
  }
}

export const approvedAmount = (data: Hex): unknown => decodeFunctionData({ abi: erc20Abi, data }).args
