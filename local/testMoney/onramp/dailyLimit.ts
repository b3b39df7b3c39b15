import { DAY_MAX_CENTS } from './limits.ts'

const DAY_MS = 86_400_000

/** Maximum number of addresses per day; further addresses get nothing. */
const ADDRESSES_MAX = 50_000

export interface DailyLimit {
  has(key: string, cents: bigint): boolean
  /** @returns whether the amount is within the limit, and therefore counted */
  spend(key: string, cents: bigint): boolean
  /** Undoes a failed purchase. */
  giveBack(key: string, cents: bigint): void
}

/** Counts each address's purchases of the day in memory. @param now milliseconds since 1970 */
export function createDailyLimit(now: () => number): DailyLimit {
  const spent = new Map<string, bigint>()
  let today = 0

  function spentBy(key: string): bigint {
    const day = Math.floor(now() / DAY_MS)
    if (day !== today) spent.clear()
    today = day
    return spent.get(key) ?? 0n
  }

  const has = (key: string, cents: bigint) => {
    const before = spentBy(key)
    return before + cents <= DAY_MAX_CENTS && (before > 0n || spent.size < ADDRESSES_MAX)
  }

  return {
    has,
    spend(key, cents) {
      const isWithin = has(key, cents)
      if (isWithin) spent.set(key, spentBy(key) + cents)
      return isWithin
    },
    giveBack(key, cents) {
      const before = spentBy(key)
      if (before > cents) spent.set(key, before - cents)
      else spent.delete(key)
    },
  }
}
