import type { ViewName } from '@portico/contracts'

export interface Situation {
  readonly hasAdapters: boolean
  readonly isConnected: boolean
  readonly isMobile: boolean
  readonly requested?: ViewName | undefined
}

/** The opening rules of rules.md §2, in order. */
export function firstView({ hasAdapters, isConnected, isMobile, requested }: Situation): ViewName {
  if (!hasAdapters && !isConnected) return isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  if (requested) return requested
  return isConnected ? 'Account' : 'Connect'
}

/** Whether the window may be closed (views.md §3.3); if not, it shakes instead. */
export function mayClose(views: readonly ViewName[], mustSignIn = false): boolean {
  const current = views.at(-1)
  // This applies even while an approval of the embedded wallet covers the view.
  if (mustSignIn && views.includes('SIWXSignMessage')) return false
  return !(current === 'UnsupportedChain' || (current === 'SwitchNetwork' && views.includes('UnsupportedChain')))
}
