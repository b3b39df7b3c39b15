import { base64 } from '@scure/base'
import { readPsbt, spentOutput } from '../../src/chains/bitcoin/psbt.ts'
import type { TransactionOutput } from '../../src/chains/bitcoin/transaction.ts'

/** A PSBT that shows what each input spends, either proven by a previous transaction or covered by the signatures. */
export interface ProvenPsbt {
  readonly bytes: Uint8Array
  /** The outputs that are spent, in input order. */
  readonly inputs: readonly TransactionOutput[]
  readonly outputs: readonly TransactionOutput[]
}

/** The longest PSBT, in characters: room for some hundred inputs with their previous transactions. */
const LENGTH_MAX = 2_000_000

/** Undefined unless the text is a base64 PSBT of version 0 (BIP-174) in which every input says what it spends. */
export function readProvenPsbt(text: string): ProvenPsbt | undefined {
  if (text.length > LENGTH_MAX) return undefined
  try {
    // Only canonical base64 is accepted: a wallet might decode any other form differently.
    const bytes = base64.decode(text)
    const psbt = readPsbt(bytes)
    const inputs = psbt.inputs.flatMap((_, index) => spentOutput(psbt, index) ?? [])
    const isWhole = inputs.length > 0 && inputs.length === psbt.inputs.length
    return isWhole ? { bytes, inputs, outputs: psbt.transaction.outputs } : undefined
  } catch {
    return undefined // not base64, or malformed
  }
}
