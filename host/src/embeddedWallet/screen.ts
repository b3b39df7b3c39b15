import {
  type ChainNamespace,
  type ErrorCode,
  isModalError,
  selectAccount,
  selectNetwork,
  serializeError,
} from '@portico/contracts'
import { loadBalance } from '../account/loadBalance.ts'
import { snackShown } from '../feedbackSlice.ts'
import { selectCurrentEntry, selectIsOpen, selectStack, viewGivenUp, viewsWithdrawn } from '../router/routerSlice.ts'
import type { RpcScreen } from './rpcGate.ts'
import type { ApprovalFailed, EmbeddedSetup } from './setup.ts'

/** Errors that mean that the wallet itself is unavailable. The frame has shown all others, or the page caused them. */
const WITHOUT_WALLET: readonly ErrorCode[] = [
  'frame.domainUnverified',
  'frame.keyUnavailable',
  'frame.loadFailed',
  'frame.stopped',
]

const ROOM = 'ApproveTransaction'

export interface ApprovalScreen extends RpcScreen {
  /** Whether the visitor sees the view in which the frame shows approvals. */
  isRoomShown(): boolean
}

/**
 * Controls the window for requests to the embedded wallet. views.md §2.5 leaves an open window without a transaction
 * unchanged, but then an unseen request would wait until the window closes. Therefore the request is shown, whatever
 * the stack contains (docs/decisions/0044-checked-requests.md).
 */
export function createScreen({
  store,
  commands,
  opening,
}: Pick<EmbeddedSetup, 'store' | 'commands' | 'opening'>): ApprovalScreen {
  const state = () => store.getState()
  const hasTransaction = () => state().router.transactions.length > 0
  const isRoomShown = () => selectIsOpen(state()) && selectCurrentEntry(state()).view === ROOM
  const hasFailed = () => selectCurrentEntry(state()).params !== undefined
  /** Changes the content of the approval view; the views below it stay. */
  const refillRoom = (params?: ApprovalFailed) => store.dispatch(viewGivenUp({ view: ROOM, params }))

  function refreshBalance(namespace: ChainNamespace): void {
    const account = selectAccount(state(), namespace)
    const id = account?.caipAddress.slice(0, account.caipAddress.lastIndexOf(':'))
    const network = selectNetwork(state(), id as Parameters<typeof selectNetwork>[1])
    if (account && network) void store.dispatch(loadBalance(account, network, true)).catch(() => {})
  }

  const withdrawRoom = () => void store.dispatch(viewsWithdrawn([ROOM], selectAccount(state()) ? 'Account' : 'Connect'))

  /** Closes the window if it was opened for the request; otherwise returns to where the visitor was. */
  function leaveRoom(): void {
    if (selectStack(state()).every(({ view }) => view === ROOM)) commands.close()
    else withdrawRoom()
  }

  return {
    isRoomShown,
    showApproval() {
      if (!selectIsOpen(state())) opening.present(ROOM)
      // The view may still show the last request's error.
      else if (isRoomShown() && hasFailed()) refillRoom()
      else commands.navigate(ROOM)
    },
    approvalEnded({ namespace, outcome, left, error }) {
      if (outcome === 'success') refreshBalance(namespace)
      if (hasTransaction()) {
        if (outcome === 'success' || selectIsOpen(state())) commands.popTransaction(outcome)
      } else if (left > 0 || !selectIsOpen(state())) return
      else if (isRoomShown() && isModalError(error) && WITHOUT_WALLET.includes(error.code)) {
        refillRoom({ error: serializeError(error, error.code) })
      } else leaveRoom()
    },
    open() {
      if (selectIsOpen(state())) withdrawRoom()
      else void opening.open().catch(() => {})
    },
    showNotAllowed: () => void store.dispatch(snackShown({ variant: 'error', key: 'host.approve.notAllowed' })),
  }
}
