export interface Shelf<Thing> {
  put(id: string, thing: Thing): void
  /** @returns undefined when it never was there, has been there for too long, or had to make room */
  find(id: string): Thing | undefined
}

/** Keeps things for a while in the memory of this process: the oldest makes room, so that nobody can fill it. */
export function createShelf<Thing>(
  { lifetimeMs, max }: { readonly lifetimeMs: number; readonly max: number },
  now: () => number,
): Shelf<Thing> {
  const kept = new Map<string, { readonly thing: Thing; readonly until: number }>()
  return {
    put(id, thing) {
      // In the order in which they came, which is that in which they go.
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
