import type { Finding, Hex } from '../description.ts'
import { contractLines, timeLine } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import { amountLines, endsOfList, endsOfPath, NATIVE, receiverLine, swapFinding } from './swapLines.ts'

interface Swap {
  readonly ends: readonly [Hex, Hex] | undefined
  /** The amount that is certain: of what goes in, or of what comes out. */
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
      receiverLine(scope, receiver),
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

/** What goes in is the call's own value. */
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

/** Routers of Uniswap v2 and its many copies, and single swaps of v3. */
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
  reader<[[Hex, Hex, bigint, Hex, bigint, bigint, bigint, bigint]]>(
    '0x414bf389',
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    ([[from, to, , receiver, deadline, amountIn, amountOut]], call, scope) =>
      finding({ ends: [from, to], exact: 'in', amountIn, amountOut, receiver, deadline }, call, scope),
  ),
  reader<[[Hex, Hex, bigint, Hex, bigint, bigint, bigint]]>(
    '0x04e45aaf',
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
    ([[from, to, , receiver, amountIn, amountOut]], call, scope) =>
      finding({ ends: [from, to], exact: 'in', amountIn, amountOut, receiver }, call, scope),
  ),
  reader<[[Hex, Hex, bigint, bigint, bigint]]>(
    '0xc04b8d59',
    'exactInput((bytes,address,uint256,uint256,uint256))',
    ([[path, receiver, deadline, amountIn, amountOut]], call, scope) =>
      finding({ ends: endsOfPath(path), exact: 'in', amountIn, amountOut, receiver, deadline }, call, scope),
  ),
  reader<[[Hex, Hex, bigint, bigint]]>(
    '0xb858183f',
    'exactInput((bytes,address,uint256,uint256))',
    ([[path, receiver, amountIn, amountOut]], call, scope) =>
      finding({ ends: endsOfPath(path), exact: 'in', amountIn, amountOut, receiver }, call, scope),
  ),
]
