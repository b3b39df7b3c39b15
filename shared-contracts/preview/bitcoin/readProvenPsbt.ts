import { base64 } from '@scure/base'
import { readPsbt, spentOutput } from '../../src/chains/bitcoin/psbt.ts'
import type { TransactionOutput } from '../../src/chains/bitcoin/transaction.ts'

/** A PSBT that proves, or commits to under its signatures, what each of its inputs spends. */
export interface ProvenPsbt {
  readonly bytes: Uint8Array
  /** The outputs being spent. */
  readonly inputs: readonly TransactionOutput[]
  readonly outputs: readonly TransactionOutput[]
}

/** In characters; room for some hundred inputs with their previous transactions. */
const LENGTH_MAX = 2_000_000

/** Undefined unless the text is a base64 PSBT of version 0 (BIP-174) in which every input says what it spends. */
export function readProvenPsbt(text: string): ProvenPsbt | undefined {
  if (text.length > LENGTH_MAX) return undefined
  try {
    // Canonical base64 only: a wallet might decode anything else differently.
    const bytes = base64.decode(text)
    const psbt = readPsbt(bytes)
    const inputs = psbt.inputs.flatMap((_, index) => spentOutput(psbt, index) ?? [])
    const isWhole = inputs.length > 0 && inputs.length === psbt.inputs.length
    return isWhole ? { bytes, inputs, outputs: psbt.transaction.outputs } : undefined
  } catch {
    return undefined // not base64, or malformed
  }
}
