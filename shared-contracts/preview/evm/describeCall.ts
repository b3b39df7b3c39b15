import type { PreviewContext } from '../context.ts'
import { describe } from '../describe.ts'
import type { Description, Finding } from '../description.ts'
import { contractLines, line, nativeAmount, rawValue, receiverLines, warning } from '../values.ts'
import { batchCalls } from './batchCalls.ts'
import type { Call, CallReader, Scope } from './call.ts'
import { isMultiSend } from './knownAddresses.ts'
import { permit2Calls } from './permit2Calls.ts'
import { routerCalls } from './routerCalls.ts'
import { safeCalls } from './safeCalls.ts'
import { swapCalls } from './swapCalls.ts'
import { tokenCalls } from './tokenCalls.ts'

export const callReaders: readonly CallReader[] = [
  ...tokenCalls,
  ...permit2Calls,
  ...batchCalls,
  ...safeCalls,
  ...swapCalls,
  ...routerCalls,
]
const bySelector: ReadonlyMap<string, CallReader> = new Map(callReaders.map((reader) => [reader.selector, reader]))

/** Calls in calls, and all calls of one request. Beyond that, nobody reads on: they are unknown. */
const DEPTH_MAX = 6
const CALLS_MAX = 300

/** `0x` and four bytes. */
const SELECTOR_END = 10

/** What the network's own currency may come along with unremarked. */
const TAKES_VALUE: readonly Finding['kind'][] = ['swap', 'batch', 'safeCall', 'wrap']

function unknownCall({ data }: Call, scope: Scope, to: string): Finding {
  return {
    kind: 'unknownCall',
    lines: [
      warning('preview.unknownCall'),
      ...contractLines(scope.context, to),
      line('preview.selector', rawValue(data.slice(0, SELECTOR_END) as `0x${string}`)),
    ],
  }
}

function read(call: Call, scope: Scope): Finding {
  // Lent the account, a token's code would not move tokens; only what hands calls on does what it says.
  const isReadable = !call.isDelegate || isMultiSend(call.to)
  const found = isReadable ? bySelector.get(call.data.slice(0, SELECTOR_END))?.read(call.data, call, scope) : undefined
  if (found) return found
  const unknown = unknownCall(call, scope, call.to)
  return call.isDelegate ? { ...unknown, lines: [warning('preview.delegateCall'), ...unknown.lines] } : unknown
}

const transfer = ({ to, value }: Call, { context }: Scope): Finding => ({
  kind: 'nativeTransfer',
  lines: [line('preview.amount', nativeAmount(context, value)), ...receiverLines(context, to)],
})

function withValue(finding: Finding, { value }: Call, { context }: Scope): Finding {
  if (value === 0n) return finding
  const isOdd = !TAKES_VALUE.includes(finding.kind)
  return { ...finding, lines: [line('preview.nativeValue', nativeAmount(context, value), isOdd), ...finding.lines] }
}

/** Describes calls of one request, which together are so many at most. */
export function createCallDescriber(context: PreviewContext) {
  let left = CALLS_MAX

  const describeAt =
    (depth: number, outer: string) =>
    (call: Call, sender = outer): Description => {
      const scope: Scope = { context, sender, describe: describeAt(depth + 1, sender) }
      left -= 1
      if (depth > DEPTH_MAX || left < 0)
        return describe(withValue(unknownCall(call, scope, call.to), call, scope), call.data)
      if (call.data === '0x' && !call.isDelegate) return describe(transfer(call, scope), call.data)
      return describe(withValue(read(call, scope), call, scope), call.data)
    }
  return describeAt(0, context.account)
}
