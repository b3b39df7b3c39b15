import { addErrors, type ChainNamespace, ModalError, serializeError } from '@portico/contracts'
import { disconnectErrors } from '@portico/contracts/disconnectErrors'
import { inTime } from '../async/within.ts'
import { adapterOf } from './adapterOf.ts'
import { beginAttempt } from './attempts.ts'
import { disconnected, isSameConnector } from './connectionsSlice.ts'
import { connectionsTogether, dropConnection, type Live } from './dropConnection.ts'
import { findStoredConnections } from './findStored.ts'
import { endWith } from './leaving.ts'
import { liveConnections } from './liveConnections.ts'
import { forgetConnection, isEntryOf } from './rememberConnection.ts'
import { isMultiWallet, type Thunk } from './situation.ts'
import { storedConnections } from './storedConnections.ts'

/** How long a visitor who disconnects waits for the next wallet to be found. One found later appears by itself. */
const NEXT_WAIT_MS = 500

/** If no connection would remain, looks for the next one among the stored ones that have not been checked yet. */
const findNext =
  (ending: readonly Live[]): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const families = ending.filter(
      ({ namespace, connection }) =>
        liveConnections(getState(), namespace).length === 1 &&
        storedConnections(storage).some((entry) => entry.namespace === namespace && !isEntryOf(entry, connection)),
    )
    if (!families.length) return
    const look = Promise.all(families.map(({ namespace }) => dispatch(findStoredConnections(namespace))))
    await inTime(look, NEXT_WAIT_MS).catch(() => {}) // tried again when the list of wallets opens
  }

/**
 * Ends the connection of `connectorId`, or, without it, every connection of the family. Connections of other families
 * that share a session end with it. Local state is cleared whatever the wallet answers. `isOneOfAll`: the caller ends
 * all families and reports that itself.
 * @throws ModalError `connection.disconnectFailed`
 */
export const disconnect =
  (namespace: ChainNamespace, connectorId?: string, isOneOfAll = false): Thunk<void> =>
  async (dispatch, getState, services) => {
    addErrors(disconnectErrors)
    const isMulti = isMultiWallet(getState())
    const find = () => {
      const live = liveConnections(getState(), namespace)
      return connectorId === undefined ? live : live.filter((one) => isSameConnector(one.connectorId, connectorId))
    }
    const together = () => find().flatMap((connection) => connectionsTogether(getState(), namespace, connection))
    if (isMulti && connectorId !== undefined) await dispatch(findNext(together()))
    // The connection may have ended in the meantime.
    const ending = find()
    // Drops the active one last, so that no other becomes active for a moment.
    for (const one of together().toReversed()) dispatch(dropConnection(one.namespace, one.connection.connectorId))
    if (connectorId === undefined) {
      // Also ends a pending request, and stored connections that are not live.
      beginAttempt(services, namespace, '').end()
      dispatch(disconnected({ namespace }))
      forgetConnection(services.storage, { namespace }, { isRecent: isMulti })
    }
    const results = await Promise.allSettled(
      ending.map(async (connection) => endWith(adapterOf(services, namespace), connection.connectorId)),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) {
      services.track('DISCONNECT_ERROR', {
        message: serializeError(failed.reason, 'connection.disconnectFailed').message,
      })
      throw new ModalError('connection.disconnectFailed', { cause: failed.reason })
    }
    if (ending.length && !isOneOfAll) services.track('DISCONNECT_SUCCESS', { namespace })
  }
