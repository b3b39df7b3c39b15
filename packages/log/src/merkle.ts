import { sha256 } from '@noble/hashes/sha2'
import { concat } from './bytes.ts'

/** The Merkle tree hashes of RFC 6962, section 2.1. A hash has 32 bytes. */

export const HASH_BYTES = 32

/** The hash of an entry. */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(concat([Uint8Array.of(0), entry]))

/** The hash of two subtrees. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concat([Uint8Array.of(1), left, right]))

/** The root of a tree without entries. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array())

/**
 * Reads the hash of a complete subtree: of the leaves from `index * 2 ** level` to `(index + 1) * 2 ** level`.
 * @throws LogError if it cannot be read
 */
export type ReadNode = (level: number, index: number) => Uint8Array

/** The greatest power of two below `count`, as its exponent. `count` is at least 2. */
function splitLevel(count: number): number {
  let level = 0
  while (2 ** (level + 1) < count) level++
  return level
}

/** The hash of the leaves from `start` to `end`, where `start` is a multiple of the subtree's size. */
function subtreeHash(start: number, end: number, read: ReadNode): Uint8Array {
  const count = end - start
  const level = Math.log2(count)
  if (Number.isInteger(level) && 2 ** level === count) return read(level, start / count)
  const middle = start + 2 ** splitLevel(count)
  return nodeHash(subtreeHash(start, middle, read), subtreeHash(middle, end, read))
}

/** The root of the tree of the first `size` entries. */
export const rootHash = (size: number, read: ReadNode): Uint8Array =>
  size === 0 ? emptyRoot() : subtreeHash(0, size, read)

/**
 * The hashes that prove that an entry is in a tree (RFC 6962, section 2.1.1).
 * @throws RangeError if the tree has no such entry
 */
export function inclusionProof(index: number, size: number, read: ReadNode): Uint8Array[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} entries has no entry ${index}.`)
  const path = (start: number, end: number): Uint8Array[] => {
    if (end - start === 1) return []
    const middle = start + 2 ** splitLevel(end - start)
    return index < middle
      ? [...path(start, middle), subtreeHash(middle, end, read)]
      : [...path(middle, end), subtreeHash(start, middle, read)]
  }
  return path(0, size)
}

/**
 * The hashes that prove that a tree begins with an older one (RFC 6962, section 2.1.2). Empty if the older tree is empty
 * or has the same size.
 * @throws RangeError if the older tree is larger
 */
export function consistencyProof(older: number, size: number, read: ReadNode): Uint8Array[] {
  if (!(older >= 0 && older <= size)) throw new RangeError(`A tree of ${size} entries does not begin with ${older}.`)
  const path = (start: number, end: number, isWhole: boolean): Uint8Array[] => {
    if (end === older) return isWhole ? [] : [subtreeHash(start, end, read)]
    const middle = start + 2 ** splitLevel(end - start)
    return older <= middle
      ? [...path(start, middle, isWhole), subtreeHash(middle, end, read)]
      : [...path(middle, end, false), subtreeHash(start, middle, read)]
  }
  return older === 0 ? [] : path(0, size, true)
}
