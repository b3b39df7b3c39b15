import { bytesOf, utf8Of } from '../../bytes.ts'
import type { Field, Finding, Hex, Value } from '../../description.ts'
import { contractLines, integerValue, rawValue, textLine } from '../../values.ts'
import { visibleText } from '../../visibleText.ts'
import { type AbiValue, decodeAbi } from '../abi.ts'
import type { Call, Scope } from '../call.ts'
import { labelled } from './labelled.ts'
import type { Parameter } from './readSignature.ts'

/** `0x` and four bytes. */
const SELECTOR_END = 10

function plain(type: string, value: AbiValue): Value | undefined {
  if (typeof value === 'bigint') return integerValue(value)
  if (typeof value === 'boolean') return { type: 'boolean', boolean: value }
  if (typeof value !== 'string') return undefined
  if (type === 'address') return { type: 'address', address: value }
  const text = type === 'string' ? utf8Of(bytesOf(value as Hex)) : undefined
  return text === undefined ? rawValue(value as Hex) : { type: 'text', ...visibleText(text) }
}

/** One value with all that is in it; those of a list are named by their places. */
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

/**
 * What a call says by the descriptor of its contract; undefined where there is none, or any of it does not fit. All values of
 * the call are among the rows, whatever the descriptor names.
 */
export function describedCall(call: Call, { context, sender }: Scope): Finding | undefined {
  const place = `${context.caipNetworkId}:${call.to}`
  const descriptor = context.descriptors?.find(
    (one) => one.type === 'call' && one.deployments.includes(place) && call.data.startsWith(one.selector),
  )
  if (descriptor?.type !== 'call') return undefined
  const values = decodeAbi(descriptor.shape, `0x${call.data.slice(SELECTOR_END)}`)
  const whole = fieldOf({ type: 'tuple', name: '', parts: descriptor.parameters }, values)
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
      lines: [textLine('preview.intent', descriptor.intent), ...contractLines(context, call.to)],
      fields,
    }
  )
}
