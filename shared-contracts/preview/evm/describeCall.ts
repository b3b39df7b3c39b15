import type { PreviewContext } from '../context.ts'
import { describe } from '../describe.ts'
import type { Finding } from '../description.ts'
import { withSpenders } from '../spenders.ts'
import { contractLines, line, nativeAmount, rawValue, receiverLines, warning } from '../values.ts'
import { accountCalls } from './accountCalls.ts'
import { batchCalls } from './batchCalls.ts'
import type { Call, CallReader, Carrier, DescribeInner, Scope } from './call.ts'
import { describedCall } from './descriptors/describedCall.ts'
import { isMultiSend } from './knownAddresses.ts'
import { nameCalls } from './nameCalls.ts'
import { operatorCalls } from './operatorCalls.ts'
import { ownerCalls } from './ownerCalls.ts'
import { peripheryCalls } from './peripheryCalls.ts'
import { permit2Calls } from './permit2Calls.ts'
import { routerCalls } from './routerCalls.ts'
import { MULTI_SEND_SELECTOR, safeCalls } from './safeCalls.ts'
import { safeSettings } from './safeSettings.ts'
import { isBuilderCode, suffixLines } from './suffix.ts'
import { swapCalls } from './swapCalls.ts'
import { tokenCalls } from './tokenCalls.ts'
import { wrapCalls } from './wrapCalls.ts'

export const callReaders: readonly CallReader[] = [
  ...tokenCalls,
  ...operatorCalls,
  ...permit2Calls,
  ...batchCalls,
  ...safeCalls,
  ...safeSettings,
  ...ownerCalls,
  ...swapCalls,
  ...peripheryCalls,
  ...wrapCalls,
  ...nameCalls,
  ...accountCalls,
  ...routerCalls,
]
const bySelector: ReadonlyMap<string, CallReader> = new Map(callReaders.map((reader) => [reader.selector, reader]))

/** Limits for the nesting of calls, and for the number of calls in one request. Calls beyond a limit are unknown. */
const DEPTH_MAX = 6
const CALLS_MAX = 300

/** The length of a selector as text: `0x` and four bytes. */
const SELECTOR_END = 10

/** Kinds of calls that may carry the network's own currency without a warning. */
const TAKES_VALUE: readonly Finding['kind'][] = [
  'swap',
  'claimedSwap',
  'batch',
  'safeCall',
  'wrap',
  'nameRegistration',
  'nameRenewal',
]

const unknownCall = ({ to, data, isDelegate }: Call, { context }: Scope): Finding => ({
  kind: 'unknownCall',
  lines: [
    ...(isDelegate ? [warning('preview.delegateCall')] : []),
    warning('preview.unknownCall'),
    ...contractLines(context, to),
    line('preview.selector', rawValue(data.slice(0, SELECTOR_END) as `0x${string}`)),
    ...(isBuilderCode(data) ? suffixLines(data) : []),
  ],
})

/**
 * With only a builder code as its data, a call is a plain transfer if the network reports no contract at the receiver:
 * a contract would read the code's first bytes as a function selector.
 */
const isTransfer = ({ to, data, isDelegate }: Call, { withoutCode = [] }: PreviewContext): boolean =>
  !isDelegate && (data === '0x' || (isBuilderCode(data) && withoutCode.includes(to)))

function read(call: Call, scope: Scope): Finding {
  const selector = call.data.slice(0, SELECTOR_END)
  // In a delegate call, a token's code would move no tokens; only code that forwards calls does the same as in a plain
  // call.
  const isReadable = !call.isDelegate || (isMultiSend(call.to) && selector === MULTI_SEND_SELECTOR)
  const known = isReadable ? bySelector.get(selector) : undefined
  // A call with a reader of its own never uses a descriptor.
  const found = known ? known.read(call.data, call, scope) : isReadable ? describedCall(call, scope) : undefined
  return found ? withSpenders(found, scope.context) : unknownCall(call, scope)
}

const transfer = ({ to, value, data }: Call, { context }: Scope): Finding => ({
  kind: 'nativeTransfer',
  lines: [line('preview.amount', nativeAmount(context, value)), ...receiverLines(context, to), ...suffixLines(data)],
})

function withValue(finding: Finding, { value }: Call, { context }: Scope): Finding {
  if (value === 0n) return finding
  const isOdd = !TAKES_VALUE.includes(finding.kind)
  return { ...finding, lines: [line('preview.nativeValue', nativeAmount(context, value), isOdd), ...finding.lines] }
}

/** Creates a function that describes the calls of one request, and limits their total number. */
export function createCallDescriber(context: PreviewContext): DescribeInner {
  let left = CALLS_MAX

  const describeAt =
    (depth: number, outer: string, above: readonly Carrier[]): DescribeInner =>
    (call, sender = outer, carrier) => {
      const carriers = carrier ? [...above, carrier] : above
      const scope: Scope = { context, sender, carriers, describe: describeAt(depth + 1, sender, carriers) }
      left -= 1
      const isTooMuch = depth > DEPTH_MAX || left < 0
      if (isTooMuch) return describe(withValue(unknownCall(call, scope), call, scope), call.data)
      if (isTransfer(call, context)) return describe(transfer(call, scope), call.data)
      return describe(withValue(read(call, scope), call, scope), call.data)
    }
  return describeAt(0, context.account, [])
}
