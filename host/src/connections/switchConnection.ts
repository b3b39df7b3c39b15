import { type ChainNamespace, type Connection, ModalError } from '@portico/contracts'
import { connect } from './connect.ts'
import { connected, connectionFound, isSameConnector, withAccountFirst } from './connectionsSlice.ts'
import { liveConnections } from './disconnect.ts'
import { adapterOf, networkFor, type PlainThunk, type Thunk } from './establish.ts'
import { networkChosen } from './networksSlice.ts'
import { forgetConnection, rememberConnection, storedConnections } from './storedConnections.ts'

/** What has changed for the visitor: the wallet, the account within it, or nothing. */
export type Switched = 'wallet' | 'account' | 'none'

interface Target {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  /** One of the connection's accounts; absent: its first. */
  readonly address?: string
}

/** A live connection becomes the active one of its family, and its family the active one of the page. */
const activate =
  (namespace: ChainNamespace, connection: Connection): PlainThunk<void> =>
  (dispatch, _, { storage }) => {
    dispatch(connected({ namespace, connection, keepsOthers: true }))
    rememberConnection(storage, namespace, connection, { keepsOthers: true, withAccounts: true })
    dispatch(networkChosen(connection.caipNetworkId))
  }

/**
 * Turns to another wallet, or to another account of the same one, without any prompt where the wallet still grants it;
 * else the wallet is asked.
 * @throws ModalError as `connect` does
 */
export const switchConnection =
  ({ namespace, connectorId, address }: Target): Thunk<Switched> =>
  async (dispatch, getState) => {
    const live = liveConnections(getState(), namespace)
    const active = live[0]
    const known = live.find((connection) => isSameConnector(connection.connectorId, connectorId))
    const found = known ?? (await dispatch(findConnection(namespace, connectorId)))
    if (!found) {
      await dispatch(connect({ namespace, connectorId }))
      return 'wallet'
    }
    const chosen = address === undefined ? found : withAccountFirst(found, address)
    if (address !== undefined && chosen.accounts[0].address !== address) {
      throw new ModalError('connection.connectorMissing', { details: { connectorId } })
    }
    dispatch(activate(namespace, chosen))
    if (!active || !isSameConnector(active.connectorId, connectorId)) return 'wallet'
    return active.accounts[0].address === chosen.accounts[0].address ? 'none' : 'account'
  }

/** A stored connection that its wallet still grants, asked for without a prompt. */
const findConnection =
  (namespace: ChainNamespace, connectorId: string, preferredId?: string): Thunk<Connection | undefined> =>
  async (_, getState, services) => {
    try {
      const network = networkFor(getState(), namespace, preferredId)
      return await adapterOf(services, namespace).restore(connectorId, { network })
    } catch {
      return undefined // a wallet that cannot be asked grants nothing
    }
  }

/**
 * Looks, without any prompt, which stored connections their wallets still grant, and lists those beside the active ones
 * (asked for when the list of wallets is opened). What is not granted any more becomes a recent one.
 */
export const findStoredConnections =
  (): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const waiting = storedConnections(storage).filter(({ namespace, connectorId }) => {
      const live = liveConnections(getState(), namespace)
      return adapters[namespace] && !live.some((connection) => isSameConnector(connection.connectorId, connectorId))
    })
    await Promise.all(
      waiting.map(async ({ namespace, connectorId, caipNetworkId, isActive }) => {
        // The active one is being restored, or has been.
        if (isActive !== false) return
        const connection = await dispatch(findConnection(namespace, connectorId, caipNetworkId))
        if (life.aborted) return
        if (connection) dispatch(connectionFound({ namespace, connection }))
        else forgetConnection(storage, { namespace, connectorId }, { isRecent: true })
      }),
    )
  }
