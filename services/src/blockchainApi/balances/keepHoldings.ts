import type { CaipNetworkId } from '@portico/contracts'
import type { Holding, ReadHoldings } from './holding.ts'

/** How long balances are cached (services.md §7.5). */
const LIFETIME_MS = 30_000
/** Limits the memory that requests for made-up addresses can take. */
const MAX_KEPT = 10_000

interface Kept {
  readonly holdings: Promise<readonly Holding[]>
  readonly until: number
}

export interface KeptHoldings {
  /**
   * The cached balances, or else newly requested ones. Concurrent callers share one request.
   * @param isFresh do not use cached balances
   */
  read(caipNetworkId: CaipNetworkId, address: string, isFresh: boolean): Promise<readonly Holding[]>
}

/** @param now milliseconds of a monotonic clock */
export function keepHoldings(
  ask: ReadHoldings,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): KeptHoldings {
  const kept = new Map<string, Kept>()
  return {
    read(caipNetworkId, address, isFresh) {
      const key = `${caipNetworkId}:${address}`
      const known = kept.get(key)
      if (known && !isFresh && now() < known.until) return known.holdings
      if (kept.size >= MAX_KEPT) kept.clear()
      const entry: Kept = { holdings: ask(caipNetworkId, address, signal), until: now() + LIFETIME_MS }
      kept.set(key, entry)
      // Waiting callers get the rejection; the next call tries again.
      entry.holdings.catch(() => kept.get(key) === entry && kept.delete(key))
      return entry.holdings
    },
  }
}
