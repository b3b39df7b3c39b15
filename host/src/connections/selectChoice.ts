import type { ViewName, WalletPlace } from '@portico/contracts'
import { selectCurrentEntry } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { RootState } from '../store.ts'

/** Where the visitor chose the wallet that is being connected (public-api.md §10). Empty if not in this window. */
export function selectChoice(state: RootState): { readonly view?: ViewName; readonly walletRank?: number } {
  if (!selectIsShown(state)) return {}
  const { view, params } = selectCurrentEntry(state)
  const { view: from = view, walletRank } = (params as { readonly place?: WalletPlace } | undefined)?.place ?? {}
  return { view: from, ...(walletRank !== undefined && { walletRank }) }
}
