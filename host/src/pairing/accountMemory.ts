import type { KeptStorage } from './keptStorage.ts'

/** Beside the client's entries; never one of their keys. */
const KEY = 'portico//accounts'

export type AccountMemory = ReturnType<typeof createAccountMemory>

/** Keeps what a wallet has reported about its accounts, so that it need not be asked at the next visit. */
export function createAccountMemory(storage: Pick<KeptStorage, 'getItem' | 'setItem' | 'removeItem'>) {
  const clear = () => storage.removeItem(KEY)
  return {
    clear,
    /** The raw entry of this session; undefined if there is none. */
    async read(topic: string): Promise<unknown> {
      const kept = await storage.getItem<{ topic?: unknown; accounts?: unknown } | null>(KEY)
      return kept?.topic === topic ? kept.accounts : undefined
    },
    async write(topic: string, accounts: readonly object[]): Promise<void> {
      // Replace instead of merging: two tabs may know different things, and the later one counts.
      await clear()
      await storage.setItem(KEY, { topic, accounts })
    },
  }
}
