import type { WalletList } from '@portico/contracts/services/wallets'
import type { WalletPages } from './directorySlice.ts'

/** The list with its next page. */
export function withNextPage({ ids, page }: WalletPages, { data, count }: WalletList): WalletPages {
  const all = [...new Set([...ids, ...data.map(({ id }) => id)])]
  // A directory that changes meanwhile may run dry early, and one that repeats itself never would.
  const isEnd = all.length === ids.length
  return { ids: all, page: page + 1, count: isEnd ? all.length : Math.max(count, all.length), isLoading: false }
}
