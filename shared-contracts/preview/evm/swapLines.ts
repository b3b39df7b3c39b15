import { roleOf } from '../context.ts'
import type { Finding, Hex, Line, Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, line, nativeAmount, tokenAmount, tokenLines, warning } from '../values.ts'
import type { Call, Scope } from './call.ts'

/** Uniswap's routers write the network's own currency as nobody's address. */
export const NATIVE: Hex = '0x0000000000000000000000000000000000000000'

const amountOf = ({ context }: Scope, token: Hex, amount: bigint): Value =>
  token === NATIVE ? nativeAmount(context, amount) : tokenAmount(context, token, amount)

/** An amount and its token. */
export const amountLines = (scope: Scope, labelKey: PreviewMessageKey, token: Hex, amount: bigint): Line[] => [
  line(labelKey, amountOf(scope, token, amount)),
  ...(token === NATIVE ? [] : tokenLines(scope.context, token)),
]

/** Whoever is given what comes out; anybody but the sender is worth a look. */
const receiverLine = ({ context, sender }: Scope, receiver: Hex): Line =>
  line('preview.receiver', addressValue(context, receiver), receiver !== sender.toLowerCase())

/** Tokens in digits: 20 bytes each, and a fee of 3 bytes between two. */
const [TOKEN, FEE] = [40, 6]

/** First and last token of a packed path of Uniswap v3, in its order. */
export function endsOfPath(path: Hex): readonly [Hex, Hex] | undefined {
  const digits = path.length - 2
  if (digits < 2 * TOKEN + FEE || (digits - TOKEN) % (TOKEN + FEE) !== 0) return undefined
  return [path.slice(0, 2 + TOKEN) as Hex, `0x${path.slice(-TOKEN)}`]
}

export function endsOfList(path: readonly Hex[]): readonly [Hex, Hex] | undefined {
  const [first, last] = [path[0], path.at(-1)]
  return first && last && path.length > 1 ? [first, last] : undefined
}

/** The token of an amount that is not said. */
export const tokenOnlyLines = ({ context }: Scope, token: Hex): Line[] =>
  token === NATIVE ? [] : tokenLines(context, token)

export const isRouter = ({ to }: Call, { context }: Scope): boolean => roleOf(context, to) === 'router'

/** Uniswap's own words for who is meant: 1 is who calls, 2 is the router itself. Others would mean just these addresses. */
export function receiverOf(address: Hex, call: Call, scope: Scope): Hex {
  if (!isRouter(call, scope)) return address
  if (BigInt(address) === 1n) return scope.sender.toLowerCase() as Hex
  return BigInt(address) === 2n ? call.to : address
}

/** The first router of v3 calls itself nobody, and knows no other word. */
export const firstReceiverOf = (address: Hex, call: Call, scope: Scope): Hex =>
  isRouter(call, scope) && address === NATIVE ? call.to : address

/** What lies in the router between two steps belongs to nobody who could lose it by the next one. */
export const routedLine = (address: Hex, call: Call, scope: Scope): Line =>
  address === call.to && isRouter(call, scope)
    ? line('preview.receiver', addressValue(scope.context, address))
    : receiverLine(scope, address)

/** What a call by the name of a swap is: of a contract that is no router that we know, it is no more than its name. */
export const swapFinding = (lines: readonly Line[], call: Call, scope: Scope): Pick<Finding, 'kind' | 'lines'> =>
  isRouter(call, scope)
    ? { kind: 'swap', lines }
    : { kind: 'claimedSwap', lines: [warning('preview.claimedSwap'), ...lines] }
