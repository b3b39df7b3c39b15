import type { Finding, Hex, Line } from '../description.ts'
import { type AbiValue, decodeAbi, shapeOf } from './abi.ts'
import type { Call, Scope } from './call.ts'
import { amountLines, routedLine, tokenOnlyLines } from './swapLines.ts'

export type Step = (input: Hex, call: Call, scope: Scope) => Finding | undefined

export function step<Values extends readonly AbiValue[]>(
  types: string,
  read: (values: Values, call: Call, scope: Scope) => Finding | undefined,
): Step {
  const shape = shapeOf(types)
  return (input, call, scope) => {
    const values = decodeAbi(shape, input)
    return values === undefined ? undefined : read(values as Values, call, scope)
  }
}

/** Resolves the router's placeholders for the receiver. */
export function receiver(address: Hex, call: Call, { sender }: Scope): Hex {
  if (BigInt(address) === 1n) return sender.toLowerCase() as Hex
  return BigInt(address) === 2n ? call.to : address
}

export const toLine = (address: Hex, call: Call, scope: Scope): Line =>
  routedLine(receiver(address, call, scope), call, scope)

/** The router's placeholder for its whole balance. */
export const WHOLE_BALANCE = 1n << 255n

const amountIn = (scope: Scope, label: 'preview.sell' | 'preview.sellAtMost', token: Hex, amount: bigint): Line[] =>
  // Zero stands for whatever the pool has been paid before.
  amount === WHOLE_BALANCE || amount === 0n
    ? [{ labelKey: 'preview.wholeRouterBalance' }, ...tokenOnlyLines(scope, token)]
    : amountLines(scope, label, token, amount)

export interface Swap {
  readonly ends: readonly [Hex, Hex] | undefined
  readonly exact: 'in' | 'out'
  readonly amounts: readonly [amountIn: bigint, amountOut: bigint]
}

/** A swap from one token to another. Undefined when the path does not have two ends. */
export const swap = ({ ends, exact, amounts }: Swap, scope: Scope): Finding | undefined =>
  ends && {
    kind: 'swap',
    lines: [
      ...amountIn(scope, exact === 'in' ? 'preview.sell' : 'preview.sellAtMost', ends[0], amounts[0]),
      ...amountLines(scope, exact === 'in' ? 'preview.receiveAtLeast' : 'preview.receive', ends[1], amounts[1]),
    ],
  }

/** A swap with a line for the receiver of the output. */
export function swapTo(what: Swap, to: Hex, call: Call, scope: Scope): Finding | undefined {
  const found = swap(what, scope)
  return found && { ...found, lines: [...found.lines, toLine(to, call, scope)] }
}

export const reversed = (ends: readonly [Hex, Hex] | undefined) => ends && ([ends[1], ends[0]] as const)
