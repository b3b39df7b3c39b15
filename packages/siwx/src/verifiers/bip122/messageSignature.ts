import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { areEqual, compactSize, hash160, sha256x2 } from './hashes.ts'
import type { Output } from './readAddress.ts'

const PREFIX = utf8ToBytes('\x18Bitcoin Signed Message:\n')

/** The digest that the older message signatures sign. */
function messageDigest(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return sha256x2(concatBytes(PREFIX, compactSize(bytes.length), bytes))
}

/**
 * A `signmessage` signature: a header, then 64 bytes from which the key can be recovered. Wallets disagree on what the
 * header says about the address type (BIP-137 or nothing), so only the recovery bits and, for P2PKH, the compression
 * are used.
 */
export function verifyMessageSignature(message: string, { type, program }: Output, signature: Uint8Array): boolean {
  const header = (signature[0] ?? 0) - 27
  if (signature.length !== 65 || header < 0 || header > 15 || type === 'p2tr') return false
  const isCompressed = header >= 4
  if (!isCompressed && type !== 'p2pkh') return false

  const publicKey = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    .addRecoveryBit(header & 3)
    .recoverPublicKey(messageDigest(message))
    .toBytes(isCompressed)
  const keyHash = hash160(publicKey)
  return areEqual(type === 'p2sh' ? hash160(Uint8Array.of(0x00, 0x14, ...keyHash)) : keyHash, program)
}
