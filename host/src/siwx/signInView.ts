import { type Account, selectAccount, type ViewName } from '@portico/contracts'
import type { HostCommands } from '../router/createCommands.ts'
import { selectCurrentEntry, selectStack, viewPushed, viewsWithdrawn } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { ShellStore } from '../store.ts'
import { selectSignInView } from './siwxSlice.ts'
import { CAPTURE_VIEWS } from './watchCapture.ts'

const VIEW: ViewName = 'SIWXSignMessage'

/** What they were for has happened once a visitor has to sign in: nobody comes back to them. */
const DONE_WITH: readonly ViewName[] = [
  'Connect',
  'Networks',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
  ...CAPTURE_VIEWS,
  VIEW,
]

export interface Frame {
  readonly store: ShellStore
  readonly commands: HostCommands
  /** Views that are done with once a visitor is connected. */
  readonly connectingViews: readonly ViewName[]
  /** Shows one view and nothing else, also in a window that is closed. */
  readonly present: (view: ViewName) => void
  /** Where a visitor goes who has just connected. */
  readonly arrive: (account: Account) => void
  /** Settles when it is known whether an e-mail address is asked for first. */
  readonly captureKnown: () => Promise<void>
}

/** How the view of signing in comes, and how it goes. */
export function createSignInView({ store, commands, connectingViews, present, arrive }: Frame) {
  const doneWith = [...DONE_WITH, ...connectingViews]
  const current = () => selectCurrentEntry(store.getState()).view

  return {
    isShown: () => selectIsShown(store.getState()) && current() === VIEW,

    show() {
      const view = selectSignInView(store.getState())
      const isThere = current() === view || (view !== VIEW && CAPTURE_VIEWS.includes(current()))
      if (isThere && selectIsShown(store.getState())) return
      const staysBelow = selectStack(store.getState()).some((below) => !doneWith.includes(below.view))
      if (!staysBelow || !selectIsShown(store.getState())) return present(view)
      store.dispatch(viewsWithdrawn(doneWith, view))
      store.dispatch(viewPushed({ view }))
    },

    /** Lets the embedded wallet show over the question what it signs: to it this is a transaction. @returns its undo */
    letApprove(): () => void {
      const comeBack = () => {
        if (current() === 'ApproveTransaction') commands.back()
      }
      const end = commands.pushTransaction({ onSuccess: comeBack })
      return () => {
        end()
        comeBack()
      }
    },

    /** Nobody has to sign in any more. With `isArrival` the account has just been connected: that is what the window was for. */
    leave(account: Account, isArrival: boolean) {
      const isAlone = selectStack(store.getState()).length === 1
      if (current() === VIEW) {
        if (!isAlone) commands.back()
        else if (isArrival) arrive(account)
        else commands.close()
      } else {
        this.withdraw()
        if (isArrival && connectingViews.includes(current())) arrive(account)
      }
    },

    /** There is no account that could sign in. */
    withdraw() {
      const fallback = selectAccount(store.getState()) ? 'Account' : 'Connect'
      store.dispatch(viewsWithdrawn([VIEW, ...CAPTURE_VIEWS], fallback))
    },
  }
}
