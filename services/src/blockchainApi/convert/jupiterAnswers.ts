import { BuiltSolanaSwap } from '@portico/contracts/services/convert'
import { IntegerText } from '@portico/contracts/services/wireText'
import { fallback, literal, looseObject, nullish, number, object, string, unknown } from 'valibot'

/** Fields used of the answers of Jupiter's swap API; https://dev.jup.ag/docs/api/swap-api */

/** Goes back to `/swap` in full. */
export const Quote = looseObject({
  inputMint: string(),
  outputMint: string(),
  inAmount: IntegerText,
  outAmount: IntegerText,
  otherAmountThreshold: IntegerText,
  swapMode: literal('ExactIn'),
  slippageBps: number(),
})

const { data, solana } = BuiltSolanaSwap.entries.tx.entries

export const Built = object({
  swapTransaction: data,
  lastValidBlockHeight: solana.entries.lastValidBlockHeight,
  /** Why it would fail, if it was simulated. */
  simulationError: fallback(nullish(unknown()), undefined),
})
