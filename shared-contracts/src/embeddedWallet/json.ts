import { pipe, rawTransform, unknown } from 'valibot'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface JsonBounds {
  /** The deepest nesting of lists and objects. */
  readonly depth: number
  /** The number of all values, including nested ones. */
  readonly values: number
  /** The length of all texts and field names together, in UTF-16 units. */
  readonly characters: number
}

/** Contract code may have 48 kB (EIP-3860); typed data and batches are smaller. */
export const REQUEST_BOUNDS: JsonBounds = { depth: 32, values: 20_000, characters: 1_048_576 }
/** A node may return a block, or all logs of a thousand blocks. */
export const ANSWER_BOUNDS: JsonBounds = { depth: 64, values: 1_000_000, characters: 16_777_216 }

const REFUSED = new Error('This is not JSON, or too much of it')

/**
 * Copies plain data. Undefined when the source is not plain data, or is too deep or too large. Windows can post more
 * than JSON can express, including cycles. As in JSON, undefined is omitted from objects, and becomes null in lists. A
 * bigint becomes a `0x` quantity, because some clients post bigints.
 */
export function copyJson(source: unknown, bounds: JsonBounds): Json | undefined {
  let values = bounds.values
  let characters = bounds.characters

  function text(content: string): string {
    characters -= content.length
    if (characters < 0) throw REFUSED
    return content
  }

  function entries(value: object, depth: number) {
    const fields: [name: string, content: Json][] = []
    for (const [name, content] of Object.entries(value)) {
      // Another reader could mistake a field with that name for the prototype.
      if (name === '__proto__') throw REFUSED
      if (content !== undefined) fields.push([text(name), copy(content, depth)])
    }
    return Object.fromEntries(fields)
  }

  function copy(value: unknown, depth: number): Json {
    values -= 1
    if (values < 0 || depth < 0) throw REFUSED
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'bigint' && value >= 0n) return text(`0x${value.toString(16)}`)
    if (Array.isArray(value)) return Array.from(value, (entry) => copy(entry === undefined ? null : entry, depth - 1))
    if (Object.prototype.toString.call(value) === '[object Object]') return entries(value as object, depth - 1)
    throw REFUSED
  }

  try {
    return copy(source, bounds.depth)
  } catch {
    return undefined // also when a getter throws: a page can dispatch a message event itself, without posting it
  }
}

/** Plain data within these bounds. Once parsed, it is a copy. */
export const jsonWithin = (bounds: JsonBounds) =>
  pipe(
    unknown(),
    rawTransform<unknown, Json>(({ dataset, addIssue, NEVER }) => {
      const copied = copyJson(dataset.value, bounds)
      if (copied !== undefined) return copied
      addIssue({ message: 'must be JSON, and not so much of it' })
      return NEVER
    }),
  )
