import type { Description, Finding, Hex } from '../description.ts'
import { addressValue, contractLines, line, nativeAmount } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import { ENTRY_POINT } from './smartAccountContracts.ts'

const isEntryPoint = ({ to }: Call) => to === ENTRY_POINT.toLowerCase()

/** Describes calls that a contract, such as a smart account, makes in its own name, if its code really does. */
const inItsName = (calls: readonly Call[], call: Call, { context, describe }: Scope): Finding => ({
  kind: 'batch',
  lines: contractLines(context, call.to),
  parts: calls.map((inner) => describe(inner, call.to)),
})

/** Describes calls whose receivers, values and data are in separate lists. Undefined if the lists differ in length. */
function listed(
  [receivers, values, data]: readonly [readonly Hex[], readonly bigint[], readonly Hex[]],
  call: Call,
  scope: Scope,
): Finding | undefined {
  if (receivers.length !== data.length || receivers.length !== values.length) return undefined
  const calls = receivers.map((to, index) => ({ to, value: values[index] ?? 0n, data: data[index] ?? '0x' }))
  return inItsName(calls, call, scope)
}

/** The fields are `sender, nonce, initCode, callData`, followed by limits, fees, paymaster and signature. */
type Operation = readonly [Hex, bigint, Hex, Hex, ...(Hex | bigint)[]]

/** The entry point calls the account with the data of its operation. */
const operation = ([account, , , data]: Operation, { describe }: Scope): Description =>
  describe({ to: account, value: 0n, data }, ENTRY_POINT.toLowerCase())

/** Readers for calls to smart accounts, and to the entry point of ERC-4337, version 0.7. */
export const accountCalls = [
  reader<[Hex, bigint, Hex]>('0xb61d27f6', 'execute(address,uint256,bytes)', ([to, value, data], call, scope) =>
    inItsName([{ to, value, data }], call, scope),
  ),
  reader<[Hex[], Hex[]]>('0x18dfb3c7', 'executeBatch(address[],bytes[])', ([to, data], call, scope) =>
    listed([to, to.map(() => 0n), data], call, scope),
  ),
  reader<[Hex[], bigint[], Hex[]]>('0x47e1da2a', 'executeBatch(address[],uint256[],bytes[])', listed),
  reader<[(readonly [Hex, bigint, Hex])[]]>(
    '0x34fcd5be',
    'executeBatch((address,uint256,bytes)[])',
    ([calls], call, scope) =>
      inItsName(
        calls.map(([to, value, data]) => ({ to, value, data })),
        call,
        scope,
      ),
  ),
  reader<[Operation[], Hex]>(
    '0x765e827f',
    'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
    ([operations, paid], call, scope) =>
      isEntryPoint(call)
        ? {
            kind: 'batch',
            lines: [
              ...contractLines(scope.context, call.to),
              line('preview.refundReceiver', addressValue(scope.context, paid)),
            ],
            parts: operations.map((one) => operation(one, scope)),
          }
        : undefined,
  ),
  reader<[Hex, bigint]>('0x205c2878', 'withdrawTo(address,uint256)', ([to, amount], call, scope) =>
    isEntryPoint(call)
      ? {
          kind: 'nativeTransfer',
          lines: [
            line('preview.amount', nativeAmount(scope.context, amount)),
            line('preview.receiver', addressValue(scope.context, to), to !== scope.sender.toLowerCase()),
            ...contractLines(scope.context, call.to),
          ],
        }
      : undefined,
  ),
]
