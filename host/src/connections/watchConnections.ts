import {
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  selectActiveNamespace,
  selectConnection,
} from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'
import type { ShellStore } from '../store.ts'
import { withAccountOfChoice } from './accountTypes.ts'
import { connectionChanged, withAccountFirst } from './connectionsSlice.ts'
import { dropConnection } from './dropConnection.ts'
import { findLive, liveConnections } from './liveConnections.ts'
import { networkChosen } from './networksSlice.ts'
import { rememberConnection } from './rememberConnection.ts'
import { isMultiWallet } from './situation.ts'

type Accounts = Connection['accounts']

interface Watched {
  readonly life: AbortController
  /** The accounts as last seen in the state. */
  accounts: Accounts
  /** The account that the wallet itself puts first, whatever the visitor has chosen. */
  walletsFirst: string
}

/** Whether the visitor has chosen another account: then the same accounts are in another order. */
const isReordered = (before: Accounts, after: Accounts): boolean =>
  before.length === after.length && after.every((account) => before.includes(account))

/** For each modal whose wallets are watched, the function that stops watching. */
const undo = new WeakMap<HostServices, () => void>()

/** Watches the wallet of every connection of a modal while the connection lasts. Returns a function that stops it. */
export function watchConnections(store: Pick<ShellStore, 'dispatch' | 'getState'>, services: HostServices): () => void {
  const { adapters, storage, life } = services
  const known = undo.get(services)
  if (known) return known
  const watched = new Map<string, Watched>()
  const keyOf = (namespace: ChainNamespace, connectorId: string) => `${namespace}:${connectorId.toLowerCase()}`

  /** Keeps the visitor's choice first, unless the wallet itself has put another account first. */
  function accountsOf(namespace: ChainNamespace, connection: Connection, accounts: Accounts): Accounts {
    const [{ address }] = accounts
    const entry = watched.get(keyOf(namespace, connection.connectorId))
    if (entry?.walletsFirst !== address) {
      if (entry) entry.walletsFirst = address
      return store.dispatch(withAccountOfChoice(namespace, { ...connection, accounts })).accounts
    }
    return withAccountFirst({ ...connection, accounts }, connection.accounts[0].address).accounts
  }

  function onChange(namespace: ChainNamespace, connectorId: string, change: ConnectionChange): void {
    const connection = findLive(store.getState(), namespace, connectorId)
    if (!connection) return
    if (change.type === 'disconnected') {
      // A session that ends is reported for each of its families; a session that goes on may have dropped only this
      // family.
      store.dispatch(dropConnection(namespace, connectorId))
      return
    }
    if (change.type === 'accounts') {
      const accounts = accountsOf(namespace, connection, change.accounts)
      const entry = watched.get(keyOf(namespace, connectorId))
      if (entry) entry.accounts = accounts
      store.dispatch(connectionChanged({ namespace, connectorId, accounts }))
    } else if (change.type === 'approved') {
      store.dispatch(connectionChanged({ namespace, connectorId, approvedNetworkIds: change.networkIds }))
    } else {
      store.dispatch(connectionChanged({ namespace, connectorId, caipNetworkId: change.caipNetworkId }))
      const isActive = selectConnection(store.getState(), namespace)?.connectorId === connection.connectorId
      if (isActive && selectActiveNamespace(store.getState()) === namespace) {
        store.dispatch(networkChosen(change.caipNetworkId))
      }
    }
    const changed = findLive(store.getState(), namespace, connectorId)
    if (!changed) return
    const isActive = changed === selectConnection(store.getState(), namespace)
    const withAccounts = isMultiWallet(store.getState())
    rememberConnection(storage, namespace, changed, { isActive, keepsOthers: true, withAccounts })
  }

  function sync(): void {
    const present = new Set<string>()
    for (const [namespace, adapter] of Object.entries(adapters) as [ChainNamespace, ChainAdapter][]) {
      for (const { connectorId, accounts } of liveConnections(store.getState(), namespace)) {
        const key = keyOf(namespace, connectorId)
        present.add(key)
        const entry = watched.get(key)
        if (entry) {
          // If the wallet was asked again, the new order may be the wallet's own.
          if (entry.accounts !== accounts && !isReordered(entry.accounts, accounts)) {
            entry.walletsFirst = accounts[0].address
          }
          entry.accounts = accounts
          continue
        }
        const life = new AbortController()
        watched.set(key, { life, accounts, walletsFirst: accounts[0].address })
        adapter.watchConnection(connectorId, (change) => onChange(namespace, connectorId, change), life.signal)
      }
    }
    for (const [key, { life }] of watched) {
      if (present.has(key)) continue
      watched.delete(key)
      life.abort()
    }
  }

  const unsubscribe = services.watchState(sync)
  const stop = () => {
    undo.delete(services)
    life.removeEventListener('abort', stop)
    unsubscribe()
    for (const { life } of watched.values()) life.abort()
    watched.clear()
  }
  undo.set(services, stop)
  life.addEventListener('abort', stop)
  sync()
  return stop
}
