import { decodeAbi, type Hex, shapeOf } from '@portico/contracts/preview'

/** A router call that pays an exact amount. Addresses are lowercase. */
export interface PaymentCall {
  /** The token, or `coin` for the value of the call. */
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  /** Exactly what the receiver gets, in the smallest unit. */
  readonly amount: bigint
  /** The most that is taken; the value of the call if undefined. */
  readonly most?: bigint
  readonly receiver: Hex
  /** Seconds since 1970. */
  readonly deadline: bigint
}

const FIVE = shapeOf('(uint256,uint256,address[],address,uint256)')
const FOUR = shapeOf('(uint256,address[],address,uint256)')
const SELECTOR_END = 10

/** Uniswap V2's exact-output functions. */
const KINDS: Readonly<Record<string, 'tokens' | 'fromCoin' | 'toCoin'>> = {
  '0x8803dbee': 'tokens', // swapTokensForExactTokens
  '0xfb3bdb41': 'fromCoin', // swapETHForExactTokens
  '0x4a25d94a': 'toCoin', // swapTokensForExactETH
}

/** @returns undefined for an unknown call */
export function readPaymentCall(data: string): PaymentCall | undefined {
  const bytes = data.toLowerCase() as Hex
  const selector = bytes.slice(0, SELECTOR_END)
  const kind = Object.hasOwn(KINDS, selector) ? KINDS[selector] : undefined
  if (!kind) return undefined
  const values = decodeAbi(kind === 'fromCoin' ? FOUR : FIVE, `0x${bytes.slice(SELECTOR_END)}`) as
    | readonly unknown[]
    | undefined
  if (!values) return undefined
  const most = kind === 'fromCoin' ? undefined : (values[1] as bigint)
  const [path, receiver, deadline] = values.slice(kind === 'fromCoin' ? 1 : 2) as [readonly Hex[], Hex, bigint]
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 2) return undefined
  // In a coin swap, the router itself rejects a path that lacks the wrapped coin at the coin's end.
  return {
    from: kind === 'fromCoin' ? 'coin' : first,
    to: kind === 'toCoin' ? 'coin' : last,
    amount: values[0] as bigint,
    ...(most !== undefined && { most }),
    receiver,
    deadline,
  }
}
