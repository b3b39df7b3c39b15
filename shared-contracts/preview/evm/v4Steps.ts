import { bytesOf } from '../bytes.ts'
import { describe } from '../describe.ts'
import type { Finding, Hex } from '../description.ts'
import { integerValue, line } from '../values.ts'
import type { Call, Scope } from './call.ts'
import { type Step, step, swap, toLine, WHOLE_BALANCE } from './routerStep.ts'
import { amountLines, tokenOnlyLines } from './swapLines.ts'

/** A pool: two currencies, the fee, the tick spacing (an `int24` that is never negative) and the hooks contract. */
const POOL = '(address,address,uint24,uint24,address)'
const SINGLE = `((${POOL},bool,uint128,uint128,bytes))`
const PATH = '((address,(address,uint24,uint24,address,bytes)[],uint128,uint128))'
const [PAY, TAKE] = ['(address,uint256,bool)', '(address,address,uint256)']

type Pool = readonly [Hex, Hex, bigint, bigint, Hex]
type Single = [readonly [Pool, boolean, bigint, bigint, Hex]]
type Path = [readonly [Hex, readonly (readonly [Hex])[], bigint, bigint]]

const single = (exact: 'in' | 'out') =>
  step<Single>(SINGLE, ([[[one, other], isForward, first, second]], _, scope) =>
    swap(
      {
        ends: isForward ? [one, other] : [other, one],
        exact,
        amounts: exact === 'in' ? [first, second] : [second, first],
      },
      scope,
    ),
  )

/** `currency` is the side whose amount is exact. The path always leads from the input to the output. */
const path = (exact: 'in' | 'out') =>
  step<Path>(PATH, ([[currency, hops, first, second]], _, scope) => {
    const end = (exact === 'in' ? hops.at(-1) : hops[0])?.[0]
    return swap(
      {
        ends: end && (exact === 'in' ? [currency, end] : [end, currency]),
        exact,
        amounts: exact === 'in' ? [first, second] : [second, first],
      },
      scope,
    )
  })

/** Stands for whatever amount is owed. */
const OPEN = 0n

const some = (scope: Scope, currency: Hex, amount: bigint) =>
  amount === OPEN || amount === WHOLE_BALANCE
    ? [{ labelKey: 'preview.wholeDebt' } as const, ...tokenOnlyLines(scope, currency)]
    : amountLines(scope, 'preview.amount', currency, amount)

/** The v4 pool manager's known actions within a swap, keyed by action byte. */
const actions: Readonly<Record<number, Step>> = {
  6: single('in'),
  7: path('in'),
  8: single('out'),
  9: path('out'),
  11: step<[Hex, bigint, boolean]>(PAY, ([currency, amount], _, scope) => ({
    kind: 'tokenTransfer',
    lines: some(scope, currency, amount),
  })),
  12: step<[Hex, bigint]>('(address,uint256)', ([currency, most], _, scope) => ({
    kind: 'tokenTransfer',
    lines: amountLines(scope, 'preview.sellAtMost', currency, most),
  })),
  14: step<[Hex, Hex, bigint]>(TAKE, ([currency, to, amount], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [...some(scope, currency, amount), toLine(to, call, scope)],
  })),
  15: step<[Hex, bigint]>('(address,uint256)', ([currency, least], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [
      ...amountLines(scope, 'preview.receiveAtLeast', currency, least),
      toLine(scope.sender.toLowerCase() as Hex, call, scope),
    ],
  })),
  16: step<[Hex, Hex, bigint]>(TAKE, ([currency, to, share], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [line('preview.share', integerValue(share)), ...tokenOnlyLines(scope, currency), toLine(to, call, scope)],
  })),
}

/** A swap in Uniswap v4 pools. @returns undefined unless every action is certainly one of the known ones */
export function v4Swap(codes: Hex, inputs: readonly Hex[], call: Call, scope: Scope): Finding | undefined {
  const bytes = bytesOf(codes)
  const found = inputs.map((input, index) => actions[bytes[index] ?? 0]?.(input, call, scope))
  if (bytes.length !== inputs.length || !found.some((one) => one?.kind === 'swap')) return undefined
  const parts = found.flatMap((one, index) => (one ? [describe(one, inputs[index] ?? '0x')] : []))
  return parts.length === inputs.length ? { kind: 'swap', lines: [], parts } : undefined
}
