import { type Account, selectAccount, type ViewName } from '@portico/contracts'
import type { HostCommands } from '../router/createCommands.ts'
import { selectCurrentEntry, selectStack, viewPushed, viewsWithdrawn } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { ShellStore } from '../store.ts'
import { selectSignInView } from './siwxSlice.ts'
import { CAPTURE_VIEWS } from './watchCapture.ts'

const VIEW: ViewName = 'SIWXSignMessage'

/** Views that have served their purpose once a visitor has to sign in, so Back must not return to them. */
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
  /** Views that have served their purpose once a visitor is connected. */
  readonly connectingViews: readonly ViewName[]
  /** Shows this view alone, even if the window is closed. */
  readonly present: (view: ViewName) => void
  /** Takes a newly connected visitor to the next view. */
  readonly arrive: (account: Account) => void
  /** Settles once it is known whether visitors are asked for an email address first. */
  readonly captureKnown: () => Promise<void>
}

/** Shows and leaves the sign-in view. */
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

    /**
     * Lets the embedded wallet show its approval over this view, by registering a transaction. @returns a function that
     * ends this
     */
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

    /** Leaves the view. `isArrival`: the account has just connected, and the window was opened for this. */
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

    /** Removes the view when there is no account to sign in. */
    withdraw() {
      const fallback = selectAccount(store.getState()) ? 'Account' : 'Connect'
      store.dispatch(viewsWithdrawn([VIEW, ...CAPTURE_VIEWS], fallback))
    },
  }
}
