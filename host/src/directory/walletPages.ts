import type { WalletList } from '@portico/contracts/services/wallets'
import type { WalletPages } from './directorySlice.ts'

/** Appends the next page to a list. */
export function withNextPage({ ids, page }: WalletPages, { data, count }: WalletList): WalletPages {
  const all = [...new Set([...ids, ...data.map(({ id }) => id)])]
  // The directory may change meanwhile and run dry early, or repeat itself forever.
  const isEnd = all.length === ids.length
  return { ids: all, page: page + 1, count: isEnd ? all.length : Math.max(count, all.length), isLoading: false }
}
