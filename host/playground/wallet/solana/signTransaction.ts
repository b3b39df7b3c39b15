import { ed25519 } from '@noble/curves/ed25519'
import { invalidParams } from '../providerError.ts'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** Set in the first byte of a message that has a version; the other bits are the version. */
const VERSIONED = 0x80
const HEADER_BYTES = 3

/** Reads a length of one to three bytes, seven bits each, lowest first (compact-u16). */
function readLength(bytes: Uint8Array, start: number): { length: number; end: number } {
  let length = 0
  for (let i = 0; i < 3; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) break
    length |= (byte & 0x7f) << (7 * i)
    if (byte < VERSIONED) return { length, end: start + i + 1 }
  }
  throw invalidParams('signTransaction')
}

/** The keys that must sign a message, in signature order. */
function signersOf(message: Uint8Array): Uint8Array[] {
  const first = message[0] ?? 0
  if (first > VERSIONED) throw invalidParams('signTransaction')
  const header = first === VERSIONED ? 1 : 0
  const signerCount = message[header] ?? 0
  const { length, end } = readLength(message, header + HEADER_BYTES)
  if (signerCount > length || end + length * KEY_BYTES > message.length) throw invalidParams('signTransaction')
  return Array.from({ length: signerCount }, (_, i) => message.subarray(end + i * KEY_BYTES, end + (i + 1) * KEY_BYTES))
}

const isSame = (left: Uint8Array, right: Uint8Array) => left.every((byte, i) => byte === right[i])

/**
 * Adds a signature to a serialized transaction: a compact array of signatures, then the message, legacy or version 0.
 * Keeps existing signatures.
 * @param seed of the key, 32 bytes
 * @throws ProviderError -32602 if the bytes are not such a transaction, or the key is not a signer
 */
export function signTransaction(transaction: Uint8Array, seed: Uint8Array): Uint8Array {
  const { length, end } = readLength(transaction, 0)
  const message = transaction.subarray(end + length * SIGNATURE_BYTES)
  const signers = signersOf(message)
  const publicKey = ed25519.getPublicKey(seed)
  const index = signers.findIndex((signer) => isSame(signer, publicKey))
  if (signers.length !== length || index < 0) throw invalidParams('signTransaction')

  const signed = transaction.slice()
  signed.set(ed25519.sign(message, seed), end + index * SIGNATURE_BYTES)
  return signed
}
