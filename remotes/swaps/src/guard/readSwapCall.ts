import { type AbiValue, decodeAbi, type Hex, shapeOf } from '@portico/contracts/preview'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'

/** A router call, with the limits that the router enforces. Addresses are lowercase. */
export interface SwapCall {
  /** The token, or `coin` for the value of the call. */
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  /** The value of the call if undefined. */
  readonly amount?: bigint
  readonly minimum: bigint
  readonly receiver: Hex
  /** The wrapped coin, whose whole output the router unwraps for the receiver. */
  readonly unwraps?: Hex
  /** Seconds since 1970. */
  readonly deadline?: bigint
}

type Path = readonly Hex[]

const WITH_TOKENS = shapeOf('(uint256,uint256,address[],address,uint256)')
const WITH_COIN = shapeOf('(uint256,address[],address,uint256)')

/** Includes the `Fee` variants, for tokens with a transfer fee; the router still enforces the minimum. */
const UNISWAP_V2: Readonly<Record<string, 'tokens' | 'fromCoin' | 'toCoin'>> = {
  '0x38ed1739': 'tokens', // swapExactTokensForTokens
  '0x5c11d795': 'tokens', // …SupportingFeeOnTransferTokens
  '0x7ff36ab5': 'fromCoin', // swapExactETHForTokens
  '0xb6f9de95': 'fromCoin',
  '0x18cbafe5': 'toCoin', // swapExactTokensForETH
  '0x791ac947': 'toCoin',
}

const SELECTOR_END = 10

function uniswapV2(data: Hex): SwapCall | undefined {
  const selector = data.slice(0, SELECTOR_END)
  const kind = Object.hasOwn(UNISWAP_V2, selector) ? UNISWAP_V2[selector] : undefined
  if (!kind) return undefined
  const rest: Hex = `0x${data.slice(SELECTOR_END)}`
  const values = decodeAbi(kind === 'fromCoin' ? WITH_COIN : WITH_TOKENS, rest) as readonly AbiValue[] | undefined
  if (!values) return undefined
  const [amount, [minimum, path, receiver, deadline]] = (
    kind === 'fromCoin' ? [undefined, values] : [values[0], values.slice(1)]
  ) as [bigint | undefined, [bigint, Path, Hex, bigint]]
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 2) return undefined
  // In a coin swap, the router itself rejects a path that lacks the wrapped coin at the coin's end.
  return {
    from: kind === 'fromCoin' ? 'coin' : first,
    to: kind === 'toCoin' ? 'coin' : last,
    ...(amount !== undefined && { amount }),
    minimum,
    receiver,
    ...(kind === 'toCoin' && { unwraps: last }),
    deadline,
  }
}

/** `swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)` of 1inch's router v6. */
const ONE_INCH_SWAP = '0x07ed2379'
const WORD = 64
/** Allows taking less than the amount, with a proportionally lower minimum. */
const PARTIAL_FILL = 1n
/** Requires more value than the amount. */
const EXTRA_VALUE = 2n
const NOBODY = `0x${'0'.repeat(40)}`
const COIN = `0x${'e'.repeat(40)}`

/**
 * Reads the call by word offsets. The rest is for the router's helper, which can at worst make the swap fail. Other
 * calls of this router do not name the received token, so they are not supported.
 * @param account the sender, who is paid if the receiver is zero
 */
function oneInchV6(data: Hex, account: string): SwapCall | undefined {
  const word = (index: number) => data.slice(SELECTOR_END + index * WORD, SELECTOR_END + (index + 1) * WORD)
  if (data.slice(0, SELECTOR_END) !== ONE_INCH_SWAP || word(8).length < WORD) return undefined
  const isAddress = (index: number) => /^0{24}/.test(word(index))
  if (![0, 1, 2, 3, 4].every(isAddress)) return undefined
  const address = (index: number): Hex => `0x${word(index).slice(24)}`
  const number = (index: number) => BigInt(`0x${word(index)}`)
  const token = (index: number) => ([COIN, NOBODY].includes(address(index)) ? 'coin' : address(index))
  if ((number(7) & (PARTIAL_FILL | EXTRA_VALUE)) !== 0n) return undefined
  const receiver = address(4) === NOBODY ? (account.toLowerCase() as Hex) : address(4)
  return { from: token(1), to: token(2), amount: number(5), minimum: number(6), receiver }
}

/** @returns undefined for an unknown call */
export function readSwapCall(kind: SwapRouter['kind'], data: string, account: string): SwapCall | undefined {
  if (!/^0x(?:[\da-f]{2})+$/i.test(data)) return undefined
  const bytes = data.toLowerCase() as Hex
  return kind === 'uniswapV2' ? uniswapV2(bytes) : oneInchV6(bytes, account)
}
