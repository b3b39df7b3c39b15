import type { Hex } from '../description.ts'

/**
 * A decoded value: numbers are bigints; addresses, bytes and texts (as their bytes) are lower-case `0x` strings; lists
 * and tuples are arrays.
 */
export type AbiValue = bigint | boolean | Hex | readonly AbiValue[]

export type Shape =
  | { readonly kind: 'uint'; readonly bits: number }
  | { readonly kind: 'address' | 'bool' | 'bytes' }
  | { readonly kind: 'fixedBytes'; readonly size: number }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'tuple'; readonly of: readonly Shape[] }

/** The length of a word, in hexadecimal digits. */
const WORD = 64
const MALFORMED = new Error('malformed')

/** Parses a type such as `(address,(uint256,bytes)[])`. Supports only the grammar that the known calls need. */
export function shapeOf(text: string): Shape {
  let at = 0
  function shape(): Shape {
    let found: Shape
    if (text[at] === '(') {
      const of: Shape[] = []
      at++
      while (text[at] !== ')') {
        of.push(shape())
        if (text[at] === ',') at++
      }
      at++
      found = { kind: 'tuple', of }
    } else {
      const name = /^[a-z]+\d*/.exec(text.slice(at))?.[0] ?? ''
      at += name.length
      found = simple(name)
    }
    for (; text.startsWith('[]', at); at += 2) found = { kind: 'list', of: found }
    return found
  }
  return shape()
}

function simple(name: string): Shape {
  const [, base, size] = /^([a-z]+)(\d*)$/.exec(name) ?? []
  if (base === 'uint') return { kind: 'uint', bits: Number(size) }
  if (base === 'bytes' && size) return { kind: 'fixedBytes', size: Number(size) }
  if (base === 'string') return { kind: 'bytes' }
  if (base === 'address' || base === 'bool' || base === 'bytes') return { kind: base }
  throw new Error(`no type: ${name}`)
}

const isDynamic = (shape: Shape): boolean =>
  shape.kind === 'bytes' || shape.kind === 'list' || (shape.kind === 'tuple' && shape.of.some(isDynamic))

/** The size of a shape's head, in hexadecimal digits. */
const headOf = (shape: Shape): number =>
  shape.kind === 'tuple' && !isDynamic(shape) ? shape.of.reduce((sum, part) => sum + headOf(part), 0) : WORD

/** The value decoded from the start of the data, and the rest of the data: `0x` when there is none. */
export interface Decoded {
  readonly value: AbiValue
  readonly rest: Hex
}

/**
 * Decodes only canonical encodings, in which every offset points where an encoder puts the value, and all padding is
 * zero. A contract may accept other encodings, but how it reads them is uncertain. Contracts ignore data after their
 * arguments; a caller that accepts such a suffix must show it.
 * @returns undefined when the data does not begin with exactly that shape
 */
export function decodeStart(shape: Shape, data: Hex): Decoded | undefined {
  const text = data.slice(2)

  function word(at: number): string {
    if (at + WORD > text.length) throw MALFORMED
    return text.slice(at, at + WORD)
  }

  /** Reads a length or an offset. No data that we accept needs more than 32 bits for either. */
  function count(at: number): number {
    const value = word(at)
    if (!value.startsWith('0'.repeat(WORD - 8))) throw MALFORMED
    return Number.parseInt(value, 16)
  }

  /** @returns the value, and the offset at which it ends */
  function read(shape: Shape, at: number): [AbiValue, number] {
    if (shape.kind === 'tuple') return sequence(shape.of, at)
    if (shape.kind === 'list') {
      const length = count(at)
      if (length * WORD > text.length) throw MALFORMED
      return sequence(Array<Shape>(length).fill(shape.of), at + WORD)
    }
    if (shape.kind === 'bytes') {
      const digits = count(at) * 2
      const end = at + WORD + Math.ceil(digits / WORD) * WORD
      if (end > text.length || /[^0]/.test(text.slice(at + WORD + digits, end))) throw MALFORMED
      return [`0x${text.slice(at + WORD, at + WORD + digits)}`, end]
    }
    return [single(shape, word(at)), at + WORD]
  }

  function single(shape: Shape, value: string): AbiValue {
    const unused = (digits: number) => value.slice(0, digits)
    const zeros = (digits: string) => /^0*$/.test(digits)
    if (shape.kind === 'fixedBytes' && zeros(value.slice(shape.size * 2))) return `0x${value.slice(0, shape.size * 2)}`
    if (shape.kind === 'address' && zeros(unused(24))) return `0x${value.slice(24)}`
    if (shape.kind === 'bool' && zeros(unused(63)) && /[01]$/.test(value)) return value.endsWith('1')
    if (shape.kind === 'uint' && zeros(unused(WORD - shape.bits / 4))) return BigInt(`0x${value}`)
    throw MALFORMED
  }

  function sequence(shapes: readonly Shape[], start: number): [AbiValue[], number] {
    let head = start
    let tail = start + shapes.reduce((sum, part) => sum + headOf(part), 0)
    const values = shapes.map((part) => {
      const dynamic = isDynamic(part)
      if (dynamic && count(head) * 2 !== tail - start) throw MALFORMED
      const [value, end] = read(part, dynamic ? tail : head)
      if (dynamic) tail = end
      head += headOf(part)
      return value
    })
    return [values, tail]
  }

  try {
    const [value, end] = read(shape, 0)
    return { value, rest: `0x${text.slice(end)}` }
  } catch (error) {
    if (error === MALFORMED) return undefined
    throw error
  }
}

/** Decodes data that has nothing after the value. @returns undefined when the data does not have exactly that shape */
export function decodeAbi(shape: Shape, data: Hex): AbiValue | undefined {
  const found = decodeStart(shape, data)
  return found?.rest === '0x' ? found.value : undefined
}
