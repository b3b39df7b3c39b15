import { selectAccount, type ViewName } from '@portico/contracts'
import type { Kernel } from '../kernel/install.ts'
import { selectStack } from '../router/routerSlice.ts'
import type { RootState } from '../store.ts'
import { disconnectAccount } from './disconnectAccount.ts'

/** The views that come before the sign-in view (views.md §16). */
export const CAPTURE_VIEWS: readonly ViewName[] = ['DataCapture', 'DataCaptureOtpConfirm' as ViewName]

const isAsked = (state: RootState) => selectStack(state).some(({ view }) => CAPTURE_VIEWS.includes(view))

/** Whether to disconnect a visitor: not if they have since signed in (perhaps in another tab) or gone on to sign. */
function hasToGo(state: RootState): boolean {
  const { isOn, unsigned, captured } = state.siwx
  const account = selectAccount(state)?.caipAddress
  return account !== undefined && captured !== account && (!isOn || unsigned === account)
}

/** Disconnects a visitor who leaves when asked for an email address (views.md §3.3), even if the view is not loaded. */
export function watchCapture({ store, startListening }: Pick<Kernel, 'store' | 'startListening'>): () => void {
  return startListening({
    predicate: (_, now, before) => now.router !== before.router && isAsked(before) && !isAsked(now) && hasToGo(now),
    effect() {
      const account = selectAccount(store.getState())
      if (account) void store.dispatch(disconnectAccount(account))
    },
  })
}
