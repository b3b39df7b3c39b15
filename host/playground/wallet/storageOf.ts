import type { WalletStorage } from './walletMemory.ts'

/** A part of the page's storage for one wallet: each remembers for itself what it was told. */
export const storageOf = (owner: string, storage: WalletStorage): WalletStorage => ({
  getItem: (key) => storage.getItem(`${owner}${key}`),
  setItem: (key, value) => storage.setItem(`${owner}${key}`, value),
})
