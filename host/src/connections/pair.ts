import {
  alertCodeOf,
  type ChainNamespace,
  type Connection,
  type ErrorCode,
  isModalError,
  ModalError,
  PAIRING_MARGIN_MS,
  RECENT_WALLETS_MAX,
  selectActiveNamespace,
  selectConnection,
  serializeError,
} from '@portico/contracts'
import { rememberWallet } from '../directory/prefetch.ts'
import { alertOnce } from '../feedbackSlice.ts'
import type { PairedSession } from '../pairedWallets.ts'
import { forgetLink, rememberLink } from '../pairing/linkOut.ts'
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
  async (dispatch, getState, { pairing, life, track, oneClick }) => {
    const { status, expiresAt = 0 } = getState().pairing
    if (status === 'preparing' || (status === 'ready' && expiresAt - Date.now() > PAIRING_MARGIN_MS)) return
    dispatch(pairingPreparing())
    const isCurrent = () => !life.aborted && getState().pairing.status !== 'idle'
    try {
      if (!pairing) throw new ModalError('pairing.unavailable')
      const authenticate = await oneClick()?.request()
      const { uri, expiresAt, answer } = await pairing.prepare({ ...(authenticate && { authenticate }) })
      if (!isCurrent()) return pairing.cancel()
      dispatch(pairingReady({ uri, expiresAt }))
      const isMine = () => isCurrent() && getState().pairing.uri === uri
      answer.then(
        (session) => (isMine() ? dispatch(paired(session)) : undefined),
        (error: unknown) => {
          const reason = serializeError(error, 'connection.failed')
          if (!isMine() || reason.code === 'connection.modalClosed') return
          dispatch(failed(error, 'connection.failed'))
          if (reason.code === 'connection.rejected') track('USER_REJECTED', { message: reason.message })
          else if (reason.code !== 'pairing.expired') track('CONNECT_ERROR', { message: reason.message })
        },
      )
    } catch (error) {
      if (isCurrent()) dispatch(failed(error, 'relay.unreachable'))
    }
  }

/** The visitor sees it in its own place; what only the site's owner can mend is an alert, too (§8). */
const failed =
  (error: unknown, fallback: ErrorCode): PlainThunk<void> =>
  (dispatch) => {
    if (isModalError(error) && alertCodeOf(error.code)) dispatch(alertOnce(error))
    dispatch(pairingFailed(serializeError(error, fallback)))
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
  ({ connections, signed = [] }: PairedSession): Thunk<void> =>
  async (dispatch, getState, services) => {
    const active = selectActiveNamespace(getState())
    const families = (Object.entries(connections) as [ChainNamespace, Connection][])
      .filter(([namespace]) => services.adapters[namespace])
      .toSorted(([a], [b]) => Number(b === active) - Number(a === active))
    const refuse = (error: ModalError) => {
      void services.pairing?.end().catch(() => {})
      dispatch(pairingFailed(serializeError(error, error.code)))
    }
    if (!families.length) return refuse(new ModalError('connection.chainsUnsupported'))
    const { linkedTo, walletId } = getState().pairing
    try {
      // Kept before anybody hears of the account, or it would be asked to sign once more.
      if (signed.length) await services.oneClick()?.accept(signed)
    } catch (cause) {
      console.error('[portico]', cause)
      return refuse(new ModalError('siwx.signFailed', { cause }))
    }
    for (const [index, [namespace, connection]] of families.entries()) {
      const previous = selectConnection(getState(), namespace)
      const method = linkedTo ? 'mobile' : 'qrcode'
      dispatch(establish(namespace, connection, { method, staysOnNetwork: index > 0 }))
      const isReplaced = previous && !isSameConnector(previous.connectorId, connection.connectorId)
      if (isReplaced && !isMultiWallet(getState())) letGo(adapterOf(services, namespace), previous.connectorId)
    }
    if (linkedTo) rememberLink(linkedTo.name, { base: linkedTo.base })
    else forgetLink()
    if (walletId !== undefined) void dispatch(rememberWallet(walletId, RECENT_WALLETS_MAX))
    dispatch(pairingEnded())
  }
