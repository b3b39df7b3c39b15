import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'

const HARDENED = 0x80000000

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/**
 * SLIP-10 on ed25519, where every level is hardened.
 * @param path `m/44'/501'/0'/0'`
 * @returns the 32-byte private key
 * @throws Error if a level is not hardened
 */
export function deriveEd25519(seed: Uint8Array, path: string): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const level of path.split('/').slice(1)) {
    const index = Number(level.slice(0, -1))
    if (!level.endsWith("'") || !Number.isInteger(index)) throw new Error(`The level ${level} is not hardened.`)
    const data = concatBytes(new Uint8Array(1), node.subarray(0, 32), uint32(index + HARDENED))
    node = hmac(sha512, node.subarray(32), data)
  }
  return node.slice(0, 32)
}
