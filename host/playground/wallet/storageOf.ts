import type { WalletStorage } from './walletMemory.ts'

/** A separate part of the page's storage for each wallet. */
export const storageOf = (owner: string, storage: WalletStorage): WalletStorage => ({
  getItem: (key) => storage.getItem(`${owner}${key}`),
  setItem: (key, value) => storage.setItem(`${owner}${key}`, value),
})
