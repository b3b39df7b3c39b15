import { hex } from '@scure/base'
import { RequestError } from '../requestError.ts'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** The high bit of a message's first byte. */
const VERSIONED = 0x80

const malformed = () => new RequestError(-32602, 'The transaction cannot be read.')

/** Solana's `compact-u16`: seven bits per byte, low bits first. */
function readCount(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) break
    value |= (byte & 0x7f) << (index * 7)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  throw malformed()
}

/**
 * Adds a signature to a transaction, legacy or versioned, at the slot of `publicKey`.
 * @param transaction in wire format: signatures, then the message
 * @throws RequestError -32602 if the bytes are not a transaction, 4100 if the transaction does not need that signature
 */
export function signSolanaTransaction(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): { transaction: Uint8Array; signature: Uint8Array } {
  const signatures = readCount(transaction, 0)
  const message = transaction.subarray(signatures.next + signatures.value * SIGNATURE_BYTES)
  const header = (message[0] ?? 0) & VERSIONED ? 1 : 0
  const signers = message[header]
  if (signers === undefined || signers !== signatures.value) throw malformed()
  const keys = readCount(message, header + 3)
  if (signers > keys.value || message.length < keys.next + keys.value * KEY_BYTES) throw malformed()

  const keyAt = (index: number) => message.subarray(keys.next + index * KEY_BYTES, keys.next + (index + 1) * KEY_BYTES)
  const wanted = hex.encode(publicKey)
  const place = Array.from({ length: signers }, (_, index) => index).find((at) => hex.encode(keyAt(at)) === wanted)
  if (place === undefined) throw new RequestError(4100, 'The transaction does not need a signature of this account.')
  const signature = sign(message)
  const signed = transaction.slice()
  signed.set(signature, signatures.next + place * SIGNATURE_BYTES)
  return { transaction: signed, signature }
}
