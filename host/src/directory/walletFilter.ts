import { type Network, selectNetworks } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

const listed = (ids: readonly string[] | undefined) => (ids?.length ? { ids: ids.join() } : undefined)

/** What every question to the directory says: the page's networks, and whom the site wants or does not want. */
export function walletFilter(state: RootState, networks: readonly Network[] = selectNetworks(state)): WalletParameters {
  const { includeWalletIds, excludeWalletIds } = selectOptions(state)
  const include = listed(includeWalletIds)
  const exclude = listed(excludeWalletIds)
  return {
    chains: networks.map(({ caipNetworkId }) => caipNetworkId).join(),
    ...(include && { include: include.ids }),
    ...(exclude && { exclude: exclude.ids }),
  }
}
