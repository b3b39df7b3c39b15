import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { type SolanaTransaction, unusable } from './solanaWallet.ts'

const SIGNATURE_BYTES = 64

/** A copy: what a wallet answers with may change later. Arrays of another window count too. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) as ArrayBuffer)
    : undefined
}

/** @throws Error when it is no signature of ed25519 */
export function signatureOf(value: unknown): Uint8Array {
  const bytes = bytesOf(value)
  if (bytes?.length !== SIGNATURE_BYTES) throw unusable('the wallet gave no signature')
  return bytes
}

/** Wallets give a signature as bytes or as base58. @returns base58 */
export const signatureText = (value: unknown): string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value) ? value : encodeBase58(signatureOf(value))

/** In base58, of a signed transaction as it goes over the wire: how many signatures, then those. */
export const firstSignature = (transaction: Uint8Array): string =>
  signatureText(transaction.subarray(1, 1 + SIGNATURE_BYTES))

/** The bytes of a transaction that is not wholly signed yet. */
export function serialize(transaction: SolanaTransaction): Uint8Array {
  const written = ArrayBuffer.isView(transaction)
    ? transaction
    : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const bytes = bytesOf(written)
  if (!bytes?.length) throw unusable('the transaction cannot be written as bytes')
  return bytes
}

/** How the libraries' classes read what they have written: versioned transactions, legacy ones. */
interface TransactionClass {
  deserialize?(bytes: Uint8Array): SolanaTransaction
  from?(bytes: Uint8Array): SolanaTransaction
}

/** What reads a signed transaction as what `like` is. @throws Error when nothing can, before anybody is asked to sign */
export function readerLike<T extends SolanaTransaction>(like: T): (bytes: Uint8Array) => T {
  if (ArrayBuffer.isView(like)) return (bytes) => bytes as T
  const type = like.constructor as TransactionClass
  const read = type.deserialize ?? type.from
  if (!read) throw unusable('the transaction cannot be read from bytes')
  return (bytes) => read.call(type, bytes) as T
}
