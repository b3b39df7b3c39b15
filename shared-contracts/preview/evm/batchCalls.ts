import type { Finding, Hex } from '../description.ts'
import { contractLines, timeLine } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'

/** Describes several calls that a contract makes to itself. */
const ofItself = (
  calls: readonly Hex[],
  call: Call,
  { context, describe }: Scope,
  lines: Finding['lines'] = [],
): Finding => ({
  kind: 'batch',
  lines: [...contractLines(context, call.to), ...lines],
  parts: calls.map((data) => describe({ to: call.to, value: 0n, data })),
})

/** Describes calls to other contracts, made by the called contract and not by the account. */
const ofOthers = (calls: readonly Call[], call: Call, { context, describe }: Scope): Finding => ({
  kind: 'batch',
  lines: contractLines(context, call.to),
  parts: calls.map((inner) => describe(inner, call.to)),
})

/** Readers for the multicalls that contracts offer for their own functions, and for Multicall3. */
export const batchCalls = [
  reader<[Hex[]]>('0xac9650d8', 'multicall(bytes[])', ([calls], call, scope) => ofItself(calls, call, scope)),
  reader<[bigint, Hex[]]>('0x5ae401dc', 'multicall(uint256,bytes[])', ([deadline, calls], call, scope) =>
    ofItself(calls, call, scope, [timeLine('preview.deadline', deadline)]),
  ),
  reader<[Hex, Hex[]]>('0x1f0464d1', 'multicall(bytes32,bytes[])', ([, calls], call, scope) =>
    ofItself(calls, call, scope),
  ),
  reader<[[Hex, Hex][]]>('0x252dba42', 'aggregate((address,bytes)[])', ([calls], call, scope) =>
    ofOthers(
      calls.map(([to, data]) => ({ to, value: 0n, data })),
      call,
      scope,
    ),
  ),
  reader<[boolean, [Hex, Hex][]]>('0xbce38bd7', 'tryAggregate(bool,(address,bytes)[])', ([, calls], call, scope) =>
    ofOthers(
      calls.map(([to, data]) => ({ to, value: 0n, data })),
      call,
      scope,
    ),
  ),
  reader<[[Hex, boolean, Hex][]]>('0x82ad56cb', 'aggregate3((address,bool,bytes)[])', ([calls], call, scope) =>
    ofOthers(
      calls.map(([to, , data]) => ({ to, value: 0n, data })),
      call,
      scope,
    ),
  ),
  reader<[[Hex, boolean, bigint, Hex][]]>(
    '0x174dea71',
    'aggregate3Value((address,bool,uint256,bytes)[])',
    ([calls], call, scope) =>
      ofOthers(
        calls.map(([to, , value, data]) => ({ to, value, data })),
        call,
        scope,
      ),
  ),
]
