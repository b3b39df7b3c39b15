/** The chunk for wallets that are not installed. Loaded on intent, and never before the list is painted. */
export { AllWallets } from './AllWallets.tsx'
export { ConnectingMultiChain } from './ConnectingMultiChain.tsx'
export { ConnectingWalletConnect } from './ConnectingWalletConnect.tsx'
export { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.tsx'
export { ConnectWallets } from './ConnectWallets.tsx'
export { Downloads } from './Downloads.tsx'
export { GetWallet } from './GetWallet.tsx'
