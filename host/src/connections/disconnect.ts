import {
  accountDisconnected,
  type ChainNamespace,
  type Connection,
  ModalError,
  selectConnection,
  serializeError,
} from '@portico/contracts'
import { inTime } from '../chains/inTime.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { RootState } from '../store.ts'
import { beginAttempt } from './attempts.ts'
import { disconnected, isSameConnector } from './connectionsSlice.ts'
import { adapterOf, isMultiWallet, type PlainThunk, type Thunk } from './establish.ts'
import { endWith } from './leaving.ts'
import { findLive, liveConnections } from './liveConnections.ts'
import { forgetConnection, isEntryOf, rememberConnection, storedConnections } from './storedConnections.ts'

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

/**
 * Takes a connection out of state and storage. It is told to nobody: its wallet has ended it, or will be told. What another
 * tab has stored in its place stays, and is followed.
 */
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
    // What was kept while several wallets were possible goes with the only one.
    if (!isMulti && !isOthers) forgetConnection(storage, { namespace })
    else if (own) forgetConnection(storage, { namespace, connectorId }, { isRecent: isMulti })
    const active = selectConnection(getState(), namespace)
    if (active && active !== before && !isOthers) {
      rememberConnection(storage, namespace, active, { keepsOthers: true, withAccounts: isMulti })
    }
    if (before && !active) dispatch(accountDisconnected({ namespace }))
  }

/** So long a visitor who disconnects waits for the next wallet to be found. Afterwards it comes by itself. */
const NEXT_WAIT_MS = 500

/** Where none would be left, the next one takes the place, also if nobody has looked yet whether its wallet still grants it. */
const findNext =
  (ending: readonly Live[]): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const families = ending.filter(
      ({ namespace, connection }) =>
        liveConnections(getState(), namespace).length === 1 &&
        storedConnections(storage).some((entry) => entry.namespace === namespace && !isEntryOf(entry, connection)),
    )
    if (!families.length) return
    // In the file of what a connected visitor sees.
    const code = () => import(/* webpackChunkName: "account" */ './findStored.ts')
    const look = async () => {
      const { findStoredConnections } = await loadPinned(code)
      await Promise.all(families.map(({ namespace }) => dispatch(findStoredConnections(namespace))))
    }
    await inTime(look(), NEXT_WAIT_MS).catch(() => {}) // without the code it is looked for when the list of wallets opens
  }

/**
 * Ends one connection of a family: that of `connectorId`, else all of them. Connections of other families that share its
 * session end with it. Local state is cleared whatever the wallet answers. `isOneOfAll`: who ends all families tells of it.
 * @throws ModalError `connection.disconnectFailed`
 */
export const disconnect =
  (namespace: ChainNamespace, connectorId?: string, isOneOfAll = false): Thunk<void> =>
  async (dispatch, getState, services) => {
    const isMulti = isMultiWallet(getState())
    const find = () => {
      const live = liveConnections(getState(), namespace)
      return connectorId === undefined ? live : live.filter((one) => isSameConnector(one.connectorId, connectorId))
    }
    const together = () => find().flatMap((connection) => connectionsTogether(getState(), namespace, connection))
    if (isMulti && connectorId !== undefined) await dispatch(findNext(together()))
    // It may have ended in the meantime.
    const ending = find()
    // The active one last: none of the others is to take its place for a moment.
    for (const one of together().toReversed()) dispatch(dropConnection(one.namespace, one.connection.connectorId))
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
      services.track('DISCONNECT_ERROR', {
        message: serializeError(failed.reason, 'connection.disconnectFailed').message,
      })
      throw new ModalError('connection.disconnectFailed', { cause: failed.reason })
    }
    if (ending.length && !isOneOfAll) services.track('DISCONNECT_SUCCESS', { namespace })
  }
