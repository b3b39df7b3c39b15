import { base64 } from '@scure/base'
import { readPsbt, spentOutput } from '../../src/chains/bitcoin/psbt.ts'
import type { TransactionOutput } from '../../src/chains/bitcoin/transaction.ts'

/** A partially signed transaction that proves, or states under its signatures, what each of its inputs spends. */
export interface ProvenPsbt {
  readonly bytes: Uint8Array
  /** The outputs that are spent. */
  readonly inputs: readonly TransactionOutput[]
  readonly outputs: readonly TransactionOutput[]
}

/** In characters: some hundred inputs with the transactions that they spend from. */
const LENGTH_MAX = 2_000_000

/** Undefined for text that is not base64 of a PSBT of version 0 (BIP-174), and where an input does not say what it spends. */
export function readProvenPsbt(text: string): ProvenPsbt | undefined {
  if (text.length > LENGTH_MAX) return undefined
  try {
    // Exactly base64: what a wallet reads otherwise is not previewed.
    const bytes = base64.decode(text)
    const psbt = readPsbt(bytes)
    const inputs = psbt.inputs.flatMap((_, index) => spentOutput(psbt, index) ?? [])
    const isWhole = inputs.length > 0 && inputs.length === psbt.inputs.length
    return isWhole ? { bytes, inputs, outputs: psbt.transaction.outputs } : undefined
  } catch {
    return undefined // not base64, or malformed
  }
}
