import {
  accountDisconnected,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type Network,
  selectConnection,
  selectConnectors,
} from '@portico/contracts'
import type { HostServices } from '../extra.ts'
import type { RootState } from '../store.ts'
import { connecting, disconnected } from './connectionsSlice.ts'
import { establish, networkFor, type Thunk } from './establish.ts'
import { forgetConnection, storedActive, storedConnections } from './storedConnections.ts'

/** How long a stored wallet has to announce itself after the page has loaded. */
const ANNOUNCE_WAIT_MS = 3_000
/** How long it has to say what it still grants. No prompt is involved, so it has nothing to wait for. */
const RESTORE_WAIT_MS = 5_000
const LATE = Symbol('late')

/** Waits until a condition on the state holds. False when it did not in time. */
export type WaitFor = (condition: (state: RootState) => boolean, timeoutMs: number) => Promise<boolean>

/** A wallet that cannot be asked grants nothing; a site's own adapter may even throw at once. */
async function granted(
  adapter: ChainAdapter,
  connectorId: string,
  network: Network,
): Promise<Connection | undefined | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<typeof LATE>((resolve) => {
      timer = setTimeout(resolve, RESTORE_WAIT_MS, LATE)
    })
    return await Promise.race([adapter.restore(connectorId, { network }), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** With reconnect disabled nothing is taken over: what is stored is dropped, and a pairing session is ended. */
const dropStored =
  (): Thunk<void> =>
  async (_, _getState, { storage, adapters, pairing }) => {
    for (const { namespace } of storedConnections(storage))
      if (adapters[namespace]) forgetConnection(storage, { namespace })
    await pairing?.end().catch(() => {})
  }

/**
 * §4: at start the stored connection of each family is re-synced (connecting, then connected, or disconnected on failure),
 * without any prompt: only what the wallet still grants. With reconnect disabled, stored connections are dropped.
 */
export const reconnect =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, getState, services) => {
    const { storage, adapters, life } = services
    const isStored = storedConnections(storage).length > 0
    for (const { namespace } of storedConnections(storage))
      if (!adapters[namespace]) forgetConnection(storage, { namespace })
    if (!isEnabled) {
      if (isStored) await dispatch(dropStored())
      return
    }
    await Promise.all(
      storedActive(storage).map(async ({ namespace, connectorId, caipNetworkId }) => {
        const adapter = adapters[namespace]
        if (!adapter || selectConnection(getState(), namespace)) return
        dispatch(connecting({ namespace, connectorId }))
        const isThere = (state: RootState) => selectConnectors(state, namespace).some(({ id }) => id === connectorId)
        await waitFor(isThere, ANNOUNCE_WAIT_MS)
        const connection = await granted(adapter, connectorId, networkFor(getState(), namespace, caipNetworkId))
        if (life.aborted) return
        // The visitor may have connected something else in the meantime.
        const family = getState().connections.families[namespace]
        if (family?.status !== 'connecting' || family.connectorId !== connectorId) return
        if (connection && connection !== LATE) {
          dispatch(establish(namespace, connection, { isReconnect: true }))
          return
        }
        dispatch(disconnected({ namespace }))
        // One that did not answer in time may do so at the next visit; one that has gone must not start us at each visit.
        if (connection !== LATE) forgetConnection(storage, { namespace, connectorId })
      }),
    )
  }

/**
 * Another tab, or a second modal of the same key, has connected or disconnected: this one follows. With reconnect
 * disabled, it takes over no connection that is not its own.
 */
export const follow =
  (isEnabled: boolean, waitFor: WaitFor): Thunk<void> =>
  async (dispatch, getState, { storage, adapters }: HostServices) => {
    const stored = storedActive(storage)
    for (const namespace of Object.keys(adapters) as ChainNamespace[]) {
      const connection = selectConnection(getState(), namespace)
      const kept = stored.find((entry) => entry.namespace === namespace)
      if (!connection || connection.connectorId === kept?.connectorId) continue
      dispatch(disconnected({ namespace }))
      if (!selectConnection(getState(), namespace)) dispatch(accountDisconnected({ namespace }))
    }
    if (isEnabled) await dispatch(reconnect(true, waitFor))
  }
