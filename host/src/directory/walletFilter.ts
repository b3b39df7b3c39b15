import { selectNetworks } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

/** The parameters of every directory request: the page's networks, and the wallets the site includes and excludes. */
export function walletFilter(state: RootState): WalletParameters {
  const { includeWalletIds = [], excludeWalletIds = [] } = selectOptions(state)
  const chains = selectNetworks(state).map(({ caipNetworkId }) => caipNetworkId)
  return {
    ...(chains.length && { chains: chains.join() }),
    ...(includeWalletIds.length && { include: includeWalletIds.join() }),
    ...(excludeWalletIds.length && { exclude: excludeWalletIds.join() }),
  }
}
