import { selectNetworks } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

/** What every question to the directory says: the page's networks, and whom the site wants or does not want. */
export function walletFilter(state: RootState): WalletParameters {
  const { includeWalletIds = [], excludeWalletIds = [] } = selectOptions(state)
  const chains = selectNetworks(state).map(({ caipNetworkId }) => caipNetworkId)
  return {
    ...(chains.length && { chains: chains.join() }),
    ...(includeWalletIds.length && { include: includeWalletIds.join() }),
    ...(excludeWalletIds.length && { exclude: excludeWalletIds.join() }),
  }
}
