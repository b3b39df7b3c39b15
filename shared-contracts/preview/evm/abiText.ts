import { visibleText } from '../visibleText.ts'

/** Real token names are short; a longer one is meant to deceive. */
const TEXT_MAX = 32
const WORD = 64

const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x(?:[\da-f]{64})+$/i.test(value) ? value.slice(2) : undefined

/** The first word of the result as a number. */
export function readAbiUint(value: unknown): bigint | undefined {
  const words = wordsOf(value)
  return words === undefined ? undefined : BigInt(`0x${words.slice(0, WORD)}`)
}

/** Reads a `string`, or the oldest tokens' `bytes32`. Undefined if empty, too long or with hidden characters. */
export function readAbiText(value: unknown): string | undefined {
  const words = wordsOf(value)
  if (words === undefined) return undefined
  const isDynamic = BigInt(`0x${words.slice(0, WORD)}`) === 32n && words.length > 2 * WORD
  const length = isDynamic ? BigInt(`0x${words.slice(WORD, 2 * WORD)}`) : 32n
  if (length > BigInt(TEXT_MAX) || length === 0n) return undefined
  const start = isDynamic ? 2 * WORD : 0
  const hex = words.slice(start, start + 2 * Number(length))
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const end = isDynamic ? bytes.length : bytes.indexOf(0)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? bytes : bytes.subarray(0, end))
    return text.trim() === '' || visibleText(text).hasHidden ? undefined : text
  } catch {
    return undefined
  }
}
