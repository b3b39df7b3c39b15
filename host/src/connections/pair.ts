import {
  type ChainNamespace,
  type Connection,
  ModalError,
  PAIRING_MARGIN_MS,
  selectActiveNamespace,
  selectConnection,
  serializeError,
} from '@portico/contracts'
import type { PairedSession } from '../pairedWallets.ts'
import { letGo } from './connect.ts'
import { isSameConnector } from './connectionsSlice.ts'
import { adapterOf, establish, isMultiWallet, type PlainThunk, type Thunk } from './establish.ts'
import { pairingEnded, pairingFailed, pairingPreparing, pairingReady } from './pairingSlice.ts'

/**
 * Has a pairing waiting: the one that is there while it lives for 10 s more, else a new one. The wallet's answer is acted on
 * whenever it comes. Never rejects: what goes wrong is in the state.
 */
export const preparePairing =
  (): Thunk<void> =>
  async (dispatch, getState, { pairing, life, track }) => {
    const { status, expiresAt = 0 } = getState().pairing
    if (status === 'preparing' || (status === 'ready' && expiresAt - Date.now() > PAIRING_MARGIN_MS)) return
    dispatch(pairingPreparing())
    const isCurrent = () => !life.aborted && getState().pairing.status !== 'idle'
    try {
      if (!pairing) throw new ModalError('pairing.unavailable')
      const { uri, expiresAt, answer } = await pairing.prepare()
      if (!isCurrent()) return pairing.cancel()
      dispatch(pairingReady({ uri, expiresAt }))
      const isMine = () => isCurrent() && getState().pairing.uri === uri
      answer.then(
        (session) => void (isMine() && dispatch(paired(session))),
        (error: unknown) => {
          const reason = serializeError(error, 'connection.failed')
          if (!isMine() || reason.code === 'connection.modalClosed') return
          dispatch(pairingFailed(reason))
          if (reason.code === 'connection.rejected') track('USER_REJECTED', { message: reason.message })
          else if (reason.code !== 'pairing.expired') track('CONNECT_ERROR', { message: reason.message })
        },
      )
    } catch (error) {
      if (isCurrent()) dispatch(pairingFailed(serializeError(error, 'relay.unreachable')))
    }
  }

/** The visitor has closed the window, or gone another way: nobody waits for the wallet any more. */
export const cancelPairing =
  (): PlainThunk<void> =>
  (dispatch, getState, { pairing }) => {
    if (getState().pairing.status === 'idle') return
    dispatch(pairingEnded())
    pairing?.cancel()
  }

/** A wallet has agreed: every family that it serves has a connection from now on, the page's own first. */
const paired =
  ({ connections }: PairedSession): PlainThunk<void> =>
  (dispatch, getState, services) => {
    const active = selectActiveNamespace(getState())
    const families = (Object.entries(connections) as [ChainNamespace, Connection][])
      .filter(([namespace]) => services.adapters[namespace])
      .toSorted(([a], [b]) => Number(b === active) - Number(a === active))
    if (!families.length) {
      void services.pairing?.end().catch(() => {})
      dispatch(pairingFailed(serializeError(new ModalError('connection.chainsUnsupported'), 'connection.failed')))
      return
    }
    const method = getState().pairing.linkedTo ? 'mobile' : 'qrcode'
    for (const [index, [namespace, connection]] of families.entries()) {
      const previous = selectConnection(getState(), namespace)
      dispatch(establish(namespace, connection, { method, staysOnNetwork: index > 0 }))
      const isReplaced = previous && !isSameConnector(previous.connectorId, connection.connectorId)
      if (isReplaced && !isMultiWallet(getState())) letGo(adapterOf(services, namespace), previous.connectorId)
    }
    dispatch(pairingEnded())
  }
