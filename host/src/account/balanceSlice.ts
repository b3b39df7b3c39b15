import type { Account, Balance } from '@portico/contracts'
import { type CacheEntry, type CacheState, createCache } from './cache.ts'

/** Native balances; `loadBalance.ts` requests them. */
export const balanceCache = createCache<'balance', Balance>('balance', { dependsOnTransactions: true })

interface WithBalance {
  readonly balance: CacheState<Balance>
}
/** The account's native balance on its current network. */
export const selectBalance = (state: WithBalance, account: Account | undefined): CacheEntry<Balance> | undefined =>
  balanceCache.select(state, account)
