import { isModalError } from '@portico/contracts'
import type { Decimal } from '@portico/contracts/money'
import { useCommands } from '@portico/contracts/ui'
import { type Answer, useAnswer } from '@portico/contracts/ui/forms'
import { aboutOf, askPrices, askQuote, REFRESH_MS } from './service.ts'
import type { SwapDraft } from './useSwap.ts'

/** views.md §19: the delay after the last key press. */
const DEBOUNCE_MS = 200

export interface Quote {
  /** The amount to receive, in the smallest unit of the target. */
  readonly received: bigint
  /** US dollar prices of both tokens; undefined where unknown. */
  readonly prices: readonly [Decimal | undefined, Decimal | undefined]
}

/** Why there is no quote. `noRoute`: no one swaps this amount between the two tokens. */
export type QuoteState =
  | { readonly status: 'none' | 'asking' | 'noRoute' }
  | { readonly status: 'ready'; readonly quote: Quote }
  | { readonly status: 'failed'; readonly error: unknown }

const LIQUIDITY = 'insufficient liquidity'

/** services.md §7.9 */
const isNoRoute = (error: unknown): boolean =>
  isModalError(error) &&
  String(error.details.reason ?? '')
    .toLowerCase()
    .includes(LIQUIDITY)

/** The current quote for the typed amount. */
export function useQuote({ account, from, to, amount }: SwapDraft): readonly [QuoteState, () => void] {
  const { acting } = useCommands()
  const swap =
    account && from && to && typeof amount === 'bigint' ? { account: account.address, from, to, amount } : undefined
  const [settled, again] = useAnswer<Quote | undefined>({
    key: swap && aboutOf(swap),
    debounceMs: DEBOUNCE_MS,
    refreshMs: REFRESH_MS,
    async work(signal) {
      if (!swap) return undefined
      const ask = await acting()
      const [received, [paid, got]] = await Promise.all([
        askQuote(ask, swap, signal),
        askPrices(ask, [swap.from, swap.to], signal),
      ])
      return received === undefined ? undefined : { received, prices: [paid, got] }
    },
  })
  return [stateOf(swap !== undefined, settled), again]
}

function stateOf(isWanted: boolean, settled: Answer<Quote | undefined>): QuoteState {
  if (!isWanted) return { status: 'none' }
  if (!settled) return { status: 'asking' }
  if ('error' in settled) return isNoRoute(settled.error) ? { status: 'noRoute' } : { status: 'failed', ...settled }
  return settled.value ? { status: 'ready', quote: settled.value } : { status: 'noRoute' }
}
