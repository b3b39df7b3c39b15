import type { ViewName } from '@portico/contracts'

/** Views that lead only to paired wallets: a visitor who points at a link to one may want to pair. */
export const PAIRING_VIEWS: readonly string[] = [
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
] satisfies readonly ViewName[]

/** Views for a visitor who is about to connect; they are done once the connection is made. */
export const CONNECTING_VIEWS: readonly ViewName[] = [
  'AllWallets',
  'ConnectingExternal',
  'ConnectingFarcaster',
  'ConnectingMultiChain',
  'ConnectingSocial',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'ConnectWallets',
  'EmailLogin',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
]
