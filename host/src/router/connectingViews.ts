import type { ViewName } from '@portico/contracts'

/** Where a visitor stands who is about to connect: what they came for has happened once they are. */
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
