import { base64 } from '@scure/base'
import { LogError } from './errors.ts'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)

/**
 * Standard base64 with padding, and nothing else.
 * @param length the number of bytes that it must have
 * @throws LogError `log.malformed`
 */
export function fromBase64(text: string, length?: number): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = base64.decode(text)
  } catch (cause) {
    throw new LogError('log.malformed', `“${text.slice(0, 80)}” is not base64.`, { cause })
  }
  if (length !== undefined && bytes.length !== length) {
    throw new LogError('log.malformed', `“${text.slice(0, 80)}” has ${bytes.length} bytes instead of ${length}.`)
  }
  return bytes
}

/**
 * UTF-8, and nothing else.
 * @throws LogError `log.malformed`
 */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LogError('log.malformed', 'It is not UTF-8.', { cause })
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * A non-negative integer in decimal, without leading zeroes.
 * @throws LogError `log.malformed`
 */
export function fromDecimal(text: string): number {
  const number = Number(text)
  if (!/^(0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(number)) {
    throw new LogError('log.malformed', `“${text.slice(0, 80)}” is not a number that can be used.`)
  }
  return number
}
