import {
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type Network,
  selectConnection,
} from '@portico/contracts'
import { connectionFound, isSameConnector } from './connectionsSlice.ts'
import { establish, networkFor, type Thunk, withAccountOfChoice } from './establish.ts'
import { untilGone } from './leaving.ts'
import { liveConnections } from './liveConnections.ts'
import { forgetConnection, rememberConnection, type StoredConnection, storedConnections } from './storedConnections.ts'

/** How long a wallet has to say what it still grants. No prompt is involved, so it has nothing to wait for. */
const RESTORE_WAIT_MS = 5_000
export const LATE = Symbol('late')

/** A wallet that cannot be asked grants nothing; a site's own adapter may even throw at once. */
export async function granted(
  adapter: ChainAdapter,
  connectorId: string,
  network: Network,
): Promise<Connection | undefined | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<typeof LATE>((resolve) => {
      timer = setTimeout(resolve, RESTORE_WAIT_MS, LATE)
    })
    const isLeaving = untilGone(adapter, connectorId)
    if (isLeaving) await isLeaving
    return await Promise.race([adapter.restore(connectorId, { network }), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Looks, without any prompt, which stored connections their wallets still grant, and lists those beside the active ones
 * (asked for when the list of wallets is opened, and when an active one ends). Where a family has none, the one that was
 * used last is the active one. What is not granted any more becomes a recent one.
 */
export const findStoredConnections =
  (only?: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const isMeant = ({ namespace, connectorId }: StoredConnection) =>
      adapters[namespace] !== undefined &&
      (only === undefined || only === namespace) &&
      // It is being asked already, or has been.
      getState().connections.families[namespace]?.status !== 'connecting' &&
      !liveConnections(getState(), namespace).some((live) => isSameConnector(live.connectorId, connectorId))
    const isStored = ({ namespace, connectorId }: StoredConnection) =>
      storedConnections(storage).some(
        (stored) => stored.namespace === namespace && isSameConnector(stored.connectorId, connectorId),
      )
    // Of those that are stored the last one was used last.
    const answers = await Promise.all(
      storedConnections(storage)
        .filter(isMeant)
        .toReversed()
        .map(async (stored) => {
          const network = networkFor(getState(), stored.namespace, stored.caipNetworkId)
          return [
            stored,
            await granted(adapters[stored.namespace] as ChainAdapter, stored.connectorId, network),
          ] as const
        }),
    )
    if (life.aborted) return
    for (const [stored, connection] of answers) {
      // The visitor may have connected or ended it in the meantime.
      if (!isMeant(stored) || !isStored(stored) || connection === LATE) continue
      const { namespace } = stored
      if (!connection) forgetConnection(storage, stored, { isRecent: true })
      else if (!selectConnection(getState(), namespace))
        dispatch(establish(namespace, connection, { isReconnect: true }))
      else {
        const found = dispatch(withAccountOfChoice(namespace, connection, stored.chosen))
        dispatch(connectionFound({ namespace, connection: found }))
        rememberConnection(storage, namespace, found, { isActive: false, keepsOthers: true, withAccounts: true })
      }
    }
  }
