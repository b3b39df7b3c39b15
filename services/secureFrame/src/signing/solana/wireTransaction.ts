import { base58 } from '@scure/base'

/** Where the parts of a transaction are in its bytes. The preview, and not this code, reads the instructions. */
export interface WireTransaction {
  readonly bytes: Uint8Array
  /** The part that is signed. */
  readonly message: Uint8Array
  /** The signers' addresses, in the order of the signatures. */
  readonly signers: readonly string[]
  /** Offset of the first signature. */
  readonly signaturesAt: number
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
const HEADER_BYTES = 3
/** The prefix of a message of version 0, the only version so far. */
const VERSION_0 = 0x80
/** The size of one network packet. */
const TRANSACTION_MAX = 1_232

/** Reads Solana's compact-u16. In a transaction of this size, two bytes are enough for the length of every list. */
function readCount(bytes: Uint8Array, at: number): { count: number; next: number } | undefined {
  const [low, high] = [bytes[at], bytes[at + 1]]
  if (low === undefined) return undefined
  if (low < 0x80) return { count: low, next: at + 1 }
  if (high === undefined || high === 0 || high >= 0x80) return undefined
  return { count: (low & 0x7f) | (high << 7), next: at + 2 }
}

/** Reads a legacy transaction or one of version 0; undefined for anything else. */
export function readWireTransaction(source: string): WireTransaction | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(source)
  } catch {
    return undefined
  }
  const signatures = bytes.length > TRANSACTION_MAX ? undefined : readCount(bytes, 0)
  if (!signatures) return undefined
  const message = bytes.subarray(signatures.next + signatures.count * SIGNATURE_BYTES)
  const [first = 0] = message
  if (first > VERSION_0) return undefined
  const headerAt = first === VERSION_0 ? 1 : 0
  const keys = readCount(message, headerAt + HEADER_BYTES)
  if (!keys || message[headerAt] !== signatures.count || keys.count < signatures.count) return undefined
  if (signatures.count === 0 || message.length < keys.next + keys.count * KEY_BYTES) return undefined
  const signers = Array.from({ length: signatures.count }, (_, index) =>
    base58.encode(message.subarray(keys.next + index * KEY_BYTES, keys.next + (index + 1) * KEY_BYTES)),
  )
  return { bytes, message, signers, signaturesAt: signatures.next }
}

/** The transaction with this signature in the signer's own place; all other signatures stay as they are. */
export function withSignature(
  { bytes, signaturesAt }: WireTransaction,
  place: number,
  signature: Uint8Array,
): Uint8Array {
  const signed = Uint8Array.from(bytes)
  signed.set(signature, signaturesAt + place * SIGNATURE_BYTES)
  return signed
}

/** A transaction's id: the signature of its fee payer, in base58. */
export const transactionId = ({ bytes, signaturesAt }: Pick<WireTransaction, 'bytes' | 'signaturesAt'>): string =>
  base58.encode(bytes.subarray(signaturesAt, signaturesAt + SIGNATURE_BYTES))
