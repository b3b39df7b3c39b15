/** A transaction is accepted for as many slots after its blockhash, as on every cluster. */
const LIFETIME_SLOTS = 150

/**
 * The blockhashes that a transaction may name. LiteSVM itself would take the very latest only, which no wallet could keep
 * up with.
 */
export function createBlockhashes() {
  /** Blockhash → the last block height at which it counts; the oldest first. */
  const known = new Map<string, number>()
  return {
    add(blockhash: string, height: number) {
      known.set(blockhash, height + LIFETIME_SLOTS)
      for (const [old, last] of known) {
        if (last >= height) break
        known.delete(old)
      }
    },
    isValid: (blockhash: string): boolean => known.has(blockhash),
    lastValidBlockHeight: (blockhash: string): number => known.get(blockhash) ?? 0,
  }
}
