/** The chunk of everything about wallets that are not in this browser: fetched on intent, never before the list is painted. */
export { AllWallets } from './AllWallets.tsx'
export { ConnectingMultiChain } from './ConnectingMultiChain.tsx'
export { ConnectingWalletConnect } from './ConnectingWalletConnect.tsx'
export { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.tsx'
export { ConnectWallets } from './ConnectWallets.tsx'
export { Downloads } from './Downloads.tsx'
export { GetWallet } from './GetWallet.tsx'
