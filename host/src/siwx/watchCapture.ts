import { selectAccount, type ViewName } from '@portico/contracts'
import type { TypedStartListening } from '@reduxjs/toolkit'
import { selectStack } from '../router/routerSlice.ts'
import type { RootState, ShellDispatch } from '../store.ts'
import { disconnectAccount } from './disconnectAccount.ts'

/** views.md §16: they come before the view of signing in. */
export const CAPTURE_VIEWS: readonly ViewName[] = ['DataCapture', 'DataCaptureOtpConfirm' as ViewName]

const isAsked = (state: RootState) => selectStack(state).some(({ view }) => CAPTURE_VIEWS.includes(view))

/** A visitor who has signed in meanwhile, as in another tab, or who has gone on to sign, stays. */
function hasToGo(state: RootState): boolean {
  const { isOn, unsigned, captured } = state.siwx
  const account = selectAccount(state)?.caipAddress
  return account !== undefined && captured !== account && (!isOn || unsigned === account)
}

/**
 * views.md §3.3: a visitor who leaves the question for an e-mail address without going on is disconnected. The host sees to
 * it, because the view's own code may still be on its way.
 */
export function watchCapture(startListening: TypedStartListening<RootState, ShellDispatch>): () => void {
  return startListening({
    predicate: (_, now, before) => now.router !== before.router && isAsked(before) && !isAsked(now) && hasToGo(now),
    effect(_, { getState, dispatch }) {
      const account = selectAccount(getState())
      if (account) void dispatch(disconnectAccount(account))
    },
  })
}
