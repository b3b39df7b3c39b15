import type { KeptStorage } from './keptStorage.ts'

/** What a wallet has said of its accounts beside their addresses, for the next visit: it is not asked again by itself. */
export interface AccountMemory {
  /** What was kept for this session, unread; undefined when that is nothing. */
  read(topic: string): Promise<unknown>
  write(topic: string, accounts: readonly object[]): Promise<void>
  clear(): Promise<void>
}

/** Beside the entries of the client, and never one of them. */
const KEY = 'portico//accounts'

export function createAccountMemory(storage: Pick<KeptStorage, 'getItem' | 'setItem' | 'removeItem'>): AccountMemory {
  const clear = () => storage.removeItem(KEY)
  return {
    clear,
    async read(topic) {
      const kept = await storage.getItem<{ topic?: unknown; accounts?: unknown } | null>(KEY)
      return kept?.topic === topic ? kept.accounts : undefined
    },
    async write(topic, accounts) {
      // Two tabs that know different things are not to be mixed: the later one counts.
      await clear()
      await storage.setItem(KEY, { topic, accounts })
    },
  }
}
