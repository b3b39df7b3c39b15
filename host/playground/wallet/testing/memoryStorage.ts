import type { WalletStorage } from '../walletMemory.ts'

/** In-memory storage for one test. */
export function memoryStorage(): WalletStorage {
  const items = new Map<string, string>()
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) }
}
