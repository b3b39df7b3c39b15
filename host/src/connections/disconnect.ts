import {
  accountDisconnected,
  type ChainNamespace,
  type Connection,
  ModalError,
  selectConnection,
  selectOtherConnections,
} from '@portico/contracts'
import type { RootState } from '../store.ts'
import { disconnected, isSameConnector } from './connectionsSlice.ts'
import { adapterOf, isMultiWallet, type Thunk } from './establish.ts'
import { forgetConnection } from './storedConnections.ts'

interface Live {
  readonly namespace: ChainNamespace
  readonly connection: Connection
}

/** Every connection of a family, the active one first. */
export function liveConnections(state: RootState, namespace: ChainNamespace): readonly Connection[] {
  const active = selectConnection(state, namespace)
  return [...(active ? [active] : []), ...selectOtherConnections(state, namespace)]
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

/** Takes a connection out of state and storage. It is told to nobody: its wallet has ended it, or will be told. */
export const dropConnection =
  (namespace: ChainNamespace, connectorId: string, { isRecent = false } = {}): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const hadAccount = selectConnection(getState(), namespace) !== undefined
    dispatch(disconnected({ namespace, connectorId }))
    forgetConnection(storage, { namespace, connectorId }, { isRecent })
    const isLast = hadAccount && selectConnection(getState(), namespace) === undefined
    if (isLast) dispatch(accountDisconnected({ namespace }))
  }

/**
 * Ends one connection of a family: that of `connectorId`, else all of them. Connections of other families that share its
 * session end with it. Local state is cleared whatever the wallet answers.
 * @throws ModalError `connection.disconnectFailed`
 */
export const disconnect =
  (namespace: ChainNamespace, connectorId?: string): Thunk<void> =>
  async (dispatch, getState, services) => {
    const live = liveConnections(getState(), namespace)
    const ending =
      connectorId === undefined ? live : live.filter((one) => isSameConnector(one.connectorId, connectorId))
    // Also ends an attempt that is still going on.
    if (connectorId === undefined && !live.length) dispatch(disconnected({ namespace }))
    const isRecent = isMultiWallet(getState())
    if (connectorId === undefined) forgetConnection(services.storage, { namespace }, { isRecent })
    const failures: unknown[] = []
    for (const connection of ending) {
      for (const one of connectionsTogether(getState(), namespace, connection)) {
        await dispatch(dropConnection(one.namespace, one.connection.connectorId, { isRecent }))
      }
      try {
        await adapterOf(services, namespace).disconnect(connection.connectorId)
      } catch (cause) {
        failures.push(cause)
      }
    }
    if (failures.length) {
      services.track('DISCONNECT_ERROR')
      throw new ModalError('connection.disconnectFailed', { cause: failures[0] })
    }
    if (ending.length) services.track('DISCONNECT_SUCCESS', { namespace })
  }
