import type { ViewName } from '@portico/contracts'

/**
 * They lead to nothing but paired wallets; the directory is a list of those. Whoever points at what leads there may want to
 * pair.
 */
export const PAIRING_VIEWS: readonly string[] = [
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
] satisfies readonly ViewName[]

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
