import type { SerializedError, ViewModule, ViewName } from '@portico/contracts'
import type { OwnView } from './router/viewSource.ts'
import { Account } from './views/Account/Account.tsx'
import { Connect } from './views/Connect/Connect.tsx'
import { ConnectingExternal } from './views/ConnectingExternal/ConnectingExternal.tsx'
import { WhatIsANetwork, WhatIsAWallet } from './views/Help/Help.tsx'
import { InitialisationFailed } from './views/Help/InitialisationFailed.tsx'
import { Networks } from './views/Networks/Networks.tsx'
import { Pairing } from './views/Pairing/Pairing.tsx'
import { SwitchNetwork } from './views/SwitchNetwork/SwitchNetwork.tsx'
import { UnsupportedChain } from './views/UnsupportedChain/UnsupportedChain.tsx'

declare module '@portico/contracts' {
  interface ViewParams {
    /** Shown when the options leave nothing else to show. */
    InitialisationFailed: SerializedError
  }
}

const own = (
  title: string,
  component: ViewModule['default'],
  more: Pick<OwnView, 'needsAccount' | 'isInternal'> = {},
): OwnView => ({ title, ...more, module: { default: component } })

const internal = { isInternal: true }

/** Our own screens, described like a remote that is always there. */
export const CORE_VIEWS: Readonly<Partial<Record<ViewName, OwnView>>> = {
  Account: own('host.title.account', Account, { needsAccount: true }),
  AllWallets: own('host.title.allWallets', Pairing),
  Connect: own('host.title.connect', Connect),
  ConnectingExternal: own('host.title.connect', ConnectingExternal, internal),
  ConnectingWalletConnectBasic: own('host.title.pairing', Pairing),
  InitialisationFailed: own('host.title.connect', InitialisationFailed, internal),
  Networks: own('host.title.networks', Networks),
  SwitchNetwork: own('host.title.switchNetwork', SwitchNetwork, internal),
  UnsupportedChain: own('host.title.switchNetwork', UnsupportedChain, internal),
  WhatIsANetwork: own('host.title.whatIsANetwork', WhatIsANetwork),
  WhatIsAWallet: own('host.title.whatIsAWallet', WhatIsAWallet),
}
