import type { Hex } from './description.ts'

/** Bitcoin's alphabet, which Solana writes keys and transactions in. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const isBytesText = (text: string): text is Hex => /^0x(?:[\da-f]{2})*$/i.test(text)

/** `0x` and bytes in lower case; undefined when the value is no such text. */
export const readHex = (value: unknown): Hex | undefined =>
  typeof value === 'string' && isBytesText(value) ? (value.toLowerCase() as Hex) : undefined

/** A `0x` address in lower case. */
export const readAddress = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? (value.toLowerCase() as Hex) : undefined

const WORD_END = 1n << 256n

/** A quantity: `0x` hexadecimal, a decimal text or a whole number, below 2^256. */
export function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value !== 'string' || !/^(?:0x[\da-f]{1,64}|0|[1-9]\d{0,77})$/i.test(value)) return undefined
  const quantity = BigInt(value)
  return quantity < WORD_END ? quantity : undefined
}

export const hexOf = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

export const bytesOf = (hex: Hex): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 + index * 2, 4 + index * 2), 16),
  )

/** Undefined when the bytes are no UTF-8. A mark of byte order is kept, to be seen. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Digits of one base, the highest first, of a number that is not negative. */
function digitsOf(value: bigint, base: bigint): number[] {
  const digits: number[] = []
  for (let rest = value; rest > 0n; rest /= base) digits.push(Number(rest % base))
  return digits.reverse()
}

/** Of a key: the work grows with the square of the length. */
export function base58Of(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const digits = digitsOf(BigInt(`${hexOf(bytes)}00`) >> 8n, 58n)
  return [...Array<number>(zeros < 0 ? bytes.length : zeros).fill(0), ...digits]
    .map((digit) => ALPHABET[digit])
    .join('')
}

/** So many digits that a number of JavaScript holds them exactly. */
const CHUNK = 9

/** Undefined when it is no base58, or longer than `max` characters. */
export function readBase58(source: unknown, max: number): Uint8Array | undefined {
  if (typeof source !== 'string' || source.length > max || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(source)) return undefined
  const zeros = /^1*/.exec(source)?.[0].length ?? 0
  let value = 0n
  for (let at = zeros; at < source.length; at += CHUNK) {
    const chunk = source.slice(at, at + CHUNK)
    const digits = [...chunk].reduce((sum, character) => sum * 58 + ALPHABET.indexOf(character), 0)
    value = value * BigInt(58 ** chunk.length) + BigInt(digits)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const whole = hex.padStart(hex.length + (hex.length % 2), '0')
  return Uint8Array.from([...new Uint8Array(zeros), ...bytesOf(`0x${whole}`)])
}
