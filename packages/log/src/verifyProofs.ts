import { isSame } from './bytes.ts'
import { emptyRoot, nodeHash } from './merkle.ts'

/** The verification of Merkle proofs, as RFC 9162 describes it in sections 2.1.3.2 and 2.1.4.2. */

/** Where an entry is, and in which tree. */
export interface Inclusion {
  readonly leaf: Uint8Array
  readonly index: number
  readonly size: number
  readonly root: Uint8Array
}

const isOdd = (number: number) => number % 2 === 1
const half = (number: number) => Math.floor(number / 2)

/** Whether a proof shows that a tree contains an entry. */
export function isIncluded({ leaf, index, size, root }: Inclusion, proof: readonly Uint8Array[]): boolean {
  if (!(index >= 0 && index < size)) return false
  let node = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && isSame(hash, root)
}

/** A tree, by its size and root. */
export interface Tree {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof shows that `newer` begins with the entries of `older`. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === 0) return proof.length === 0 && isSame(older.root, emptyRoot())
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root)
  let node = older.size - 1
  let last = newer.size - 1
  while (isOdd(node)) {
    node = half(node)
    last = half(last)
  }
  // If the older tree is a complete subtree of the newer one, its root is not part of the proof.
  const [first, ...rest] = node === 0 ? [older.root, ...proof] : proof
  if (!first) return false
  let olderHash = first
  let newerHash = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      olderHash = nodeHash(sibling, olderHash)
      newerHash = nodeHash(sibling, newerHash)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      newerHash = nodeHash(newerHash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && isSame(olderHash, older.root) && isSame(newerHash, newer.root)
}
