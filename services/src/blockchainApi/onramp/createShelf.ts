export interface Shelf<Thing> {
  put(id: string, thing: Thing): void
  /** @returns undefined if it is unknown, expired or was removed */
  find(id: string): Thing | undefined
}

/** Keeps things for a while in memory. Its size is limited: the oldest thing makes room. */
export function createShelf<Thing>(
  { lifetimeMs, max }: { readonly lifetimeMs: number; readonly max: number },
  now: () => number,
): Shelf<Thing> {
  const kept = new Map<string, { readonly thing: Thing; readonly until: number }>()
  return {
    put(id, thing) {
      // Insertion order is also the order of expiry.
      for (const [old, { until }] of kept) {
        if (until > now() && kept.size < max) break
        kept.delete(old)
      }
      kept.set(id, { thing, until: now() + lifetimeMs })
    },
    find(id) {
      const entry = kept.get(id)
      return entry && entry.until > now() ? entry.thing : undefined
    },
  }
}
