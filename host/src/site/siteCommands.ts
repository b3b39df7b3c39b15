/** The chunk of rarely used site commands. */

export { fetchBalance, fetchIdentity } from '../account/publicFacts.ts'
export { previewRequests } from '../acting/preview/previewRequests.ts'
export { addNetwork, removeNetwork } from '../connections/editNetworks.ts'
export { setPreferredAccountType } from '../connections/setPreferredAccountType.ts'
export { switchConnection } from '../connections/switchConnection.ts'
export { updateEmail } from '../embeddedWallet/updateEmail.ts'
export { openWithArguments } from './openWithArguments.ts'
export { switchTo } from './switchTo.ts'
