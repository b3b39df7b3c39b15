import type { PriceSource } from '../priceSource.ts'

/** services.md §7.5: as long as the balances that contain them. */
const LIFETIME_MS = 30_000
/** Short, because a missing price may soon exist: the source was down, or the pool is new. */
const ABSENT_LIFETIME_MS = 3_000
/** Limits memory against made-up tokens. */
const MAX_KEPT = 10_000

interface Kept {
  readonly price: number | undefined
  readonly until: number
}

export interface KeptPrices {
  /** As `PriceSource.prices`. @param isFresh no older answer is good enough */
  read(caipAddresses: readonly string[], isFresh: boolean): Promise<ReadonlyMap<string, number>>
}

/**
 * Caches prices: visitors own the same few tokens, so each price is requested once for all.
 * @param now milliseconds of a monotonic clock
 */
export function keepPrices(source: PriceSource, now: () => number = () => performance.now()): KeptPrices {
  const kept = new Map<string, Kept>()

  async function ask(caipAddresses: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (caipAddresses.length === 0) return new Map()
    const found = await source.prices(caipAddresses)
    if (kept.size + caipAddresses.length > MAX_KEPT) kept.clear()
    for (const caipAddress of caipAddresses) {
      const price = found.get(caipAddress)
      const until = now() + (price === undefined ? ABSENT_LIFETIME_MS : LIFETIME_MS)
      kept.set(caipAddress, { price, until })
    }
    return found
  }

  return {
    async read(caipAddresses, isFresh) {
      const known = new Map<string, number>()
      const missing = caipAddresses.filter((caipAddress) => {
        const entry = isFresh ? undefined : kept.get(caipAddress)
        if (!entry || now() >= entry.until) return true
        if (entry.price !== undefined) known.set(caipAddress, entry.price)
        return false
      })
      return new Map([...known, ...(await ask(missing))])
    },
  }
}
