import type { Description, Finding, Hex, Line } from '../description.ts'
import { addressValue, contractLines, line, warning } from '../values.ts'
import { type Call, type Carrier, reader, type Scope } from './call.ts'
import { isMultiSend } from './knownAddresses.ts'
import { type Refund, refundLines } from './refund.ts'

/** A Safe transaction, which is called SafeTx in its EIP-712 type. */
export interface SafeTransaction extends Refund {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
  /** 0 for a call, 1 for a delegate call, in which the code of `to` runs as the account. */
  readonly operation: bigint
}

/** A Safe's batch, and a call from one Safe through another, need only one packing. A second one hides something. */
const nestedLines = ({ carriers }: Scope, carrier: Carrier): Line[] =>
  (carrier === 'safe' ? carriers.length > 0 : carriers.includes(carrier)) ? [warning('preview.nested')] : []

export function safeFinding(safe: Hex, transaction: SafeTransaction, scope: Scope): Finding | undefined {
  const { to, value, data, operation } = transaction
  if (operation > 1n) return undefined
  const isDelegate = operation === 1n
  return {
    kind: 'safeCall',
    lines: [
      ...nestedLines(scope, 'safe'),
      line('preview.safe', addressValue(scope.context, safe)),
      ...refundLines(scope, transaction),
    ],
    parts: [scope.describe({ to, value, data, isDelegate }, safe, 'safe')],
  }
}

/** Lengths in hexadecimal digits: of an operation, of an address, and of an amount or a length. */
const [OPERATION, ADDRESS, WORD] = [2, 40, 64]

/** Unpacks the calls of `multiSend`; undefined when their lengths do not add up. */
function readPacked(packed: Hex): Call[] | undefined {
  const text = packed.slice(2)
  const calls: Call[] = []
  for (let at = 0; at < text.length; ) {
    const take = (digits: number): string => {
      at += digits
      return text.slice(at - digits, at)
    }
    const operation = take(OPERATION)
    const to: Hex = `0x${take(ADDRESS)}`
    const [value, length] = [take(WORD), take(WORD)]
    if (at > text.length || !/^0[01]$/.test(operation) || !length.startsWith('0'.repeat(56))) return undefined
    const data: Hex = `0x${take(Number.parseInt(length, 16) * 2)}`
    if (at > text.length) return undefined
    calls.push({ to, value: BigInt(`0x${value}`), data, isDelegate: operation === '01' })
  }
  return calls
}

const parts = (calls: readonly Call[], call: Call, { describe, sender }: Scope): Description[] =>
  // In a delegate call, these calls come from the account; in a plain call, they come from the called contract.
  calls.map((inner) => describe(inner, call.isDelegate ? sender : call.to, 'multiSend'))

export const MULTI_SEND_SELECTOR: Hex = '0x8d80ff0a'

export const safeCalls = [
  reader<[Hex, bigint, Hex, bigint, bigint, bigint, bigint, Hex, Hex, Hex]>(
    '0x6a761202',
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ([to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver], call, scope) =>
      safeFinding(
        call.to,
        { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver },
        scope,
      ),
  ),
  reader<[Hex]>(MULTI_SEND_SELECTOR, 'multiSend(bytes)', ([packed], call, scope) => {
    const calls = readPacked(packed)
    return (
      calls && {
        kind: 'batch',
        lines: [
          ...nestedLines(scope, 'multiSend'),
          ...(isMultiSend(call.to) ? [] : contractLines(scope.context, call.to)),
        ],
        parts: parts(calls, call, scope),
      }
    )
  }),
]
