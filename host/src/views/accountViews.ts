/** The chunk of what a connected visitor sees, and of the help: fetched on intent, or when the page is idle after an open. */
export { Account } from './Account/Account.tsx'
export { NftDetails } from './Account/nfts/NftDetails.tsx'
export { WhatIsANetwork, WhatIsAWallet } from './Help/Help.tsx'
export { Networks } from './Networks/Networks.tsx'
export { ProfileWallets } from './ProfileWallets/ProfileWallets.tsx'
export { SwitchActiveChain } from './SwitchActiveChain/SwitchActiveChain.tsx'
export { SwitchNetwork } from './SwitchNetwork/SwitchNetwork.tsx'
export { UnsupportedChain } from './UnsupportedChain/UnsupportedChain.tsx'
