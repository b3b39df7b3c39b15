/** The number of slots for which a blockhash is valid, as on every cluster. */
const LIFETIME_SLOTS = 150

/** The valid blockhashes. LiteSVM itself accepts only the very latest, which is too strict for wallets. */
export function createBlockhashes() {
  /** Blockhash → the last block height at which it is valid; the oldest first. */
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
