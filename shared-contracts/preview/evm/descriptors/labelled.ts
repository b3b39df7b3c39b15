import type { PreviewContext } from '../../context.ts'
import type { Field, Value } from '../../description.ts'
import { addressValue, isUnlimited, nativeAmount, tokenAmount } from '../../values.ts'
import { visibleText } from '../../visibleText.ts'
import type { Format } from './readDescriptor.ts'

type Leaf = Extract<Field, { readonly value: Value }>

/** Values that come with the data but are not in it, keyed by path: `@.to`, `@.value`. */
export type Around = Readonly<Record<string, Leaf>>

/** The maximum number of rows for one call. A call with more rows is not described by its descriptor. */
const ROWS_MAX = 100

const fieldsOf = (field: Field | undefined): readonly Field[] => (field && 'fields' in field ? field.fields : [])

/**
 * Finds the values at a path such as `order.amount`, `orders.[].amount` or `orders.[0]`; a negative index counts from
 * the end. Empty when there is nothing at that path.
 */
function follow(fields: readonly Field[], [step, ...more]: readonly string[]): readonly Leaf[] {
  const at = /^\[(-?\d{1,4})\]$/.exec(step ?? '')?.[1]
  const named = fields.filter(({ name }) => name === step && name !== '')
  const [one] = named
  const next =
    step === '[]'
      ? fields
      : at !== undefined
        ? fields.slice(Number(at)).slice(0, 1)
        : one && named.length === 1
          ? [one]
          : []
  if (more.length > 0) return next.flatMap((field) => follow(fieldsOf(field), more))
  return next.filter((field): field is Leaf => 'value' in field)
}

function at(path: string, fields: readonly Field[], around: Around): readonly Leaf[] {
  const [, outer] = /^@\.(\w+)$/.exec(path) ?? []
  if (outer === undefined) return follow(fields, path.replace(/^#\./, '').split('.'))
  const leaf = Object.hasOwn(around, outer) ? around[outer] : undefined
  return leaf ? [leaf] : []
}

/** Writes a duration as ERC-7730 does: hours, minutes and seconds. */
function duration(seconds: bigint): string {
  const two = (value: bigint) => String(value).padStart(2, '0')
  return `${two(seconds / 3_600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`
}

const bitsOf = (type: string) => Number(/^u?int(\d+)$/.exec(type)?.[1] ?? 256)

function amountOf({ natives = [] }: Format, leaf: Leaf, token: Value | undefined, context: PreviewContext): Value {
  const { value, type } = leaf
  if (value.type !== 'integer' || value.integer < 0n || token?.type !== 'address') return value
  const amount = natives.includes(token.address)
    ? nativeAmount(context, value.integer)
    : tokenAmount(context, token.address, value.integer)
  return isUnlimited(value.integer, bitsOf(type)) ? ({ ...amount, isUnlimited: true } as Value) : amount
}

/** Formats a value. Returns it unchanged when the format is unknown or does not fit the value. */
function written(format: Format, leaf: Leaf, token: Value | undefined, context: PreviewContext): Value {
  const { value } = leaf
  if (value.type === 'address') return addressValue(context, value.address)
  if (value.type !== 'integer' || value.integer < 0n) return value
  const { integer } = value
  switch (format.format) {
    case 'amount':
      return nativeAmount(context, integer)
    case 'tokenAmount':
      return amountOf(format, leaf, token, context)
    case 'date':
      return { type: 'time', seconds: integer }
    case 'duration':
      return { type: 'text', text: duration(integer), hasHidden: false }
    case 'enum': {
      const word = format.words?.get(String(integer))
      return word === undefined ? value : { type: 'text', ...visibleText(word) }
    }
    default:
      return value
  }
}

const leavesOf = (fields: readonly Field[], before = ''): readonly (readonly [string, Leaf])[] =>
  fields.flatMap((field) => {
    const name = `${before}${field.name}`
    return 'value' in field ? [[name, field] as const] : leavesOf(field.fields, `${name}.`)
  })

const tokenOf = (token: string, fields: readonly Field[], around: Around): readonly Value[] =>
  /^0x[\da-f]{40}$/i.test(token)
    ? [{ type: 'address', address: token.toLowerCase() }]
    : at(token, fields, around).map(({ value }) => value)

/** `0x` and the 32 bytes of one word. A longer value is unreadable in a row, and is shown in the raw data anyway. */
const WORD_END = 66
const isLong = ({ value }: Leaf) => value.type === 'raw' && value.hex.length > WORD_END

/**
 * Rows in the descriptor's words, followed by every other value under its own name: a descriptor can label values, but
 * cannot hide any. Undefined when the descriptor does not fit the call.
 */
export function labelled(
  fields: readonly Field[],
  formats: readonly Format[],
  around: Around,
  context: PreviewContext,
): readonly Field[] | undefined {
  const named = new Set<Leaf>()
  const rows: Field[] = []
  for (const format of formats) {
    const found = at(format.path, fields, around)
    // A list may be empty; any other value must be present.
    if (found.length === 0 && !format.path.includes('[]')) return undefined
    const tokens = format.token === undefined ? [] : tokenOf(format.token, fields, around)
    for (const [index, leaf] of found.entries()) {
      named.add(leaf)
      const token = tokens.length === found.length ? tokens[index] : tokens.length === 1 ? tokens[0] : undefined
      rows.push({
        name: visibleText(format.label).text,
        type: leaf.type,
        value: written(format, leaf, token, context),
      })
    }
  }
  for (const [name, leaf] of leavesOf(fields)) {
    if (!named.has(leaf) && !isLong(leaf)) rows.push({ ...leaf, name: visibleText(name).text })
  }
  return rows.length > ROWS_MAX ? undefined : rows
}
