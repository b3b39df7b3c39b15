import {
  type Account,
  accountConnected,
  accountDisconnected,
  type ChainNamespace,
  selectAccount,
  selectConnection,
} from '@portico/contracts'
import { within } from '../async/within.ts'
import { cancelPairing } from '../connections/cancelPairing.ts'
import { liveConnections } from '../connections/liveConnections.ts'
import { isMultiWallet } from '../connections/situation.ts'
import { snackShown } from '../feedbackSlice.ts'
import type { ModalShell, Part } from '../modalShell.ts'
import { CONNECTING_VIEWS } from '../router/connectingViews.ts'
import { closed, opened, selectCurrentEntry, selectIsOpen, viewReplaced } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import { selectIsCapturing, selectWantsCapture } from '../siwx/siwxSlice.ts'
import type { RootState } from '../store.ts'
import { prepareAccount } from './preparing.ts'

/** How long a newly connected visitor waits for the view that asks for an email address. */
const CAPTURE_WAIT_MS = 10_000

/**
 * With several wallets: whether a wallet is connected apart from the new wallet and the wallets of the same session.
 */
function hasOtherWallets(state: RootState, { namespace, connectorId }: Account): boolean {
  const { session } = selectConnection(state, namespace) ?? {}
  return (
    isMultiWallet(state) &&
    (Object.keys(state.connections.families) as ChainNamespace[]).some((family) =>
      liveConnections(state, family).some((live) =>
        session === undefined ? live.connectorId !== connectorId : live.session !== session,
      ),
    )
  )
}

/** Takes a newly connected visitor back to the page, or, if they have several wallets, to the list of their wallets. */
export function leadOn({ store, commands }: Pick<ModalShell, 'store' | 'commands'>, account: Account): void {
  if (hasOtherWallets(store.getState(), account)) {
    // Replaces the stack: the views on it have served their purpose, so Back closes the window.
    store.dispatch(opened({ view: 'ProfileWallets' }))
    store.dispatch(snackShown({ variant: 'success', key: 'host.profile.added' }))
  } else commands.close()
}

/** Settles once it is known whether visitors are asked for an email address, or after a time-out. */
export async function captureKnown({ store, releases }: Pick<ModalShell, 'store' | 'releases'>): Promise<void> {
  const state = store.getState()
  if (!selectWantsCapture(state) || selectIsCapturing(state)) return
  await within(releases.complete(), CAPTURE_WAIT_MS, () => {})
}

/** Like `leadOn`, but first shows the view that asks for an email address, if the configuration says so. */
async function leadOnByCapture(shell: ModalShell, account: Account): Promise<void> {
  const { store, opening } = shell
  if (!selectWantsCapture(store.getState())) return leadOn(shell, account)
  // The wallet may have agreed before the view was available.
  await captureKnown(shell)
  const state = store.getState()
  const isStillHere = selectAccount(state)?.caipAddress === account.caipAddress && selectIsShown(state)
  if (!isStillHere || !CONNECTING_VIEWS.includes(selectCurrentEntry(state).view)) return
  if (selectIsCapturing(state)) opening.present('DataCapture')
  else leadOn(shell, account)
}

/**
 * Shows the next view, or closes the window, when an account connects or disconnects, and cleans up when the window
 * closes (views.md §3.4).
 */
export const followAccounts: Part = (shell) => {
  const { read, store, startListening, commands, events, opening } = shell
  const { enableEmbedded } = read.options
  const undo = [
    startListening({
      actionCreator: accountConnected,
      effect({ payload: { account, isReconnect } }) {
        void prepareAccount(shell).catch(() => {})
        const { view } = selectCurrentEntry(store.getState())
        const isConnecting = CONNECTING_VIEWS.includes(view)
        if (!selectIsShown(store.getState()) || (view !== 'Connect' && !isConnecting)) return
        if (enableEmbedded || isReconnect) store.dispatch(viewReplaced({ view: 'Account' }))
        // On a site that signs its visitors in, the sign-in decides what is shown next.
        else if (isConnecting && !store.getState().siwx.isOn) void leadOnByCapture(shell, account)
      },
    }),
    startListening({
      actionCreator: accountDisconnected,
      effect() {
        // The list of wallets stays open, because another wallet can be connected there.
        if (selectCurrentEntry(store.getState()).view !== 'ProfileWallets') commands.close()
      },
    }),
    startListening({
      actionCreator: closed,
      effect(_, before) {
        store.dispatch(cancelPairing())
        if (selectIsOpen(before)) events.track('MODAL_CLOSE', { connected: opening.isConnected() })
      },
    }),
  ]
  return () => undo.forEach((one) => void one())
}
