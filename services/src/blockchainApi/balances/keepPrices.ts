import type { PriceSource } from '../priceSource.ts'

/** Prices are cached for as long as the balances that contain them (services.md §7.5). */
const LIFETIME_MS = 30_000
/** Short, because a missing price may soon be known: the source may have been down, or the pool may be new. */
const ABSENT_LIFETIME_MS = 3_000
/** Limits the memory that requests for made-up tokens can take. */
const MAX_KEPT = 10_000

interface Kept {
  readonly price: number | undefined
  readonly until: number
}

export interface KeptPrices {
  /** Reads prices as `PriceSource.prices` does. @param isFresh do not use cached prices */
  read(caipAddresses: readonly string[], isFresh: boolean): Promise<ReadonlyMap<string, number>>
}

/**
 * Caches prices: visitors own the same few tokens, so each price is requested once for all of them.
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
