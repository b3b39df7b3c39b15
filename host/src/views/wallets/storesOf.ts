import type { DirectoryWallet } from '../../directory/walletDirectory.ts'

/** A store that offers a wallet (views.md §7.2). */
export interface Store {
  readonly type: 'chrome_store' | 'app_store' | 'play_store' | 'homepage'
  readonly url: string
}

const STORES = ['chrome_store', 'app_store', 'play_store', 'homepage'] as const

export const storesOf = (wallet: DirectoryWallet): readonly Store[] =>
  STORES.flatMap((type) => {
    const url = wallet[type]
    return url ? [{ type, url }] : []
  })

/** Opens a foreign page, without passing opener or referrer. */
export const openPage = (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer')
