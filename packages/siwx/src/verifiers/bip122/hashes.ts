import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256x2 = (...parts: Uint8Array[]): Uint8Array => sha256(sha256(concatBytes(...parts)))

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

/** BIP-340. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(prefix, prefix, ...parts))
}

/** Bitcoin's CompactSize encoding, for values up to the length of a message. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value)
  const isShort = value <= 0xffff
  const bytes = new Uint8Array(isShort ? 3 : 5)
  bytes[0] = isShort ? 0xfd : 0xfe
  const view = new DataView(bytes.buffer)
  if (isShort) view.setUint16(1, value, true)
  else view.setUint32(1, value, true)
  return bytes
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
