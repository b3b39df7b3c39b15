import { readAddress, readHex } from '../bytes.ts'
import type { Field, Hex } from '../description.ts'
import { isRecord } from '../isRecord.ts'
import { textValue } from '../values.ts'
import { baseOf, elementOf, isSimple, type Types } from './types.ts'

/** A typed-data value as it is signed. Numbers are bigints; addresses and bytes are lower-case texts. */
export type TypedValue = bigint | boolean | string | readonly TypedValue[] | { readonly [name: string]: TypedValue }

export interface Row {
  readonly value: TypedValue
  readonly field: Field
}

function readInteger(source: unknown, type: string): bigint | undefined {
  const isNumber = typeof source === 'number' && Number.isSafeInteger(source)
  const isText = typeof source === 'string' && /^(?:0x[\da-f]{1,64}|-?(?:0|[1-9]\d{0,77}))$/i.test(source)
  if (!isNumber && !isText) return undefined
  const integer = BigInt(source)
  const bits = BigInt(type.replace(/\D/g, ''))
  const [least, end] = type.startsWith('u') ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)]
  return integer >= least && integer < end ? integer : undefined
}

/** Never converts a value to the declared type, because libraries differ in how they convert. */
function readSimple(source: unknown, type: string, name: string): Row | undefined {
  const row = (value: TypedValue, shown: Extract<Field, { value: unknown }>['value']): Row => ({
    value,
    field: { name, type, value: shown },
  })
  if (type === 'string') return typeof source === 'string' ? row(source, textValue(source)) : undefined
  if (type === 'bool')
    return typeof source === 'boolean' ? row(source, { type: 'boolean', boolean: source }) : undefined
  if (type === 'address') {
    const address = readAddress(source)
    return address && row(address, { type: 'address', address })
  }
  if (type.startsWith('bytes')) {
    const hex: Hex | undefined = readHex(source)
    const size = type.slice('bytes'.length)
    return hex && (!size || hex.length === 2 + Number(size) * 2) ? row(hex, { type: 'raw', hex }) : undefined
  }
  const integer = readInteger(source, type)
  return integer === undefined ? undefined : row(integer, { type: 'integer', integer })
}

function group(
  rows: readonly (Row | undefined)[],
  type: string,
  name: string,
  value: (rows: readonly Row[]) => TypedValue,
) {
  const read = rows.filter((row) => row !== undefined)
  if (read.length < rows.length) return undefined
  return { value: value(read), field: { name, type, fields: read.map(({ field }) => field) } }
}

/** Undefined unless the value has exactly that type. Members the type does not mention are not signed, so not shown. */
export function readValue(source: unknown, type: string, name: string, types: Types): Row | undefined {
  const list = elementOf(type)
  if (list) {
    if (!Array.isArray(source) || (list.length !== undefined && source.length !== list.length)) return undefined
    const rows = source.map((entry, index) => readValue(entry, list.element, String(index), types))
    return group(rows, type, name, (read) => read.map(({ value }) => value))
  }
  const members = types.get(type)
  if (members) {
    if (!isRecord(source)) return undefined
    const rows = members.map((member) =>
      Object.hasOwn(source, member.name) ? readValue(source[member.name], member.type, member.name, types) : undefined,
    )
    return group(rows, type, name, (read) =>
      Object.fromEntries(read.map(({ value }, index) => [members[index]?.name ?? '', value])),
    )
  }
  return isSimple(baseOf(type)) ? readSimple(source, type, name) : undefined
}
