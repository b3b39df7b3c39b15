import {
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  isModalError,
  ModalError,
  selectConnection,
  serializeError,
} from '@portico/contracts'
import { connectFailed, connecting, isSameConnector } from './connectionsSlice.ts'
import { adapterOf, establish, isMultiWallet, networkFor, type Thunk } from './establish.ts'

/** Wallets that are giving a permission back: whoever asks the same one again waits, or it would take back the new one. */
const leaving = new WeakMap<ChainAdapter, Map<string, Promise<void>>>()

/** One connection a family: nobody has to wait for what the earlier wallet says to that, but itself. */
export function letGo(adapter: ChainAdapter, connectorId: string): void {
  const waiting = leaving.get(adapter) ?? new Map()
  leaving.set(adapter, waiting)
  const gone = Promise.resolve()
    .then(() => adapter.disconnect(connectorId))
    .catch(() => {})
    .finally(() => waiting.delete(connectorId))
  waiting.set(connectorId, gone)
}

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
      const network = networkFor(getState(), namespace)
      const isLeaving = leaving.get(adapter)?.get(connectorId)
      // Nothing is awaited otherwise: the wallet opens its window only while the press is being handled.
      if (isLeaving) await isLeaving
      const connection = await adapter.connect(connectorId, { network, ...(signal && { signal }) })
      // The visitor may have gone back, or pressed another wallet, while this one was thinking.
      const family = getState().connections.families[namespace]
      if (life.aborted || signal?.aborted || family?.connectorId !== connectorId)
        throw new ModalError('connection.modalClosed')
      dispatch(establish(namespace, connection))
      const isReplaced = previous && !isSameConnector(previous.connectorId, connectorId)
      if (isReplaced && !isMultiWallet(getState())) letGo(adapter, previous.connectorId)
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
