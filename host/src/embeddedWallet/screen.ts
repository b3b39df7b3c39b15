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
import { selectCurrentEntry, selectIsOpen } from '../router/routerSlice.ts'
import type { RpcScreen } from './rpcGate.ts'
import type { EmbeddedSetup } from './setup.ts'

/**
 * The wallet itself is not there. Of what was shown the frame has said how it ended, or the visitor has ended it; a request
 * that cannot be shown is the page's own fault, and the page is told.
 */
const WITHOUT_WALLET: readonly ErrorCode[] = [
  'frame.domainUnverified',
  'frame.keyUnavailable',
  'frame.loadFailed',
  'frame.stopped',
]

/** How requests of the embedded wallet move the window (views.md §2.5). */
export function createScreen({
  store,
  commands,
  lifecycle,
}: Pick<EmbeddedSetup, 'store' | 'commands' | 'lifecycle'>): RpcScreen {
  const state = () => store.getState()
  const hasTransaction = () => state().router.transactions.length > 0
  const isRoomShown = () => selectIsOpen(state()) && selectCurrentEntry(state()).view === 'ApproveTransaction'
  const hasFailed = () => selectCurrentEntry(state()).params !== undefined

  function refreshBalance(namespace: ChainNamespace): void {
    const account = selectAccount(state(), namespace)
    const id = account?.caipAddress.slice(0, account.caipAddress.lastIndexOf(':'))
    const network = selectNetwork(state(), id as Parameters<typeof selectNetwork>[1])
    if (account && network) void store.dispatch(loadBalance(account, network, true)).catch(() => {})
  }

  return {
    showApproval() {
      // Where the room for it is there already, it may say why the last request has failed.
      if (!selectIsOpen(state()) || (isRoomShown() && hasFailed())) lifecycle.present('ApproveTransaction')
      // A window that is open without a transaction belongs to the visitor: nothing is put in the place of what they see.
      else if (hasTransaction()) commands.navigate('ApproveTransaction')
    },
    approvalEnded({ namespace, outcome, left, error }) {
      if (outcome === 'success') refreshBalance(namespace)
      if (hasTransaction()) {
        if (outcome === 'success' || selectIsOpen(state())) commands.popTransaction(outcome)
      } else if (left === 0 && isRoomShown() && isModalError(error) && WITHOUT_WALLET.includes(error.code)) {
        lifecycle.present('ApproveTransaction', { error: serializeError(error, error.code) })
      } else if (selectIsOpen(state()) && left === 0) commands.close()
    },
    open() {
      if (!selectIsOpen(state())) void lifecycle.open().catch(() => {})
    },
    showNotAllowed: () => void store.dispatch(snackShown({ variant: 'error', key: 'host.approve.notAllowed' })),
  }
}
