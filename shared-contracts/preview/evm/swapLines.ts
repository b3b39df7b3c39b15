import { roleOf } from '../context.ts'
import type { Finding, Hex, Line, Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, line, nativeAmount, tokenAmount, tokenLines, warning } from '../values.ts'
import type { Call, Scope } from './call.ts'

/** Uniswap's routers use the zero address for the network's own currency. */
export const NATIVE: Hex = '0x0000000000000000000000000000000000000000'

const amountOf = ({ context }: Scope, token: Hex, amount: bigint): Value =>
  token === NATIVE ? nativeAmount(context, amount) : tokenAmount(context, token, amount)

/** Lines for an amount and its token. */
export const amountLines = (scope: Scope, labelKey: PreviewMessageKey, token: Hex, amount: bigint): Line[] => [
  line(labelKey, amountOf(scope, token, amount)),
  ...(token === NATIVE ? [] : tokenLines(scope.context, token)),
]

/** A line for the receiver of the output. Anyone but the sender is highlighted. */
const receiverLine = ({ context, sender }: Scope, receiver: Hex): Line =>
  line('preview.receiver', addressValue(context, receiver), receiver !== sender.toLowerCase())

/** Lengths in hexadecimal digits: a token is 20 bytes, and the fee between two tokens is 3 bytes. */
const [TOKEN, FEE] = [40, 6]

/** The first and the last token of a packed Uniswap v3 path, in path order. */
export function endsOfPath(path: Hex): readonly [Hex, Hex] | undefined {
  const digits = path.length - 2
  if (digits < 2 * TOKEN + FEE || (digits - TOKEN) % (TOKEN + FEE) !== 0) return undefined
  return [path.slice(0, 2 + TOKEN) as Hex, `0x${path.slice(-TOKEN)}`]
}

export function endsOfList(path: readonly Hex[]): readonly [Hex, Hex] | undefined {
  const [first, last] = [path[0], path.at(-1)]
  return first && last && path.length > 1 ? [first, last] : undefined
}

/** Lines for a token whose amount is not stated. */
export const tokenOnlyLines = ({ context }: Scope, token: Hex): Line[] =>
  token === NATIVE ? [] : tokenLines(context, token)

export const isRouter = ({ to }: Call, { context }: Scope): boolean => roleOf(context, to) === 'router'

/** Resolves Uniswap's placeholders: 1 is the caller, 2 the router. At other contracts, they are literal addresses. */
export function receiverOf(address: Hex, call: Call, scope: Scope): Hex {
  if (!isRouter(call, scope)) return address
  if (BigInt(address) === 1n) return scope.sender.toLowerCase() as Hex
  return BigInt(address) === 2n ? call.to : address
}

/** The first v3 router has one placeholder: the zero address stands for the router itself. */
export const firstReceiverOf = (address: Hex, call: Call, scope: Scope): Hex =>
  isRouter(call, scope) && address === NATIVE ? call.to : address

/** Between two steps, the router's balance belongs to no one, so the router is not highlighted as a receiver. */
export const routedLine = (address: Hex, call: Call, scope: Scope): Line =>
  address === call.to && isRouter(call, scope)
    ? line('preview.receiver', addressValue(scope.context, address))
    : receiverLine(scope, address)

/** At a contract that is not a known router, a swap call only claims to be a swap. */
export const swapFinding = (lines: readonly Line[], call: Call, scope: Scope): Pick<Finding, 'kind' | 'lines'> =>
  isRouter(call, scope)
    ? { kind: 'swap', lines }
    : { kind: 'claimedSwap', lines: [warning('preview.claimedSwap'), ...lines] }
