import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  isModalError,
  ModalError,
  selectAccount,
  selectActiveNetworkId,
  selectConnection,
  selectNetwork,
  serializeError,
} from '@portico/contracts'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { HostServices } from '../extra.ts'
import type { RootState } from '../store.ts'
import { connected, connectFailed, connecting, connectionChanged, disconnected } from './connectionsSlice.ts'
import { networkChosen } from './networksSlice.ts'
import { forgetConnection, rememberConnection } from './storedConnections.ts'

export type Thunk<T> = ThunkAction<Promise<T>, RootState, HostServices, UnknownAction>

const adapterOf = ({ adapters }: HostServices, namespace: ChainNamespace) => {
  const adapter = adapters[namespace]
  if (!adapter) throw new ModalError('adapter.missing', { details: { namespace } })
  return adapter
}

/** What follows whenever a family has got a connection: by a press, or by restoring a stored one. */
export const establish =
  (namespace: ChainNamespace, connection: Connection, isReconnect: boolean): Thunk<void> =>
  async (dispatch, getState, { storage, track }) => {
    dispatch(connected({ namespace, connection, isReconnect }))
    rememberConnection(storage, namespace, connection)
    if (!isReconnect) dispatch(networkChosen(connection.caipNetworkId))
    const account = selectAccount(getState(), namespace)
    if (!account) return
    dispatch(accountConnected({ account, isReconnect }))
    const connector = getState().connections.connectors[namespace]?.find(({ id }) => id === connection.connectorId)
    track('CONNECT_SUCCESS', {
      method: 'browser',
      name: connector?.name ?? '',
      ...(isReconnect && { reconnect: true }),
    })
  }

/** One connection a family: nobody has to wait for what the earlier wallet says to that. */
const letGo = (adapter: ChainAdapter, connectorId: string): void =>
  void Promise.resolve()
    .then(() => adapter.disconnect(connectorId))
    .catch(() => {})

/**
 * Connects one wallet (§4: connecting → connected, or back to what was before with the reason). Rejects with the same
 * `ModalError` that the state holds as data.
 */
export const connect =
  (
    { namespace, connectorId }: { namespace: ChainNamespace; connectorId: string },
    { signal }: { signal?: AbortSignal } = {},
  ): Thunk<Connection> =>
  async (dispatch, getState, services) => {
    const { track, life } = services
    const previous = selectConnection(getState(), namespace)
    dispatch(connecting({ namespace, connectorId }))
    try {
      const adapter = adapterOf(services, namespace)
      const connection = await adapter.connect(connectorId, { ...(signal && { signal }) })
      // The visitor may have gone back, or pressed another wallet, while this one was thinking.
      const family = getState().connections.families[namespace]
      if (life.aborted || signal?.aborted || family?.connectorId !== connectorId)
        throw new ModalError('connection.modalClosed')
      await dispatch(establish(namespace, connection, false))
      if (previous && previous.connectorId !== connectorId) letGo(adapter, previous.connectorId)
      return connection
    } catch (error) {
      const reason = isModalError(error) ? error : new ModalError('connection.failed', { cause: error })
      const isMine = getState().connections.families[namespace]?.connectorId === connectorId
      if (isMine) dispatch(connectFailed({ namespace, error: serializeError(reason, 'connection.failed') }))
      if (reason.code === 'connection.rejected') track('USER_REJECTED', { message: reason.message })
      else if (reason.code !== 'connection.modalClosed') track('CONNECT_ERROR', { message: reason.message })
      throw reason
    }
  }

/** Ends the connection of one family. Local state is cleared whatever the wallet answers. */
export const disconnect =
  (namespace: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, services) => {
    const connection = selectConnection(getState(), namespace)
    dispatch(disconnected({ namespace }))
    forgetConnection(services.storage, namespace)
    if (!connection) return
    dispatch(accountDisconnected({ namespace }))
    try {
      await adapterOf(services, namespace).disconnect(connection.connectorId)
      services.track('DISCONNECT_SUCCESS', { namespace })
    } catch (cause) {
      services.track('DISCONNECT_ERROR')
      throw new ModalError('connection.disconnectFailed', { cause })
    }
  }

/**
 * Moves the active family to another network. A connected wallet is asked, and the network changes only once it has
 * confirmed; without a connection the page just goes there.
 * @throws ModalError `network.notFound` and what `ChainAdapter.switchNetwork` throws
 */
export const switchNetwork =
  (caipNetworkId: CaipNetworkId): Thunk<void> =>
  async (dispatch, getState, services) => {
    const network = selectNetwork(getState(), caipNetworkId)
    if (!network) throw new ModalError('network.notFound', { details: { caipNetworkId } })
    const namespace = network.chainNamespace
    const connection = selectConnection(getState(), namespace)
    if (connection && connection.caipNetworkId !== caipNetworkId) {
      const adapter = adapterOf(services, namespace)
      if (!adapter.switchNetwork) {
        throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      }
      await adapter.switchNetwork(connection.connectorId, network)
      if (selectConnection(getState(), namespace)?.connectorId !== connection.connectorId) return
    }
    dispatch(networkSwitched(namespace, caipNetworkId))
    services.storage.write('network', { caipNetworkId })
    services.track('SWITCH_NETWORK', { network: caipNetworkId })
  }

const networkSwitched =
  (
    namespace: ChainNamespace,
    caipNetworkId: CaipNetworkId,
  ): ThunkAction<void, RootState, HostServices, UnknownAction> =>
  (dispatch, getState) => {
    if (selectConnection(getState(), namespace)) dispatch(connectionChanged({ namespace, caipNetworkId }))
    if (selectActiveNetworkId(getState()) !== caipNetworkId || getState().networks.chosenId !== caipNetworkId) {
      dispatch(networkChosen(caipNetworkId))
    }
  }
