import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { areEqual, compactSize, hash160, sha256x2, taggedHash } from './hashes.ts'
import type { Output } from './readAddress.ts'

/**
 * BIP-322, "simple": a witness for a transaction that cannot exist. `to_spend` pays zero to the address and commits to
 * the message; `to_sign` spends it. Both have one input and one output, so each serialization is a line of constants.
 */

const ZERO4 = new Uint8Array(4)
const ZERO8 = new Uint8Array(8)
const ZERO32 = new Uint8Array(32)
const FINAL4 = new Uint8Array(4).fill(0xff)
const SIGHASH_ALL = 1
const SIGHASH_DEFAULT = 0

/** The output of `to_sign`: zero, paid to `OP_RETURN`. */
const OUTPUTS = concatBytes(ZERO8, Uint8Array.of(1, 0x6a))

const sized = (bytes: Uint8Array) => concatBytes(compactSize(bytes.length), bytes)

/** The id of `to_spend`, in wire byte order. */
export function toSpendId(message: string, script: Uint8Array): Uint8Array {
  const hash = taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const scriptSig = concatBytes(Uint8Array.of(0x00, 0x20), hash)
  const input = concatBytes(ZERO32, FINAL4, sized(scriptSig), ZERO4)
  const payment = concatBytes(ZERO8, sized(script))
  return sha256x2(ZERO4, Uint8Array.of(1), input, Uint8Array.of(1), payment, ZERO4)
}

/** BIP-143: the digest that a P2WPKH key signs. */
function segwitDigest(message: string, script: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const outpoint = concatBytes(toSpendId(message, script), ZERO4)
  const scriptCode = Uint8Array.of(0x76, 0xa9, 0x14, ...keyHash, 0x88, 0xac)
  return sha256x2(
    ZERO4,
    sha256x2(outpoint),
    sha256x2(ZERO4),
    outpoint,
    sized(scriptCode),
    ZERO8,
    ZERO4,
    sha256x2(OUTPUTS),
    ZERO4,
    Uint8Array.of(SIGHASH_ALL, 0, 0, 0),
  )
}

/** BIP-341: the digest that a P2TR key signs. */
function taprootDigest(message: string, script: Uint8Array, hashType: number): Uint8Array {
  const outpoint = concatBytes(toSpendId(message, script), ZERO4)
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, hashType),
    ZERO4,
    ZERO4,
    sha256(outpoint),
    sha256(ZERO8),
    sha256(sized(script)),
    sha256(ZERO4),
    sha256(OUTPUTS),
    Uint8Array.of(0),
    ZERO4,
  )
}

/** A witness stack of short elements; undefined if there is anything else, or trailing bytes. */
export function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const stack: Uint8Array[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0; left--) {
    const length = bytes[at] ?? 0xff
    if (length >= 0xfd || at + 1 + length > bytes.length) return undefined
    stack.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return at === bytes.length ? stack : undefined
}

function verifyKeyHash(message: string, script: Uint8Array, keyHash: Uint8Array, witness: readonly Uint8Array[]) {
  const [signature, publicKey] = witness
  if (witness.length !== 2 || !signature || publicKey?.length !== 33) return false
  if (signature.at(-1) !== SIGHASH_ALL || !areEqual(hash160(publicKey), keyHash)) return false
  return secp256k1.verify(signature.subarray(0, -1), segwitDigest(message, script, keyHash), publicKey, {
    prehash: false,
    format: 'der',
    lowS: true,
  })
}

function verifyTaproot(message: string, { program, script }: Output, witness: readonly Uint8Array[]) {
  const [signature] = witness
  if (witness.length !== 1 || !signature) return false
  const hashType = signature.length === 64 ? SIGHASH_DEFAULT : signature[64]
  if (signature.length > 65 || (signature.length === 65 && hashType !== SIGHASH_ALL)) return false
  return schnorr.verify(signature.subarray(0, 64), taprootDigest(message, script, hashType ?? 0), program)
}

/** Supports key paths only, not addresses with their own script. */
export function verifyBip322(message: string, output: Output, witness: readonly Uint8Array[]): boolean {
  const { type, program, script } = output
  if (type === 'p2tr') return verifyTaproot(message, output, witness)
  if (type === 'p2wpkh') return verifyKeyHash(message, script, program, witness)
  if (type !== 'p2sh') return false
  // P2SH-P2WPKH: the redeem script is derived from the key.
  const keyHash = hash160(witness[1] ?? new Uint8Array())
  const redeemScript = Uint8Array.of(0x00, 0x14, ...keyHash)
  return areEqual(hash160(redeemScript), program) && verifyKeyHash(message, script, keyHash, witness)
}
