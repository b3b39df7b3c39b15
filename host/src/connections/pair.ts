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
  serializeError,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { rememberWallet } from '../directory/prefetch.ts'
import { alertOnce } from '../feedbackSlice.ts'
import type { PairedSession } from '../pairedWallets.ts'
import { forgetLink, rememberLink } from '../pairing/linkOut.ts'
import { dropConnection, replacedBy } from './disconnect.ts'
import { adapterOf, establish, type PlainThunk, type Thunk } from './establish.ts'
import { letGo } from './leaving.ts'
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
    const { attempt } = getState().pairing
    const isWanted = () => !life.aborted && getState().pairing.status !== 'idle'
    const isCurrent = () => isWanted() && getState().pairing.attempt === attempt
    try {
      if (!pairing) throw new ModalError('pairing.unavailable')
      const authenticate = await (await oneClick())?.request()
      if (!isCurrent()) return
      const { uri, expiresAt, answer } = await pairing.prepare({ ...(authenticate && { authenticate }) })
      if (!isWanted()) return pairing.cancel()
      if (!isCurrent()) return
      dispatch(pairingReady({ uri, expiresAt }))
      const isMine = () => isCurrent() && getState().pairing.uri === uri
      answer.then(
        (session) => (isMine() ? dispatch(paired(session)) : undefined),
        (error: unknown) => {
          const reason = serializeError(error, 'connection.failed')
          if (!isMine()) return
          if (reason.code === 'connection.modalClosed') return void dispatch(pairingEnded())
          dispatch(failed(error, 'connection.failed'))
          if (reason.code === 'connection.rejected') track('USER_REJECTED', { message: reason.message })
          else if (reason.code !== 'pairing.expired') track('CONNECT_ERROR', { message: reason.message })
        },
      )
    } catch (error) {
      if (!isCurrent()) return
      // The site has given it up: whoever looks has another one made.
      if (isModalError(error) && error.code === 'connection.modalClosed') dispatch(pairingEnded())
      else dispatch(failed(error, 'relay.unreachable'))
    }
  }

/** The visitor sees it in its own place; what only the site's owner can mend is an alert, too (§8). */
const failed =
  (error: unknown, fallback: ErrorCode): PlainThunk<void> =>
  (dispatch) => {
    if (isModalError(error) && alertCodeOf(error.code)) dispatch(alertOnce(error))
    dispatch(pairingFailed(serializeError(error, fallback)))
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
      if (signed.length) await (await services.oneClick())?.accept(signed)
    } catch (cause) {
      console.error('[portico]', cause)
      return refuse(new ModalError('siwx.signFailed', { cause }))
    }
    // The session that this one takes the place of has ended for families, too, that the new one does not serve.
    for (const namespace of Object.keys(services.adapters) as ChainNamespace[]) {
      if (!connections[namespace]) dispatch(dropConnection(namespace, WALLET_CONNECT_ID))
    }
    for (const [index, [namespace, connection]] of families.entries()) {
      const method = linkedTo ? 'mobile' : 'qrcode'
      const replaced = replacedBy(getState(), namespace, connection.connectorId)
      dispatch(establish(namespace, connection, { method, staysOnNetwork: index > 0 }))
      for (const connectorId of replaced) letGo(adapterOf(services, namespace), connectorId)
    }
    if (linkedTo) rememberLink(linkedTo.name, { base: linkedTo.base })
    else forgetLink()
    if (walletId !== undefined) void dispatch(rememberWallet(walletId, RECENT_WALLETS_MAX))
    dispatch(pairingEnded())
  }
