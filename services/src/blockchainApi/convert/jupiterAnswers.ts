import { BuiltSolanaSwap } from '@portico/contracts/services/convert'
import { IntegerText } from '@portico/contracts/services/wireText'
import { fallback, literal, looseObject, nullish, number, object, string, unknown } from 'valibot'

/** The fields of Jupiter's responses that are used; see https://dev.jup.ag/docs/api/swap-api */

/** All fields of a quote are kept, because the whole quote is sent to `/swap`. */
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
  /** Why the transaction would fail, if it was simulated. */
  simulationError: fallback(nullish(unknown()), undefined),
})
