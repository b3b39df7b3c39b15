import {
  accountDisconnected,
  type ChainNamespace,
  type Connection,
  ModalError,
  selectConnection,
} from '@portico/contracts'
import type { RootState } from '../store.ts'
import { beginAttempt } from './attempts.ts'
import { disconnected, isSameConnector } from './connectionsSlice.ts'
import { adapterOf, isMultiWallet, type PlainThunk, type Thunk } from './establish.ts'
import { findStoredConnections } from './findStored.ts'
import { endWith } from './leaving.ts'
import { liveConnections } from './liveConnections.ts'
import { forgetConnection, rememberConnection } from './storedConnections.ts'

interface Live {
  readonly namespace: ChainNamespace
  readonly connection: Connection
}

/** A connection, and those of other families that share its session: they begin and end together (§3.8 of chains.md). */
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
 * With one connection a family: the wallets that are told to go when another one takes their place. One whose session
 * serves another family too is not told; that family's connection would end with it.
 */
export function replacedBy(state: RootState, namespace: ChainNamespace, connectorId: string): readonly string[] {
  if (isMultiWallet(state)) return []
  return liveConnections(state, namespace)
    .filter((live) => !isSameConnector(live.connectorId, connectorId))
    .filter((live) => connectionsTogether(state, namespace, live).length === 1)
    .map((live) => live.connectorId)
}

/** Takes a connection out of state and storage. It is told to nobody: its wallet has ended it, or will be told. */
export const dropConnection =
  (namespace: ChainNamespace, connectorId: string): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    const isMulti = isMultiWallet(getState())
    const live = liveConnections(getState(), namespace)
    if (!live.some((one) => isSameConnector(one.connectorId, connectorId))) return
    const before = selectConnection(getState(), namespace)
    dispatch(disconnected({ namespace, connectorId }))
    // What was kept while several wallets were possible goes with the only one.
    forgetConnection(storage, isMulti ? { namespace, connectorId } : { namespace }, { isRecent: isMulti })
    const active = selectConnection(getState(), namespace)
    if (active && active !== before) {
      rememberConnection(storage, namespace, active, { keepsOthers: true, withAccounts: isMulti })
    }
    if (before && !active) dispatch(accountDisconnected({ namespace }))
  }

/**
 * Ends one connection of a family: that of `connectorId`, else all of them. Connections of other families that share its
 * session end with it. Local state is cleared whatever the wallet answers.
 * @throws ModalError `connection.disconnectFailed`
 */
export const disconnect =
  (namespace: ChainNamespace, connectorId?: string): Thunk<void> =>
  async (dispatch, getState, services) => {
    const isMulti = isMultiWallet(getState())
    const isOnly = liveConnections(getState(), namespace).length === 1
    // The next one takes its place, also where nobody has looked yet whether its wallet still grants it.
    if (isMulti && isOnly && connectorId !== undefined) await dispatch(findStoredConnections(namespace))
    const live = liveConnections(getState(), namespace)
    const ending =
      connectorId === undefined ? live : live.filter((one) => isSameConnector(one.connectorId, connectorId))
    const together = ending.map((connection) => connectionsTogether(getState(), namespace, connection))
    // The active one last: none of the others is to take its place for a moment.
    for (const one of together.flat().toReversed()) dispatch(dropConnection(one.namespace, one.connection.connectorId))
    if (connectorId === undefined) {
      // Also ends an attempt that is still going on, and what is stored without being there.
      beginAttempt(services, namespace, '').end()
      dispatch(disconnected({ namespace }))
      forgetConnection(services.storage, { namespace }, { isRecent: isMulti })
    }
    const told = await Promise.allSettled(
      ending.map(async (connection) => endWith(adapterOf(services, namespace), connection.connectorId)),
    )
    const failed = told.find((result) => result.status === 'rejected')
    if (failed) {
      services.track('DISCONNECT_ERROR')
      throw new ModalError('connection.disconnectFailed', { cause: failed.reason })
    }
    if (ending.length) services.track('DISCONNECT_SUCCESS', { namespace })
  }
