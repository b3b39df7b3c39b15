import type { Finding, Hex } from '../description.ts'
import { contractLines, timeLine } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import {
  amountLines,
  endsOfList,
  endsOfPath,
  firstReceiverOf,
  NATIVE,
  receiverOf,
  routedLine,
  swapFinding,
} from './swapLines.ts'

interface Swap {
  readonly ends: readonly [Hex, Hex] | undefined
  /** The side whose amount is exact: the input or the output. */
  readonly exact: 'in' | 'out'
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly receiver: Hex
  readonly deadline?: bigint
}

function finding(
  { ends, exact, amountIn, amountOut, receiver, deadline }: Swap,
  call: Call,
  scope: Scope,
): Finding | undefined {
  if (!ends) return undefined
  return swapFinding(
    [
      ...amountLines(scope, exact === 'in' ? 'preview.sell' : 'preview.sellAtMost', ends[0], amountIn),
      ...amountLines(scope, exact === 'in' ? 'preview.receiveAtLeast' : 'preview.receive', ends[1], amountOut),
      routedLine(receiver, call, scope),
      ...contractLines(scope.context, call.to),
      ...(deadline === undefined ? [] : [timeLine('preview.deadline', deadline)]),
    ],
    call,
    scope,
  )
}

type FiveWords = [bigint, bigint, Hex[], Hex, bigint]
type FourWords = [bigint, Hex[], Hex, bigint]

const tokensIn = (exact: 'in' | 'out', isNativeOut: boolean) => (values: FiveWords, call: Call, scope: Scope) => {
  const [first, second, path, receiver, deadline] = values
  const ends = endsOfList(path)
  return finding(
    {
      ends: ends && (isNativeOut ? [ends[0], NATIVE] : ends),
      exact,
      amountIn: exact === 'in' ? first : second,
      amountOut: exact === 'in' ? second : first,
      receiver,
      deadline,
    },
    call,
    scope,
  )
}

/** A swap whose input is the call's own value. */
const nativeIn = (exact: 'in' | 'out') => (values: FourWords, call: Call, scope: Scope) => {
  const [amountOut, path, receiver, deadline] = values
  const ends = endsOfList(path)
  return finding(
    { ends: ends && [NATIVE, ends[1]], exact, amountIn: call.value, amountOut, receiver, deadline },
    call,
    scope,
  )
}

const FIVE = '(uint256,uint256,address[],address,uint256)'
const FOUR = '(uint256,address[],address,uint256)'

type Single = readonly [from: Hex, to: Hex, fee: bigint, receiver: Hex]
const [SINGLE_BY, SINGLE] = [
  '((address,address,uint24,address,uint256,uint256,uint256,uint160))',
  '((address,address,uint24,address,uint256,uint256,uint160))',
]
const [MANY_BY, MANY] = ['((bytes,address,uint256,uint256,uint256))', '((bytes,address,uint256,uint256))']

/** `first` is the exact amount; `second` is the limit for the other side's amount. */
const v3 = (
  ends: readonly [Hex, Hex] | undefined,
  exact: 'in' | 'out',
  [receiver, first, second, deadline]: readonly [Hex, bigint, bigint, bigint?],
  call: Call,
  scope: Scope,
) =>
  finding(
    {
      ends,
      exact,
      amountIn: exact === 'in' ? first : second,
      amountOut: exact === 'in' ? second : first,
      // The first router takes a deadline with each swap, and its placeholder for itself differs from the second
      // router's.
      receiver: deadline === undefined ? receiverOf(receiver, call, scope) : firstReceiverOf(receiver, call, scope),
      ...(deadline !== undefined && { deadline }),
    },
    call,
    scope,
  )

const reversed = (ends: readonly [Hex, Hex] | undefined) => ends && ([ends[1], ends[0]] as const)

/** The packed path of an exact output begins with the output token. */
const packedEnds = (path: Hex, exact: 'in' | 'out') => (exact === 'in' ? endsOfPath(path) : reversed(endsOfPath(path)))

const singleBy =
  (exact: 'in' | 'out') =>
  (
    [[from, to, , receiver, deadline, first, second]]: [[...Single, bigint, bigint, bigint, bigint]],
    call: Call,
    scope: Scope,
  ) =>
    v3([from, to], exact, [receiver, first, second, deadline], call, scope)

const single =
  (exact: 'in' | 'out') =>
  ([[from, to, , receiver, first, second]]: [[...Single, bigint, bigint, bigint]], call: Call, scope: Scope) =>
    v3([from, to], exact, [receiver, first, second], call, scope)

const manyBy =
  (exact: 'in' | 'out') =>
  ([[path, receiver, deadline, first, second]]: [[Hex, Hex, bigint, bigint, bigint]], call: Call, scope: Scope) =>
    v3(packedEnds(path, exact), exact, [receiver, first, second, deadline], call, scope)

const many =
  (exact: 'in' | 'out') =>
  ([[path, receiver, first, second]]: [[Hex, Hex, bigint, bigint]], call: Call, scope: Scope) =>
    v3(packedEnds(path, exact), exact, [receiver, first, second], call, scope)

/** Swaps in v2 pools through the second router. */
const list =
  (exact: 'in' | 'out') =>
  ([first, second, path, receiver]: [bigint, bigint, Hex[], Hex], call: Call, scope: Scope) =>
    v3(endsOfList(path), exact, [receiver, first, second], call, scope)

/** Calls to the routers of Uniswap v2 and its many forks, and of Uniswap v3. */
export const swapCalls = [
  reader('0x38ed1739', `swapExactTokensForTokens${FIVE}`, tokensIn('in', false)),
  reader('0x8803dbee', `swapTokensForExactTokens${FIVE}`, tokensIn('out', false)),
  reader('0x18cbafe5', `swapExactTokensForETH${FIVE}`, tokensIn('in', true)),
  reader('0x4a25d94a', `swapTokensForExactETH${FIVE}`, tokensIn('out', true)),
  reader('0x7ff36ab5', `swapExactETHForTokens${FOUR}`, nativeIn('in')),
  reader('0xfb3bdb41', `swapETHForExactTokens${FOUR}`, nativeIn('out')),
  reader('0x5c11d795', `swapExactTokensForTokensSupportingFeeOnTransferTokens${FIVE}`, tokensIn('in', false)),
  reader('0x791ac947', `swapExactTokensForETHSupportingFeeOnTransferTokens${FIVE}`, tokensIn('in', true)),
  reader('0xb6f9de95', `swapExactETHForTokensSupportingFeeOnTransferTokens${FOUR}`, nativeIn('in')),
  reader('0x414bf389', `exactInputSingle${SINGLE_BY}`, singleBy('in')),
  reader('0x04e45aaf', `exactInputSingle${SINGLE}`, single('in')),
  reader('0xdb3e2198', `exactOutputSingle${SINGLE_BY}`, singleBy('out')),
  reader('0x5023b4df', `exactOutputSingle${SINGLE}`, single('out')),
  reader('0xc04b8d59', `exactInput${MANY_BY}`, manyBy('in')),
  reader('0xb858183f', `exactInput${MANY}`, many('in')),
  reader('0xf28c0498', `exactOutput${MANY_BY}`, manyBy('out')),
  reader('0x09b81346', `exactOutput${MANY}`, many('out')),
  reader('0x472b43f3', 'swapExactTokensForTokens(uint256,uint256,address[],address)', list('in')),
  reader('0x42712a67', 'swapTokensForExactTokens(uint256,uint256,address[],address)', list('out')),
]
