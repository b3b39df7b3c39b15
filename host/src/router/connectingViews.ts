import type { ViewName } from '@portico/contracts'

/** Views from which only paired wallets are reached: a visitor who points at a link to one of them may want to pair. */
export const PAIRING_VIEWS: readonly string[] = [
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
] satisfies readonly ViewName[]

/** Views for a visitor who is about to connect. They have served their purpose once the connection is made. */
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
