import {
  accountDisconnected,
  type ChainAdapter,
  type ChainNamespace,
  selectConnection,
  selectConnectors,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import type { RootState } from '../store.ts'
import { connected, connecting, disconnected, isSameConnector, withAccountFirst } from './connectionsSlice.ts'
import { establish, isMultiWallet, networkFor, type PlainThunk, type Thunk } from './establish.ts'
import { findStoredConnections, granted, LATE } from './findStored.ts'
import { liveConnections } from './liveConnections.ts'
import { restoreHome } from './restoreHome.ts'
import { forgetConnection, type StoredConnection, storedActive, storedConnections } from './storedConnections.ts'

/** How long a stored wallet has to announce itself after the page has loaded. */
const ANNOUNCE_WAIT_MS = 3_000

/** Waits until a condition on the state holds. False when it did not in time. */
export type WaitFor = (condition: (state: RootState) => boolean, timeoutMs: number) => Promise<boolean>

/** With reconnect disabled nothing is taken over: what is stored is dropped, and a pairing session is ended. */
const dropStored =
  (): Thunk<void> =>
  async (_, _getState, { storage, adapters, pairing }) => {
    const stored = storedConnections(storage)
    for (const { namespace } of stored) if (adapters[namespace]) forgetConnection(storage, { namespace })
    // The code of pairing is fetched for that: only where there is something to end.
    const isPaired = stored.some(({ connectorId }) => isSameConnector(connectorId, WALLET_CONNECT_ID))
    if (isPaired) await pairing?.end().catch(() => {})
  }

/** Restores the active connection of one family. `forgets`: one that its wallet does not grant any more. */
const restoreActive =
  (namespace: ChainNamespace, waitFor: WaitFor, { forgets }: { readonly forgets: boolean }): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const wanted = () => storedActive(storage).find((stored) => stored.namespace === namespace)
    const stored = wanted()
    const isLive = ({ connectorId }: StoredConnection) =>
      liveConnections(getState(), namespace).some((live) => isSameConnector(live.connectorId, connectorId))
    // Whoever is asking a wallet at this moment knows better what the visitor wants.
    const isAsking = getState().connections.families[namespace]?.status === 'connecting'
    if (!stored || isLive(stored) || isAsking) return
    const { connectorId, caipNetworkId } = stored
    dispatch(connecting({ namespace, connectorId }))
    const isThere = (state: RootState) =>
      selectConnectors(state, namespace).some(({ id }) => isSameConnector(id, connectorId))
    await waitFor(isThere, ANNOUNCE_WAIT_MS)
    const network = networkFor(getState(), namespace, caipNetworkId)
    const connection = await granted(adapters[namespace] as ChainAdapter, connectorId, network)
    if (life.aborted) return
    // The visitor may have connected something else in the meantime.
    const family = getState().connections.families[namespace]
    if (family?.status !== 'connecting' || family.connectorId !== connectorId) return
    // Or they have, in another tab.
    const now = wanted()
    const isWanted = now !== undefined && isSameConnector(now.connectorId, connectorId)
    if (connection && connection !== LATE && isWanted) {
      dispatch(establish(namespace, connection, { isReconnect: true }))
      return
    }
    dispatch(disconnected({ namespace, connectorId }))
    if (!isWanted) return dispatch(restoreActive(namespace, waitFor, { forgets }))
    // One that did not answer in time may do so at the next visit; one that has gone must not start us at each visit.
    if (connection === LATE || !forgets) return
    const isMulti = isMultiWallet(getState())
    forgetConnection(storage, { namespace, connectorId }, { isRecent: isMulti })
    if (isMulti) await dispatch(findStoredConnections(namespace))
  }

/**
 * §4: at start the stored connection of each family is re-synced (connecting, then connected, or disconnected on failure),
 * without any prompt: only what the wallet still grants. With reconnect disabled, stored connections are dropped.
 */
export const reconnect =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, _, { storage, adapters }) => {
    const isStored = storedConnections(storage).length > 0
    for (const { namespace } of storedConnections(storage))
      if (!adapters[namespace]) forgetConnection(storage, { namespace })
    if (!isEnabled) {
      if (isStored) await dispatch(dropStored())
      return
    }
    const families = Object.keys(adapters) as ChainNamespace[]
    await Promise.all(
      families.map(async (namespace) => {
        if (adapters[namespace]?.home && (await dispatch(restoreHome(namespace)))) return
        await dispatch(restoreActive(namespace, waitFor, { forgets: true }))
      }),
    )
  }

/**
 * Another tab, or a second modal of the same key, has connected, switched or disconnected: this one follows, without a
 * word to wallet or storage. With reconnect disabled, it takes over no connection that is not its own.
 */
export const follow =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, getState, { storage, adapters }) => {
    const families = Object.keys(adapters) as ChainNamespace[]
    for (const namespace of families) {
      const stored = storedConnections(storage).filter((entry) => entry.namespace === namespace)
      const before = selectConnection(getState(), namespace)
      // The active one last: none of the others is to take its place for a moment.
      for (const { connectorId } of liveConnections(getState(), namespace).toReversed()) {
        const isKept = stored.some((entry) => isSameConnector(entry.connectorId, connectorId))
        if (!isKept) dispatch(disconnected({ namespace, connectorId }))
      }
      if (before && !selectConnection(getState(), namespace)) dispatch(accountDisconnected({ namespace }))
      const chosen = stored.find(({ isActive }) => isActive !== false)
      if (chosen) dispatch(turnToStored(chosen))
    }
    if (!isEnabled) return
    await Promise.all(families.map((namespace) => dispatch(restoreActive(namespace, waitFor, { forgets: false }))))
  }

/** The wallet and the account that were chosen elsewhere are those of this tab too, where it has them. */
const turnToStored =
  ({ namespace, connectorId, accounts: [first] = [] }: StoredConnection): PlainThunk<void> =>
  (dispatch, getState) => {
    const active = selectConnection(getState(), namespace)
    const live = liveConnections(getState(), namespace).find((one) => isSameConnector(one.connectorId, connectorId))
    const connection = live && first ? withAccountFirst(live, first.address) : live
    if (connection && connection !== active) dispatch(connected({ namespace, connection, keepsOthers: true }))
  }
