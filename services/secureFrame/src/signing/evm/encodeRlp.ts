import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** Bytes, or a list of them. */
export type RlpItem = Uint8Array | readonly RlpItem[]

const [BYTES, LIST] = [0x80, 0xc0]
/** Up to this length in bytes, the first byte contains it. */
const SHORT = 55

function head(length: number, offset: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(offset + length)
  const hex = length.toString(16)
  const size = hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))
  return concatBytes(Uint8Array.of(offset + SHORT + size.length), size)
}

/** Recursive length prefix (yellow paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first = BYTES] = item
    return item.length === 1 && first < BYTES ? item : concatBytes(head(item.length, BYTES), item)
  }
  const inside = concatBytes(...item.map(encodeRlp))
  return concatBytes(head(inside.length, LIST), inside)
}
