import type { CaipNetworkId } from '@portico/contracts'
import type { Holding, ReadHoldings } from './holding.ts'

/** services.md §7.5 */
const LIFETIME_MS = 30_000
/** Made-up addresses must not fill the memory. */
const MAX_KEPT = 10_000

interface Kept {
  readonly holdings: Promise<readonly Holding[]>
  readonly until: number
}

export interface KeptHoldings {
  /**
   * What is known of the chain, or is asked for the first time. Who asks while it is being asked waits for the same answer.
   * @param isFresh no older answer is good enough
   */
  read(caipNetworkId: CaipNetworkId, address: string, isFresh: boolean): Promise<readonly Holding[]>
}

/** @param now milliseconds of a clock that never goes back */
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
      // Whoever waits hears of it; the next one asks again.
      entry.holdings.catch(() => kept.get(key) === entry && kept.delete(key))
      return entry.holdings
    },
  }
}
