import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const HARDENED = 0x80000000
const KEY_BYTES = 32

/**
 * SLIP-10 for ed25519. The caller overwrites the result, the 32 bytes that generate the key pair.
 * @param path without the master: `[44, 501, 0, 0]` is m/44'/501'/0'/0', as every step is hardened
 */
export function deriveEd25519(masterSeed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), masterSeed)
  for (const step of path) {
    const data = new Uint8Array(1 + KEY_BYTES + 4)
    data.set(node.subarray(0, KEY_BYTES), 1)
    new DataView(data.buffer).setUint32(1 + KEY_BYTES, step + HARDENED)
    const child = hmac(sha512, node.subarray(KEY_BYTES), data)
    node.fill(0)
    data.fill(0)
    node = child
  }
  const key = node.slice(0, KEY_BYTES)
  node.fill(0)
  return key
}
