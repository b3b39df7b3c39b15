/** A count for each key; keys with the count zero are removed. */
export interface Counts {
  /** @returns false, and counts nothing, if the key's count is `max` already */
  take(key: string, max: number): boolean
  release(key: string): void
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    take(key, max) {
      const count = counts.get(key) ?? 0
      if (count >= max) return false
      counts.set(key, count + 1)
      return true
    },
    release(key) {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    },
  }
}
