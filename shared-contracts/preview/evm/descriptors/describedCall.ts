import { bytesOf, utf8Of } from '../../bytes.ts'
import type { Field, Finding, Hex, Line, Value } from '../../description.ts'
import { addressValue, contractLines, integerValue, line, rawValue, receiverWarnings, textLine } from '../../values.ts'
import { visibleText } from '../../visibleText.ts'
import { type AbiValue, decodeStart } from '../abi.ts'
import type { Call, Scope } from '../call.ts'
import { suffixLines } from '../suffix.ts'
import { labelled } from './labelled.ts'
import type { Format } from './readDescriptor.ts'
import type { Parameter } from './readSignature.ts'

/** The length of a selector as text: `0x` and four bytes. */
const SELECTOR_END = 10

function plain(type: string, value: AbiValue): Value | undefined {
  if (typeof value === 'bigint') return integerValue(value)
  if (typeof value === 'boolean') return { type: 'boolean', boolean: value }
  if (typeof value !== 'string') return undefined
  if (type === 'address') return { type: 'address', address: value }
  const text = type === 'string' ? utf8Of(bytesOf(value as Hex)) : undefined
  return text === undefined ? rawValue(value as Hex) : { type: 'text', ...visibleText(text) }
}

/** A value with all its nested values. List items are named by their index. */
function fieldOf({ type, name, parts }: Parameter, value: AbiValue | undefined): Field | undefined {
  const isList = type.endsWith('[]')
  if (!isList && !parts) {
    const shown = value === undefined ? undefined : plain(type, value)
    return shown && { name, type, value: shown }
  }
  if (!Array.isArray(value)) return undefined
  const values = value as readonly AbiValue[]
  const inner = isList
    ? values.map((one, at) => fieldOf({ type: type.slice(0, -2), name: String(at), ...(parts && { parts }) }, one))
    : (parts ?? []).map((part, at) => fieldOf(part, values[at]))
  const fields = inner.filter((one) => one !== undefined)
  return fields.length === inner.length ? { name, type, fields } : undefined
}

/** Lines for the receivers the descriptor names. Any receiver other than the sender is highlighted, as in a swap. */
function othersLines(rows: readonly Field[], formats: readonly Format[], { context, sender }: Scope): readonly Line[] {
  const labels = formats.filter(({ format }) => format === 'addressName').map(({ label }) => visibleText(label).text)
  const named = rows.flatMap((row) =>
    labels.includes(row.name) && 'value' in row && row.value.type === 'address' ? [row.value.address] : [],
  )
  return [...new Set(named)]
    .filter((address) => address !== sender.toLowerCase())
    .flatMap((address) => [
      line('preview.forAnother', addressValue(context, address), true),
      ...receiverWarnings(context, address),
    ])
}

/**
 * Describes a call in the words of its contract's descriptor; undefined when there is no descriptor, or when any part
 * of it does not fit the call. The rows include all values of the call, whether the descriptor names them or not.
 */
export function describedCall(call: Call, scope: Scope): Finding | undefined {
  const { context, sender } = scope
  const place = `${context.caipNetworkId}:${call.to}`
  const descriptor = context.descriptors?.find(
    (one) => one.type === 'call' && one.deployments.includes(place) && call.data.startsWith(one.selector),
  )
  if (descriptor?.type !== 'call') return undefined
  const decoded = decodeStart(descriptor.shape, `0x${call.data.slice(SELECTOR_END)}`)
  const whole = decoded && fieldOf({ type: 'tuple', name: '', parts: descriptor.parameters }, decoded.value)
  if (!whole || !('fields' in whole)) return undefined
  const around = {
    to: { name: 'to', type: 'address', value: { type: 'address', address: call.to } },
    from: { name: 'from', type: 'address', value: { type: 'address', address: sender.toLowerCase() } },
    value: { name: 'value', type: 'uint256', value: integerValue(call.value) },
  } as const
  const fields = labelled(whole.fields, descriptor.fields, around, context)
  return (
    fields && {
      kind: 'describedCall',
      lines: [
        textLine('preview.intent', descriptor.intent),
        ...othersLines(fields, descriptor.fields, scope),
        ...contractLines(context, call.to),
        ...suffixLines(decoded.rest),
      ],
      fields,
    }
  )
}
