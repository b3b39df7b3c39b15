/**
 * The views that follow the choice of a wallet, and the help. Loaded on intent, or when the page is idle after opening.
 */
export { Account } from './Account/Account.tsx'
export { NftDetails } from './Account/nfts/NftDetails.tsx'
export { ConnectingExternal } from './ConnectingExternal/ConnectingExternal.tsx'
export { WhatIsANetwork, WhatIsAWallet } from './Help/Help.tsx'
export { Networks } from './Networks/Networks.tsx'
export { ProfileWallets } from './ProfileWallets/ProfileWallets.tsx'
export { SwitchActiveChain } from './SwitchActiveChain/SwitchActiveChain.tsx'
export { SwitchNetwork } from './SwitchNetwork/SwitchNetwork.tsx'
export { UnsupportedChain } from './UnsupportedChain/UnsupportedChain.tsx'
