import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { type SolanaTransaction, unusable } from './solanaWallet.ts'

const SIGNATURE_BYTES = 64

/** Returns a copy, because a wallet may change its answer later. Accepts arrays of other windows. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) as ArrayBuffer)
    : undefined
}

/** @throws Error if it is not an ed25519 signature */
export function signatureOf(value: unknown): Uint8Array {
  const bytes = bytesOf(value)
  if (bytes?.length !== SIGNATURE_BYTES) throw unusable('the wallet gave no signature')
  return bytes
}

/** A signature in base58. Wallets return it as bytes or in base58. */
export const signatureText = (value: unknown): string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value) ? value : encodeBase58(signatureOf(value))

/** The first signature of a serialized signed transaction (a signature count, then the signatures), in base58. */
export const firstSignature = (transaction: Uint8Array): string =>
  signatureText(transaction.subarray(1, 1 + SIGNATURE_BYTES))

/** The bytes of a transaction, which need not be fully signed. */
export function serialize(transaction: SolanaTransaction): Uint8Array {
  const written = ArrayBuffer.isView(transaction)
    ? transaction
    : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const bytes = bytesOf(written)
  if (!bytes?.length) throw unusable('the transaction cannot be written as bytes')
  return bytes
}

/** The deserializers of the libraries' classes, for versioned and for legacy transactions. */
interface TransactionClass {
  deserialize?(bytes: Uint8Array): SolanaTransaction
  from?(bytes: Uint8Array): SolanaTransaction
}

/** A deserializer for the type of `like`. @throws Error if that type has none, before the wallet is asked in vain */
export function readerLike<T extends SolanaTransaction>(like: T): (bytes: Uint8Array) => T {
  if (ArrayBuffer.isView(like)) return (bytes) => bytes as T
  const type = like.constructor as TransactionClass
  const read = type.deserialize ?? type.from
  if (!read) throw unusable('the transaction cannot be read from bytes')
  return (bytes) => read.call(type, bytes) as T
}
