import { decodeHex, encodeHex } from '../src/chains/bytes.ts'
import type { Hex } from './description.ts'

const isBytesText = (text: string): text is Hex => /^0x(?:[\da-f]{2})*$/i.test(text)

/** Bytes as `0x` and lower-case hexadecimal; undefined for anything else. */
export const readHex = (value: unknown): Hex | undefined =>
  typeof value === 'string' && isBytesText(value) ? (value.toLowerCase() as Hex) : undefined

/** An address as `0x` and lower-case hexadecimal; undefined for anything else. */
export const readAddress = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? (value.toLowerCase() as Hex) : undefined

const WORD_END = 1n << 256n

/** Reads a quantity below 2^256: `0x` hexadecimal, a decimal text or a whole number. */
export function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value !== 'string' || !/^(?:0x[\da-f]{1,64}|0|[1-9]\d{0,77})$/i.test(value)) return undefined
  const quantity = BigInt(value)
  return quantity < WORD_END ? quantity : undefined
}

export const hexOf = (bytes: Uint8Array): Hex => `0x${encodeHex(bytes)}`

export const bytesOf = (hex: Hex): Uint8Array => decodeHex(hex.slice(2))

/** Decodes UTF-8; undefined when it is invalid. A byte order mark is kept, so that it stays visible. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
