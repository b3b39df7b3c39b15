import type { OnrampQuote, OnrampQuoteRequest } from '@portico/contracts/services/onramp'
import { useCommands } from '@portico/contracts/ui'
import { type Answer, useAnswer } from '@portico/contracts/ui/forms'
import { askQuote } from './askOnramp.ts'
import { toBuyError } from './buyError.ts'
import type { BuyError } from './onrampSlice.ts'

/** Debounce while the visitor types. */
export const TYPING_MS = 400
/** How long a price is shown before it is refreshed. */
export const QUOTE_SHOWN_MS = 60_000

export type QuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'quoted'; readonly quote: OnrampQuote }
  | { readonly status: 'refused'; readonly error: BuyError }

function stateOf(isWanted: boolean, answer: Answer<OnrampQuote>): QuoteState {
  if (!isWanted) return { status: 'none' }
  if (!answer) return { status: 'asking' }
  if ('error' in answer) return { status: 'refused', error: toBuyError(answer.error) }
  return { status: 'quoted', quote: answer.value }
}

/** A quote for an amount. When the price becomes unavailable, the quote disappears; no older quote is shown. */
export function useQuote(wish: OnrampQuoteRequest | undefined): { state: QuoteState; retry: () => void } {
  const { acting } = useCommands()
  const [answer, retry] = useAnswer<OnrampQuote>({
    key: wish && JSON.stringify(wish),
    debounceMs: TYPING_MS,
    refreshMs: QUOTE_SHOWN_MS,
    work: (signal) => askQuote({ acting }, wish as OnrampQuoteRequest, signal),
  })
  return { state: stateOf(wish !== undefined, answer), retry }
}
