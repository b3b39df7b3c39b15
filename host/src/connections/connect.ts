import { type ChainNamespace, type Connection, isModalError, ModalError, serializeError } from '@portico/contracts'
import { unlessAborted } from '../async/unlessAborted.ts'
import { adapterOf } from './adapterOf.ts'
import { beginAttempt } from './attempts.ts'
import { connectFailed, connecting } from './connectionsSlice.ts'
import { replacedBy } from './dropConnection.ts'
import { establish, knownConnectorId, networkFor } from './establish.ts'
import { letGo, untilGone } from './leaving.ts'
import type { Thunk } from './situation.ts'

/** Connects one wallet (rules.md §4). Rejects with the same `ModalError` that the state contains as data. */
export const connect =
  (
    { namespace, connectorId: wanted }: { namespace: ChainNamespace; connectorId: string },
    { signal }: { signal?: AbortSignal } = {},
  ): Thunk<Connection> =>
  async (dispatch, getState, services) => {
    const { track, life } = services
    const connectorId = knownConnectorId(getState(), namespace, wanted)
    const attempt = beginAttempt(services, namespace, connectorId)
    /** False if something else was connected, chosen or ended while this wallet was being asked. */
    const isWaitedFor = () => {
      const family = getState().connections.families[namespace]
      const isOpen = family?.status === 'connecting' || family?.error !== undefined
      return !life.aborted && attempt.isLast() && isOpen && family?.connectorId === connectorId
    }
    dispatch(connecting({ namespace, connectorId }))
    try {
      const adapter = adapterOf(services, namespace)
      const network = networkFor(getState(), services.storage, namespace)
      const isLeaving = untilGone(adapter, connectorId)
      // Awaits only when needed, because the wallet can open its window only while the click is being handled.
      if (isLeaving) await unlessAborted(isLeaving, signal)
      const isWanted = network.caipNetworkId === getState().networks.wantedId
      const answer = adapter.connect(connectorId, { network, isWanted, ...(signal && { signal }) })
      const connection = await unlessAborted(answer, signal)
      if (services.requestPreview) await services.requestPreview.load()
      if (!isWaitedFor()) throw new ModalError('connection.modalClosed')
      const replaced = replacedBy(getState(), namespace, connectorId)
      dispatch(establish(namespace, connection))
      for (const connectorId of replaced) letGo(adapter, connectorId)
      return connection
    } catch (error) {
      const reason = isModalError(error) ? error : new ModalError('connection.failed', { cause: error })
      if (isWaitedFor()) dispatch(connectFailed({ namespace, error: serializeError(reason, 'connection.failed') }))
      if (reason.code === 'connection.rejected') track('USER_REJECTED', { message: reason.message })
      else if (reason.code !== 'connection.modalClosed') track('CONNECT_ERROR', { message: reason.message })
      throw reason
    } finally {
      attempt.end()
    }
  }
