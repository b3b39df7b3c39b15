/** Bitcoin's alphabet, which Solana uses for keys, signatures and transactions. */
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The longest text: a Solana transaction has at most 1,232 bytes. */
const BASE58_LENGTH_MAX = 1_700

/** The largest number of digits whose value always fits in a safe integer. */
const CHUNK_LENGTH = 9

/** Two digits for each byte, without `0x`. */
export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @param text an even number of hexadecimal digits, without `0x` */
export const decodeHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** The time that this takes grows with the square of the length. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const digits: string[] = []
  for (let rest = BigInt(`0x0${encodeHex(bytes)}`); rest > 0n; rest /= 58n) {
    digits.push(BASE58.charAt(Number(rest % 58n)))
  }
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + digits.reverse().join('')
}

/**
 * Decodes several digits at a time. A wallet may be asked to sign 64 kB of base58, for which libraries that work digit
 * by digit take half a minute.
 * @returns undefined when the text is not base58, or longer than `lengthMax` characters
 */
export function decodeBase58(text: unknown, lengthMax = BASE58_LENGTH_MAX): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > lengthMax || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return undefined
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  let value = 0n
  for (let at = zeros; at < text.length; at += CHUNK_LENGTH) {
    const chunk = text.slice(at, at + CHUNK_LENGTH)
    const digits = [...chunk].reduce((sum, character) => sum * 58 + BASE58.indexOf(character), 0)
    value = value * BigInt(58 ** chunk.length) + BigInt(digits)
  }
  const hex = value === 0n ? '' : value.toString(16)
  return Uint8Array.from([...new Uint8Array(zeros), ...decodeHex(hex.padStart(hex.length + (hex.length % 2), '0'))])
}

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Undefined when the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Not in constant time, so not suitable for secrets. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
