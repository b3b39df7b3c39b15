import type { PriceSource } from '../priceSource.ts'

/** services.md §7.5: as long as the balances that they are part of. */
const LIFETIME_MS = 30_000
/** What had no price may have one soon: a source that was down, or a pool that is new. */
const ABSENT_LIFETIME_MS = 3_000
/** Made-up tokens must not fill the memory. */
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
 * Visitors own the same few tokens: what one of them costs is asked once for all.
 * @param now milliseconds of a clock that never goes back
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
