export interface Shelf<Thing> {
  put(id: string, thing: Thing): void
  /** @returns undefined if the id is unknown, or if the thing has expired or was removed */
  find(id: string): Thing | undefined
}

/** Keeps things in memory for a while. If there are too many, the oldest one is removed. */
export function createShelf<Thing>(
  { lifetimeMs, max }: { readonly lifetimeMs: number; readonly max: number },
  now: () => number,
): Shelf<Thing> {
  const kept = new Map<string, { readonly thing: Thing; readonly until: number }>()
  return {
    put(id, thing) {
      // The order of insertion is also the order in which things expire.
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
