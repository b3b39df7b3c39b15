import {
  type ChainNamespace,
  type Connection,
  ModalError,
  selectActiveNamespace,
  serializeError,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import { adapterOf } from './adapterOf.ts'
import { askForGrant, isGranted } from './askForGrant.ts'
import { beginAttempt } from './attempts.ts'
import { connect } from './connect.ts'
import { connected, connectFailed, isSameConnector, withAccountFirst } from './connectionsSlice.ts'
import { establish, knownConnectorId, networkFor, turnTo } from './establish.ts'
import { liveConnections } from './liveConnections.ts'
import { rememberConnection } from './rememberConnection.ts'
import { setPreferredAccountType } from './setPreferredAccountType.ts'
import type { PlainThunk, Thunk } from './situation.ts'

/** What has changed for the visitor: the wallet, the account within it, or nothing. */
export type Switched = 'wallet' | 'account' | 'none'

interface Target {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  /** The address of one of the connection's accounts; if absent, its first. */
  readonly address?: string
}

/** Connectors whose new sessions need a view, for a QR code or a login. */
const NEEDING_A_VIEW: readonly string[] = [WALLET_CONNECT_ID, AUTH_ID]

/** Makes a live connection the active one of its family, and its family the active one of the page. */
const activate =
  (namespace: ChainNamespace, connection: Connection, chosen: string | undefined): PlainThunk<void> =>
  (dispatch, _, { storage }) => {
    dispatch(connected({ namespace, connection, keepsOthers: true }))
    rememberConnection(storage, namespace, connection, { keepsOthers: true, withAccounts: true, chosen })
    dispatch(turnTo(connection.caipNetworkId))
  }

/** @throws ModalError `connection.connectorMissing` */
function withAccount(connection: Connection, address: string | undefined): Connection {
  const chosen = address === undefined ? connection : withAccountFirst(connection, address)
  if (address === undefined || chosen.accounts[0].address === address) return chosen
  throw new ModalError('connection.connectorMissing', { details: { connectorId: connection.connectorId, address } })
}

/**
 * Switches to another wallet, or to another account of the same one. Without any prompt if the wallet still grants it;
 * otherwise the wallet is asked.
 * @throws ModalError `connection.connectorMissing` for an account that the wallet does not share, and for a paired or
 *   embedded wallet whose session has ended, because a new one needs a view; `connection.modalClosed` if something else
 *   was requested meanwhile; and as `connect` does
 */
export const switchConnection =
  ({ namespace, connectorId: wanted, address }: Target): Thunk<Switched> =>
  async (dispatch, getState, services) => {
    const connectorId = knownConnectorId(getState(), namespace, wanted)
    const [active, ...others] = liveConnections(getState(), namespace)
    const known = [active, ...others].find((one) => one && isSameConnector(one.connectorId, connectorId))
    // Throws for an impossible switch before it ends a pending request.
    if (known) {
      const chosen = withAccount(known, address)
      const isElsewhere = selectActiveNamespace(getState()) !== namespace
      beginAttempt(services, namespace, connectorId).end()
      const type = connectorId === AUTH_ID && chosen !== known ? chosen.accounts[0].type : undefined
      dispatch(activate(namespace, type ? known : chosen, type ? undefined : address))
      // The embedded wallet itself decides which of its accounts signs, and remembers that.
      if (type) await dispatch(setPreferredAccountType(type, namespace))
      if (known !== active) return 'wallet'
      return known === chosen && !isElsewhere ? 'none' : 'account'
    }
    const adapter = adapterOf(services, namespace)
    const network = networkFor(getState(), services.storage, namespace)
    const attempt = beginAttempt(services, namespace, connectorId)
    try {
      if (attempt.isInstead && getState().connections.families[namespace]?.status === 'connecting') {
        const error = serializeError(new ModalError('connection.modalClosed'), 'connection.modalClosed')
        dispatch(connectFailed({ namespace, error }))
      }
      const found = await askForGrant(adapter, connectorId, network)
      if (services.life.aborted || !attempt.isLast()) throw new ModalError('connection.modalClosed')
      if (isGranted(found)) {
        // A connection that is granted but was not stored counts as a new one.
        dispatch(establish(namespace, withAccount(found, address), { chosen: address }))
        return 'wallet'
      }
      if (NEEDING_A_VIEW.some((id) => isSameConnector(connectorId, id))) {
        throw new ModalError('connection.connectorMissing', { details: { connectorId } })
      }
      const connection = await dispatch(connect({ namespace, connectorId }))
      if (address !== undefined) dispatch(activate(namespace, withAccount(connection, address), address))
      return 'wallet'
    } finally {
      attempt.end()
    }
  }
