import {
  addErrors,
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
import { pairingErrors } from '@portico/contracts/pairingErrors'
import { rememberWallet } from '../directory/prefetch.ts'
import { alertOnce } from '../feedbackSlice.ts'
import { forgetLink, rememberLink } from '../pairing/linkOut.ts'
import type { PairedSession } from '../pairing/pairedWallets.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'
import { adapterOf } from './adapterOf.ts'
import { dropConnection, replacedBy } from './dropConnection.ts'
import { establish } from './establish.ts'
import { letGo } from './leaving.ts'
import { findLive } from './liveConnections.ts'
import { pairingAgreed, pairingEnded, pairingFailed, pairingPreparing, pairingReady } from './pairingSlice.ts'
import { selectChoice } from './selectChoice.ts'
import type { PlainThunk, Thunk } from './situation.ts'

/** Keeps the pairing if valid for 10 s more, else makes a new one. Never rejects: errors are recorded in the state. */
export const preparePairing =
  (): Thunk<void> =>
  async (dispatch, getState, { pairing, track, oneClick }) => {
    const { status, expiresAt = 0 } = getState().pairing
    if (status === 'preparing' || status === 'signingIn') return
    if (status === 'ready' && expiresAt - Date.now() > PAIRING_MARGIN_MS) return
    addErrors(pairingErrors)
    dispatch(pairingPreparing())
    const { attempt } = getState().pairing
    const isWanted = () => dispatch(isAwaited(attempt))
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
        // Even while a new QR code is being made, because the visitor may have scanned the previous one.
        (session) => dispatch(paired(session, attempt)),
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
      // The site has canceled the pairing; the next view that needs a QR code makes another.
      if (isModalError(error) && error.code === 'connection.modalClosed') dispatch(pairingEnded())
      else dispatch(failed(error, 'relay.unreachable'))
    }
  }

/** Shows an error in the view. An error that only the site's owner can fix is also raised as an alert (rules.md §8). */
const failed =
  (error: unknown, fallback: ErrorCode): PlainThunk<void> =>
  (dispatch) => {
    if (isModalError(error) && alertCodeOf(error.code)) dispatch(alertOnce(error))
    dispatch(pairingFailed(serializeError(error, fallback)))
  }

/** Whether the visitor, or a site pairing by itself, still waits for this attempt or the QR code that followed it. */
const isAwaited =
  (attempt: number): PlainThunk<boolean> =>
  (_, getState, { life }) => {
    const { status, since } = getState().pairing
    const { manualWCControl } = selectOptions(getState())
    return !life.aborted && (manualWCControl || (status !== 'idle' && since <= attempt))
  }

const pairedIn = (state: RootState, namespace: ChainNamespace): Connection | undefined =>
  findLive(state, namespace, WALLET_CONNECT_ID)

/** Called when a wallet has agreed: connects every family that it serves, the page's own first. */
const paired =
  ({ topic, connections, signed = [] }: PairedSession, attempt: number): Thunk<void> =>
  async (dispatch, getState, services) => {
    // On a site that pairs by itself, every request for a QR code is answered with the same session.
    const { manualWCControl } = selectOptions(getState())
    if (manualWCControl && getState().pairing.attempt !== attempt) return
    // The session that the new one replaces; it has ended in every family.
    const before = (Object.keys(services.adapters) as ChainNamespace[]).flatMap((namespace) => {
      const session = pairedIn(getState(), namespace)?.session
      return session === undefined ? [] : [{ namespace, session }]
    })
    /** Connects no family, drops the previous session, and notifies the wallet. */
    const giveUp = () => {
      void services.pairing?.end(topic).catch(() => {})
      if (services.life.aborted) return
      for (const { namespace, session } of before) {
        const isStill = pairedIn(getState(), namespace)?.session === session
        if (isStill) dispatch(dropConnection(namespace, WALLET_CONNECT_ID))
      }
    }
    if (!dispatch(isAwaited(attempt))) return giveUp()
    const active = selectActiveNamespace(getState())
    const families = (Object.entries(connections) as [ChainNamespace, Connection][])
      .filter(([namespace]) => services.adapters[namespace])
      .toSorted(([a], [b]) => Number(b === active) - Number(a === active))
    const refuse = (error: ModalError) => {
      giveUp()
      if (dispatch(isAwaited(attempt))) dispatch(pairingFailed(serializeError(error, error.code)))
    }
    if (!families.length) return refuse(new ModalError('connection.chainsUnsupported'))
    const { linkedTo, walletId } = getState().pairing
    if (signed.length) {
      // The QR code is used up, and must not be scanned while the site checks the signature.
      dispatch(pairingAgreed())
      try {
        // The signature is stored before the account is announced; otherwise the wallet would be asked to sign again.
        await (await services.oneClick())?.accept(signed)
      } catch (cause) {
        console.error('[portico]', cause)
        return refuse(new ModalError('siwx.signFailed', { cause }))
      }
      if (!dispatch(isAwaited(attempt))) return giveUp()
    }
    if (services.requestPreview) {
      try {
        await services.requestPreview.load()
      } catch (cause) {
        return refuse(new ModalError('connection.failed', { cause }))
      }
      if (!dispatch(isAwaited(attempt))) return giveUp()
    }
    for (const { namespace } of before) {
      if (!connections[namespace]) dispatch(dropConnection(namespace, WALLET_CONNECT_ID))
    }
    const choice = selectChoice(getState()) // read now, because the first connection closes the window
    for (const [index, [namespace, connection]] of families.entries()) {
      const method = linkedTo ? 'mobile' : 'qrcode'
      const replaced = replacedBy(getState(), namespace, connection.connectorId)
      dispatch(establish(namespace, connection, { method, choice, staysOnNetwork: index > 0 }))
      for (const connectorId of replaced) letGo(adapterOf(services, namespace), connectorId)
    }
    if (linkedTo) rememberLink(linkedTo.name, { base: linkedTo.base })
    else forgetLink()
    if (walletId !== undefined) void dispatch(rememberWallet(walletId, RECENT_WALLETS_MAX))
    dispatch(pairingEnded())
  }
