import { selectAccount, selectNetwork } from '@portico/contracts'
import { loadBalance } from '../account/loadBalance.ts'
import { snackShown } from '../feedbackSlice.ts'
import { selectIsOpen } from '../router/routerSlice.ts'
import type { RpcScreen } from './rpcGate.ts'
import type { EmbeddedSetup } from './setup.ts'

/** How requests of the embedded wallet move the window (views.md §2.5). */
export function createScreen({
  store,
  commands,
  lifecycle,
}: Pick<EmbeddedSetup, 'store' | 'commands' | 'lifecycle'>): RpcScreen {
  const state = () => store.getState()
  const hasTransaction = () => state().router.transactions.length > 0

  function refreshBalance(): void {
    const account = selectAccount(state())
    const id = account?.caipAddress.slice(0, account.caipAddress.lastIndexOf(':'))
    const network = selectNetwork(state(), id as Parameters<typeof selectNetwork>[1])
    if (account && network) void store.dispatch(loadBalance(account, network, true)).catch(() => {})
  }

  return {
    showApproval() {
      if (!selectIsOpen(state())) lifecycle.present('ApproveTransaction')
      // A window that is open without a transaction belongs to the visitor: nothing is put in the place of what they see.
      else if (hasTransaction()) commands.navigate('ApproveTransaction')
    },
    approvalEnded(outcome, left) {
      if (outcome === 'success') refreshBalance()
      if (hasTransaction()) {
        if (outcome === 'success' || selectIsOpen(state())) commands.popTransaction(outcome)
      } else if (selectIsOpen(state()) && left === 0) commands.close()
    },
    open() {
      if (!selectIsOpen(state())) void lifecycle.open().catch(() => {})
    },
    showNotAllowed: () => void store.dispatch(snackShown({ variant: 'error', key: 'host.approve.notAllowed' })),
  }
}
