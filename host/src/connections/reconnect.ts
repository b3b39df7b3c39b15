import {
  accountDisconnected,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  selectConnection,
  selectConnectors,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { safely } from '../chains/announced.ts'
import type { RootState } from '../store.ts'
import { type Grant, isGranted, UNANSWERED } from './askForGrant.ts'
import { askQuietly } from './askQuietly.ts'
import { connected, disconnected, isSameConnector, withAccountFirst } from './connectionsSlice.ts'
import { establish } from './establish.ts'
import { findStoredConnections } from './findStored.ts'
import { findLive, liveConnections } from './liveConnections.ts'
import { forgetConnection, isEntryOf } from './rememberConnection.ts'
import { restoreHome } from './restoreHome.ts'
import { isMultiWallet, networkOf, type PlainThunk, type Thunk } from './situation.ts'
import { type StoredConnection, storedActive, storedConnections } from './storedConnections.ts'

/** How long a stored wallet has to announce itself after the page has loaded. */
const ANNOUNCE_WAIT_MS = 3_000

/** Waits until a condition on the state is true. Resolves with false on time-out. */
export type WaitFor = (condition: (state: RootState) => boolean, timeoutMs: number) => Promise<boolean>

/** Drops the stored connections and ends the pairing session, for pages with reconnect disabled. */
const dropStored =
  (): Thunk<void> =>
  async (_, _getState, { storage, adapters, pairing }) => {
    const stored = storedConnections(storage)
    for (const { namespace } of stored) if (adapters[namespace]) forgetConnection(storage, { namespace })
    // Ending a pairing fetches the pairing code, which is unnecessary without a pairing.
    const isPaired = stored.some(({ connectorId }) => isSameConnector(connectorId, WALLET_CONNECT_ID))
    if (isPaired) await pairing?.end().catch(() => {})
  }

/** A site's own adapter may throw. */
const isKnown = (adapter: ChainAdapter, connectorId: string): boolean =>
  safely(() => adapter.getProvider(connectorId)) !== undefined

interface Restoring {
  readonly waitFor: WaitFor
  /** Whether the page has just loaded. If false, another tab has stored the connection, so it is not removed here. */
  readonly isStart: boolean
}

/** Restores the active connection of one family. */
const restoreActive =
  (namespace: ChainNamespace, { waitFor, isStart }: Restoring): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const wanted = () => storedActive(storage).find((stored) => stored.namespace === namespace)
    const stored = wanted()
    const isLive = ({ connectorId }: StoredConnection) => findLive(getState(), namespace, connectorId) !== undefined
    const adapter = adapters[namespace]
    const network = stored && networkOf(getState(), storage, namespace, stored.caipNetworkId)
    if (!adapter || !network || isLive(stored)) return
    // A pending request is more recent than the stored connection.
    if (getState().connections.families[namespace]?.status === 'connecting') return
    const { connectorId, session } = stored

    // A wallet can be present without being listed, like `window.ethereum` beside wallets that announce themselves.
    const isThere = (state: RootState) =>
      selectConnectors(state, namespace).some(({ id }) => isSameConnector(id, connectorId)) ||
      isKnown(adapter, connectorId)
    /** False if another tab has connected another wallet meanwhile. */
    const isWanted = () => isSameConnector(wanted()?.connectorId ?? '', connectorId)
    const again = () => dispatch(restoreActive(namespace, { waitFor, isStart }))
    /** Whether a grant belongs to the stored session. At the start any does, unless another tab has paired since. */
    const fits = (grant: Connection) => {
      const now = wanted()
      return now !== undefined && (isEntryOf(now, grant) || (isStart && now.session === session))
    }

    async function take(grant: Grant): Promise<void> {
      if (isGranted(grant)) {
        if (fits(grant)) dispatch(establish(namespace, grant, { isReconnect: true }))
        else onceEnded(adapter as ChainAdapter, connectorId, life, again)
        return
      }
      // Without an answer, the next visit may get one. A wallet that grants nothing is forgotten, or it would start the
      // modal at each visit.
      if (grant === UNANSWERED || !isStart) return
      const isMulti = isMultiWallet(getState())
      forgetConnection(storage, { namespace, connectorId }, { isRecent: isMulti })
      if (isMulti) await dispatch(findStoredConnections(namespace))
    }

    await dispatch(
      askQuietly({
        namespace,
        connectorId,
        network,
        untilThere: () => waitFor(isThere, ANNOUNCE_WAIT_MS),
        isTaken: (grant) => isWanted() && isGranted(grant) && fits(grant),
        onAnswer: (grant) => (isWanted() ? take(grant) : again()),
        onLateAnswer: (grant) => void (isWanted() && take(grant)),
      }),
    )
  }

/** Waits until this tab's client has ended its session, which is older than the stored one; then rereads storage. */
function onceEnded(adapter: ChainAdapter, connectorId: string, life: AbortSignal, then: () => unknown): void {
  const waiting = new AbortController()
  const onChange = ({ type }: ConnectionChange) => {
    if (type !== 'disconnected') return
    waiting.abort()
    then()
  }
  adapter.watchConnection(connectorId, onChange, AbortSignal.any([life, waiting.signal]))
}

/**
 * rules.md §4: at the start, restores the stored connection of each family (connecting, then connected, or disconnected
 * on failure). Never prompts: uses only what the wallet still grants. With reconnect disabled, stored connections are
 * dropped.
 */
export const reconnect =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, _, { storage, adapters, requestPreview }) => {
    const isStored = storedConnections(storage).length > 0
    for (const { namespace } of storedConnections(storage))
      if (!adapters[namespace]) forgetConnection(storage, { namespace })
    if (!isEnabled) {
      if (isStored) await dispatch(dropStored())
      return
    }
    if (requestPreview) await requestPreview.load()
    const families = Object.keys(adapters) as ChainNamespace[]
    await Promise.all(
      families.map(async (namespace) => {
        if (adapters[namespace]?.home && (await dispatch(restoreHome(namespace)))) return
        await dispatch(restoreActive(namespace, { waitFor, isStart: true }))
      }),
    )
  }

/**
 * Follows another tab, or a second modal with the same key, when it has connected, switched or disconnected. What has
 * ended there ends here too, without notifying wallets or changing storage. With reconnect disabled, no connections are
 * taken over from there.
 */
export const follow =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, getState, { storage, adapters, requestPreview }) => {
    if (requestPreview) await requestPreview.load()
    const families = Object.keys(adapters) as ChainNamespace[]
    for (const namespace of families) {
      const stored = storedConnections(storage).filter((entry) => entry.namespace === namespace)
      const before = selectConnection(getState(), namespace)
      // Ends the active one last, so that no other becomes active for a moment.
      for (const live of liveConnections(getState(), namespace).toReversed()) {
        const { connectorId } = live
        if (!stored.some((entry) => isEntryOf(entry, live))) dispatch(disconnected({ namespace, connectorId }))
      }
      if (before && !selectConnection(getState(), namespace)) dispatch(accountDisconnected({ namespace }))
      const chosen = stored.find(({ isActive }) => isActive !== false)
      if (chosen) dispatch(turnToStored(chosen))
    }
    if (!isEnabled) return
    await Promise.all(families.map((namespace) => dispatch(restoreActive(namespace, { waitFor, isStart: false }))))
  }

/** Switches to the wallet and account chosen in another tab, if this tab has them. */
const turnToStored =
  ({ namespace, connectorId, accounts: [first] = [] }: StoredConnection): PlainThunk<void> =>
  (dispatch, getState) => {
    const active = selectConnection(getState(), namespace)
    const live = findLive(getState(), namespace, connectorId)
    const connection = live && first ? withAccountFirst(live, first.address) : live
    if (connection && connection !== active) dispatch(connected({ namespace, connection, keepsOthers: true }))
  }
