import type { SwapAmountProblem } from './readAmount.ts'
import type { Token } from './token.ts'
import type { QuoteState } from './useQuote.ts'

/** The state of the form's button; `review` opens the review, and `retry` requests the quote again. */
export type ButtonState =
  | 'selectToken'
  | 'enterAmount'
  | 'incorrectValue'
  | 'insufficientBalance'
  | 'insufficientLiquidity'
  | 'asking'
  | 'retry'
  | 'review'

interface Form {
  readonly from: Token | undefined
  readonly to: Token | undefined
  readonly amount: bigint | SwapAmountProblem | undefined
  readonly quote: QuoteState
}

/** views.md §19: the first state that applies. A failed quote is not a lack of money (chains.md, pitfall 28). */
export function buttonState({ from, to, amount, quote }: Form): ButtonState {
  if (!from || !to) return 'selectToken'
  if (amount === undefined) return 'enterAmount'
  if (amount === 'tooMuch') return 'insufficientBalance'
  if (typeof amount !== 'bigint') return 'incorrectValue'
  if (quote.status === 'noRoute') return 'insufficientLiquidity'
  if (quote.status === 'failed') return 'retry'
  return quote.status === 'ready' ? 'review' : 'asking'
}
