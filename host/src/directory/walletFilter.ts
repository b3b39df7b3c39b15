import { selectNetworks } from '@portico/contracts'
import type { WalletParameters } from '@portico/contracts/services/walletQuery'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

/** Parameters of every directory question: the page's networks, and the site's included and excluded wallets. */
export function walletFilter(state: RootState): WalletParameters {
  const { includeWalletIds = [], excludeWalletIds = [] } = selectOptions(state)
  const chains = selectNetworks(state).map(({ caipNetworkId }) => caipNetworkId)
  return {
    ...(chains.length && { chains: chains.join() }),
    ...(includeWalletIds.length && { include: includeWalletIds.join() }),
    ...(excludeWalletIds.length && { exclude: excludeWalletIds.join() }),
  }
}
