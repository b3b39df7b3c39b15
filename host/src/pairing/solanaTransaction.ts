import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import type { SolanaTransaction } from '../chains/solana/solanaWallet.ts'

interface Key {
  toBase58(): string
}

interface Instruction {
  readonly programId: Key
  readonly data: Uint8Array
  readonly keys: readonly { readonly pubkey: Key; readonly isSigner: boolean; readonly isWritable: boolean }[]
}

/** The parts that legacy transactions of `@solana/web3.js` have besides their bytes. */
interface LegacyFields {
  readonly instructions?: readonly Instruction[]
  readonly recentBlockhash?: string
  readonly feePayer?: Key
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** The parts of a legacy transaction that older wallets read in addition to its bytes (chains.md §5.3). */
export function legacyFields(transaction: SolanaTransaction): object {
  const { instructions, recentBlockhash, feePayer } = transaction as LegacyFields
  if (!instructions) return {}
  return {
    ...(feePayer && { feePayer: feePayer.toBase58() }),
    ...(recentBlockhash && { recentBlockhash }),
    instructions: instructions.map(({ programId, data, keys }) => ({
      programId: programId.toBase58(),
      data: encodeBase58(Uint8Array.from(data)),
      keys: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: pubkey.toBase58(), isSigner, isWritable })),
    })),
  }
}

/** Reads Solana's compact-u16: seven bits per byte, lowest first. */
function readCompact(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 3; i++) {
    const byte = bytes[at + i] ?? 0
    value |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) return { value, next: at + i + 1 }
  }
  throw new Error('a transaction that cannot be read')
}

/**
 * Inserts the signature by `address`, one of the required signers, into a serialized transaction.
 * @throws Error if the address is not a signer, or the signature is invalid
 */
export function withSignature(transaction: Uint8Array, address: string, signature: string): Uint8Array {
  const [key, signed] = [decodeBase58(address), decodeBase58(signature)]
  if (signed?.length !== SIGNATURE_BYTES || key?.length !== KEY_BYTES) throw new Error('no signature')
  const { value: count, next: signatures } = readCompact(transaction, 0)
  const message = signatures + count * SIGNATURE_BYTES
  // A versioned message begins with its version, a byte whose highest bit is set. A header of three bytes follows.
  const header = message + ((transaction[message] ?? 0) & 0x80 ? 1 : 0)
  const { next: keys } = readCompact(transaction, header + 3)
  for (let index = 0; index < count; index++) {
    const own = transaction.subarray(keys + index * KEY_BYTES, keys + (index + 1) * KEY_BYTES)
    if (!key.every((byte, i) => byte === own[i])) continue
    const result = Uint8Array.from(transaction)
    result.set(signed, signatures + index * SIGNATURE_BYTES)
    return result
  }
  throw new Error('the account has nothing to sign')
}
