import {
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  selectActiveNamespace,
  selectConnection,
} from '@portico/contracts'
import type { HostServices } from '../extra.ts'
import type { ShellStore } from '../store.ts'
import { connectionChanged, isSameConnector } from './connectionsSlice.ts'
import { connectionsTogether, dropConnection, liveConnections } from './disconnect.ts'
import { isMultiWallet } from './establish.ts'
import { networkChosen } from './networksSlice.ts'
import { rememberConnection } from './storedConnections.ts'

/** Listens to the wallet of every connection, for as long as it is there. Returns the undo. */
export function watchConnections(store: ShellStore, { adapters, storage }: HostServices): () => void {
  const watched = new Map<string, AbortController>()

  const find = (namespace: ChainNamespace, connectorId: string): Connection | undefined =>
    liveConnections(store.getState(), namespace).find((live) => isSameConnector(live.connectorId, connectorId))

  function onChange(namespace: ChainNamespace, connectorId: string, change: ConnectionChange): void {
    const connection = find(namespace, connectorId)
    if (!connection) return
    if (change.type === 'disconnected') {
      for (const one of connectionsTogether(store.getState(), namespace, connection)) {
        void store.dispatch(dropConnection(one.namespace, one.connection.connectorId))
      }
      return
    }
    if (change.type === 'accounts') {
      store.dispatch(connectionChanged({ namespace, connectorId, accounts: change.accounts }))
    } else if (change.type === 'approved') {
      store.dispatch(connectionChanged({ namespace, connectorId, approvedNetworkIds: change.networkIds }))
    } else {
      store.dispatch(connectionChanged({ namespace, connectorId, caipNetworkId: change.caipNetworkId }))
      const isActive = selectConnection(store.getState(), namespace)?.connectorId === connection.connectorId
      if (isActive && selectActiveNamespace(store.getState()) === namespace) {
        store.dispatch(networkChosen(change.caipNetworkId))
      }
    }
    const changed = find(namespace, connectorId)
    const isActive = changed !== undefined && changed === selectConnection(store.getState(), namespace)
    if (changed) {
      const withAccounts = isMultiWallet(store.getState())
      rememberConnection(storage, namespace, changed, { isActive, keepsOthers: true, withAccounts })
    }
  }

  function sync(): void {
    const present = new Set<string>()
    for (const [namespace, adapter] of Object.entries(adapters) as [
      ChainNamespace,
      HostServices['adapters']['eip155'],
    ][]) {
      for (const { connectorId } of liveConnections(store.getState(), namespace)) {
        const key = `${namespace}:${connectorId}`
        present.add(key)
        if (watched.has(key)) continue
        const life = new AbortController()
        watched.set(key, life)
        adapter?.watchConnection(connectorId, (change) => onChange(namespace, connectorId, change), life.signal)
      }
    }
    for (const [key, life] of watched) {
      if (present.has(key)) continue
      watched.delete(key)
      life.abort()
    }
  }

  const unsubscribe = store.subscribe(sync)
  sync()
  return () => {
    unsubscribe()
    for (const life of watched.values()) life.abort()
    watched.clear()
  }
}
