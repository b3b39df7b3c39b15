import { type ChainNamespace, type Connection, selectConnectors, WALLET_CONNECT_ID } from '@portico/contracts'
import type { RootState } from '../store.ts'
import { isSameConnector } from './connectionsSlice.ts'
import type { StoredConnection } from './storedConnections.ts'

/** How a wallet is shown: by its own name if the connector is only the means of reaching it. */
export interface WalletDescription {
  readonly name: string
  readonly imageUrl?: string | undefined
}

export function describeConnection(
  state: RootState,
  namespace: ChainNamespace,
  connection: Connection | StoredConnection,
): WalletDescription {
  const { connectorId } = connection
  const connector = selectConnectors(state, namespace).find(({ id }) => isSameConnector(id, connectorId))
  const wallet = 'wallet' in connection ? connection.wallet : undefined
  const stored = 'walletName' in connection ? connection.walletName : undefined
  return {
    name: wallet?.name ?? stored ?? connector?.name ?? connectorId,
    imageUrl: wallet?.imageUrl ?? (connectorId === WALLET_CONNECT_ID ? undefined : connector?.imageUrl),
  }
}
