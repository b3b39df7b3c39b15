import type { OnrampQuote, OnrampQuoteRequest } from '@portico/contracts/services/onramp'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import { askQuote } from './askOnramp.ts'
import { toBuyError } from './buyError.ts'
import type { BuyError } from './onrampSlice.ts'

/** Nobody is asked about every digit. */
export const TYPING_MS = 400
/** A price is shown for so long before it is asked for again. */
export const QUOTE_SHOWN_MS = 60_000

export type QuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'quoted'; readonly quote: OnrampQuote }
  | { readonly status: 'refused'; readonly error: BuyError }

interface Answer {
  readonly key: string
  readonly quote?: OnrampQuote
  readonly error?: BuyError
}

/**
 * What comes of so much money. Only the answer to the question that stands is shown, and a price that cannot be had any more is
 * gone: nothing older or made up takes its place.
 */
export function useQuote(wish: OnrampQuoteRequest | undefined): { state: QuoteState; retry: () => void } {
  const { acting } = useCommands()
  const [answer, setAnswer] = useState<Answer>()
  const [round, setRound] = useState(0)
  const key = wish ? JSON.stringify(wish) : ''
  const isKnown = answer?.key === key

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the question, a round asks it again
  useEffect(() => {
    if (!wish) return
    const life = new AbortController()
    const again = () => setRound((count) => count + 1)
    let timer = setTimeout(
      () => {
        askQuote({ acting }, wish, life.signal).then(
          (quote) => {
            if (life.signal.aborted) return
            setAnswer({ key, quote })
            timer = setTimeout(again, QUOTE_SHOWN_MS)
          },
          (error: unknown) => {
            if (!life.signal.aborted) setAnswer({ key, error: toBuyError(error) })
          },
        )
      },
      isKnown ? 0 : TYPING_MS,
    )
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [acting, key, round])

  const retry = useCallback(() => {
    setAnswer(undefined)
    setRound((count) => count + 1)
  }, [])

  if (!wish) return { state: { status: 'none' }, retry }
  if (isKnown && answer.quote) return { state: { status: 'quoted', quote: answer.quote }, retry }
  if (isKnown && answer.error) return { state: { status: 'refused', error: answer.error }, retry }
  return { state: { status: 'asking' }, retry }
}
