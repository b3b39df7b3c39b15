/** Serialized Solana transactions, written byte by byte. */

const compact = (length: number) => (length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7])

export interface TransactionParts {
  /** Public keys; the first ones sign. */
  readonly keys: readonly Uint8Array[]
  readonly signerCount: number
  readonly version: 'legacy' | 0
  /** Instructions and everything after them: signers do not read these. */
  readonly rest?: readonly number[]
}

const BLOCKHASH = Array.from({ length: 32 }, (_, i) => i)

export function solanaMessage({ keys, signerCount, version, rest = [0] }: TransactionParts): Uint8Array {
  const header = [signerCount, 0, 1]
  const lookups = version === 0 ? [0] : []
  const prefix = version === 0 ? [0x80] : []
  const list = keys.flatMap((key) => [...key])
  return Uint8Array.from([...prefix, ...header, ...compact(keys.length), ...list, ...BLOCKHASH, ...rest, ...lookups])
}

/** A serialized transaction with zeroed signatures. */
export const solanaTransaction = (parts: TransactionParts): Uint8Array =>
  Uint8Array.from([...compact(parts.signerCount), ...new Uint8Array(64 * parts.signerCount), ...solanaMessage(parts)])
