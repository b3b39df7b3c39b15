import { accountDisconnected, type ChainNamespace, type ConnectionChange, selectConnection } from '@portico/contracts'
import type { HostServices } from '../extra.ts'
import type { ShellStore } from '../store.ts'
import { accountsOf, connectionChanged, disconnected } from './connectionsSlice.ts'
import { networkChosen } from './networksSlice.ts'
import { forgetConnection, rememberConnection } from './storedConnections.ts'

/** Listens to the wallet of every family that is connected, for as long as it is. Returns the undo. */
export function watchConnections(store: ShellStore, { adapters, storage }: HostServices): () => void {
  const watched = new Map<ChainNamespace, { connectorId: string; life: AbortController }>()

  function onChange(namespace: ChainNamespace, change: ConnectionChange): void {
    if (change.type === 'disconnected') {
      store.dispatch(disconnected({ namespace }))
      forgetConnection(storage, namespace)
      store.dispatch(accountDisconnected({ namespace }))
      return
    }
    if (change.type === 'accounts') {
      store.dispatch(connectionChanged({ namespace, accounts: accountsOf(change.addresses) }))
    } else {
      store.dispatch(connectionChanged({ namespace, caipNetworkId: change.caipNetworkId }))
      if (store.getState().networks.chosenId.startsWith(`${namespace}:`)) {
        store.dispatch(networkChosen(change.caipNetworkId))
      }
    }
    const connection = selectConnection(store.getState(), namespace)
    if (connection) rememberConnection(storage, namespace, connection)
  }

  function sync(): void {
    for (const [namespace, adapter] of Object.entries(adapters) as [
      ChainNamespace,
      HostServices['adapters']['eip155'],
    ][]) {
      const connectorId = selectConnection(store.getState(), namespace)?.connectorId
      const current = watched.get(namespace)
      if (current?.connectorId === connectorId) continue
      current?.life.abort()
      watched.delete(namespace)
      if (!connectorId) continue
      const life = new AbortController()
      watched.set(namespace, { connectorId, life })
      adapter?.watchConnection(connectorId, (change) => onChange(namespace, change), life.signal)
    }
  }

  const unsubscribe = store.subscribe(sync)
  sync()
  return () => {
    unsubscribe()
    for (const { life } of watched.values()) life.abort()
    watched.clear()
  }
}
