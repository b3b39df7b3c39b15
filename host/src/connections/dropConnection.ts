import { accountDisconnected, type ChainNamespace, type Connection, selectConnection } from '@portico/contracts'
import type { RootState } from '../store.ts'
import { disconnected, isSameConnector } from './connectionsSlice.ts'
import { findLive, liveConnections } from './liveConnections.ts'
import { forgetConnection, isEntryOf, rememberConnection } from './rememberConnection.ts'
import { isMultiWallet, type PlainThunk } from './situation.ts'
import { storedConnections } from './storedConnections.ts'

export interface Live {
  readonly namespace: ChainNamespace
  readonly connection: Connection
}

/** A connection, and those of other families that share its session: they begin and end together (chains.md §3.8). */
export function connectionsTogether(
  state: RootState,
  namespace: ChainNamespace,
  connection: Connection,
): readonly Live[] {
  const { session } = connection
  if (session === undefined) return [{ namespace, connection }]
  return (Object.keys(state.connections.families) as ChainNamespace[]).flatMap((family) =>
    liveConnections(state, family)
      .filter((live) => live.session === session)
      .map((live) => ({ namespace: family, connection: live })),
  )
}

/**
 * The connectors to end when another wallet takes over; none if a family can have several. A connector whose session
 * also serves another family is left out, because ending it would end that family's connection too.
 */
export function replacedBy(state: RootState, namespace: ChainNamespace, connectorId: string): readonly string[] {
  if (isMultiWallet(state)) return []
  return liveConnections(state, namespace)
    .filter((live) => !isSameConnector(live.connectorId, connectorId))
    .filter((live) => connectionsTogether(state, namespace, live).length === 1)
    .map((live) => live.connectorId)
}

/** Removes a connection from state and storage without notifying its wallet. Keeps one another tab stored instead. */
export const dropConnection =
  (namespace: ChainNamespace, connectorId: string): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    const isMulti = isMultiWallet(getState())
    const ended = findLive(getState(), namespace, connectorId)
    if (!ended) return
    const before = selectConnection(getState(), namespace)
    const stored = storedConnections(storage).filter((entry) => entry.namespace === namespace)
    const own = stored.find((entry) => isEntryOf(entry, ended))
    const isOthers = stored.some((entry) => entry !== own && entry.isActive !== false)
    dispatch(disconnected({ namespace, connectorId }))
    // Entries from a time when several wallets were possible are removed with the only connection.
    if (!isMulti && !isOthers) forgetConnection(storage, { namespace })
    else if (own) forgetConnection(storage, { namespace, connectorId }, { isRecent: isMulti })
    const active = selectConnection(getState(), namespace)
    if (active && active !== before && !isOthers) {
      rememberConnection(storage, namespace, active, { keepsOthers: true, withAccounts: isMulti })
    }
    if (before && !active) dispatch(accountDisconnected({ namespace }))
  }
