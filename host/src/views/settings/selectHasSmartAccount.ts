import { selectConnection } from '@portico/contracts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import type { RootState } from '../../store.ts'

/** Whether the embedded wallet is connected on a network with smart accounts. */
export function selectHasSmartAccount(state: RootState): boolean {
  const connection = selectConnection(state)
  const [namespace, chainId] = connection?.caipNetworkId.split(':') ?? []
  if (connection?.connectorId !== AUTH_ID || namespace !== 'eip155') return false
  return state.embeddedWallet?.smartAccountNetworks.includes(Number(chainId)) ?? false
}

/** Whether the active account is a smart account. */
export const selectIsSmartAccount = (state: RootState): boolean =>
  selectConnection(state)?.accounts[0].type === 'smartAccount'
