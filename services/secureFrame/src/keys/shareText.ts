import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** One of three shares. Any two shares of the same split give the seed. */
export interface Share {
  /** Only shares of the same split fit together. */
  readonly splitId: string
  /** A point of each polynomial, then the place of these points, in the format of `shamir-secret-sharing`. */
  readonly points: Uint8Array
}

/** The text of a share is unreadable: damaged, or written by a later release. */
export class ShareUnreadable extends Error {
  constructor() {
    super('The share cannot be read')
    this.name = 'ShareUnreadable'
  }
}

/** Compares in constant time. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

const VERSION = 1
const ID_BYTES = 16
/** Detects accidental damage. Joining two shares detects deliberate changes. */
const CHECKSUM_BYTES = 4
/** The seed, its tag, and the place of the points. */
const POINTS_BYTES = 49
const BYTES = 1 + ID_BYTES + POINTS_BYTES + CHECKSUM_BYTES

const idBytes = (splitId: string) => hexToBytes(splitId.replaceAll('-', ''))
const idText = (bytes: Uint8Array) => bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const checksumOf = (bytes: Uint8Array) => sha256(bytes).subarray(0, CHECKSUM_BYTES)

/** The text of a share: version, id of the split, points, and a checksum of these, as base64url. */
export function writeShare({ splitId, points }: Share): string {
  const content = concatBytes(Uint8Array.of(VERSION), idBytes(splitId), points)
  const bytes = concatBytes(content, checksumOf(content))
  const text = base64urlnopad.encode(bytes)
  content.fill(0)
  bytes.fill(0)
  return text
}

/** @throws ShareUnreadable */
export function readShare(text: string): Share {
  let bytes: Uint8Array
  try {
    bytes = base64urlnopad.decode(text)
  } catch {
    throw new ShareUnreadable()
  }
  const content = bytes.subarray(0, BYTES - CHECKSUM_BYTES)
  const isWhole = bytes.length === BYTES && isSameBytes(bytes.subarray(BYTES - CHECKSUM_BYTES), checksumOf(content))
  // At place zero the points are the secret itself.
  if (!isWhole || content[0] !== VERSION || content.at(-1) === 0) throw new ShareUnreadable()
  return { splitId: idText(content.subarray(1, 1 + ID_BYTES)), points: content.slice(1 + ID_BYTES) }
}
