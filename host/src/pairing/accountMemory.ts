import type { KeptStorage } from './keptStorage.ts'

/** Stored with the client's entries, under a key that the client never uses. */
const KEY = 'portico//accounts'

export type AccountMemory = ReturnType<typeof createAccountMemory>

/** Stores what a wallet has reported about its accounts, so that the wallet need not be asked at the next visit. */
export function createAccountMemory(storage: Pick<KeptStorage, 'getItem' | 'setItem' | 'removeItem'>) {
  const clear = () => storage.removeItem(KEY)
  return {
    clear,
    /** This session's entry, unparsed; undefined if there is none. */
    async read(topic: string): Promise<unknown> {
      const kept = await storage.getItem<{ topic?: unknown; accounts?: unknown } | null>(KEY)
      return kept?.topic === topic ? kept.accounts : undefined
    },
    async write(topic: string, accounts: readonly object[]): Promise<void> {
      // Replaces the entry instead of merging: two tabs may know different things, and the later tab counts.
      await clear()
      await storage.setItem(KEY, { topic, accounts })
    },
  }
}
