import { base58Of } from '@portico/contracts/preview'

/** Undefined: it is no base64. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** A whole number, the lowest byte first. */
export const numberAt = (bytes: Uint8Array, at: number, length = 8): bigint =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

export const addressAt = (bytes: Uint8Array, at: number): string => base58Of(bytes.subarray(at, at + 32))
