import type { SerializedError, ViewModule, ViewName } from '@portico/contracts'
import { loadPinned } from './kernel/loadPinned.ts'
import type { OwnView } from './router/viewSource.ts'
import { Connect } from './views/Connect/Connect.tsx'
import { ConnectingExternal } from './views/ConnectingExternal/ConnectingExternal.tsx'
import { InitialisationFailed } from './views/Help/InitialisationFailed.tsx'

declare module '@portico/contracts' {
  interface ViewParams {
    /** Shown when the options leave nothing else to show. */
    InitialisationFailed: SerializedError
  }
}

type More = Pick<OwnView, 'needsAccount' | 'isInternal'>

const own = (title: string, component: ViewModule['default'], more: More = {}): OwnView => ({
  title,
  ...more,
  module: { default: component },
})

/** Views that come together, as one pinned file. */
const chunkOf =
  <View extends string>(load: () => Promise<Readonly<Record<View, unknown>>>) =>
  (title: string, view: View, more: More = {}): OwnView => ({
    title,
    ...more,
    module: async () => ({ default: (await loadPinned(load))[view] as ViewModule['default'] }),
  })

const account = chunkOf(() => import(/* webpackChunkName: "account" */ './views/accountViews.ts'))
const settings = chunkOf(() => import(/* webpackChunkName: "account-settings" */ './views/settings/settingsViews.ts'))
const wallets = chunkOf(() => import(/* webpackChunkName: "wallets" */ './views/wallets/walletViews.ts'))

const embedded = chunkOf(
  () => import(/* webpackChunkName: "embedded-wallet" */ './views/ApproveTransaction/ApproveTransaction.tsx'),
)
const siwx = chunkOf(() => import(/* webpackChunkName: "siwx-view" */ './views/SIWXSignMessage/SIWXSignMessage.tsx'))

const internal = { isInternal: true }
const ofAccount = { needsAccount: true }

/** Our own screens, described like a remote that is always there. */
export const CORE_VIEWS: Readonly<Partial<Record<ViewName, OwnView>>> = {
  Account: account('host.title.account', 'Account', ofAccount),
  AccountSettings: settings('host.title.settings', 'AccountSettings', ofAccount),
  AllWallets: wallets('host.title.allWallets', 'AllWallets'),
  ApproveTransaction: embedded('host.title.approve', 'ApproveTransaction', internal),
  ChooseAccountName: settings('host.title.name', 'ChooseAccountName', ofAccount),
  Connect: own('host.title.connect', Connect),
  ConnectingExternal: own('host.title.connect', ConnectingExternal, internal),
  ConnectingMultiChain: wallets('host.title.multiChain', 'ConnectingMultiChain', internal),
  ConnectingWalletConnect: wallets('host.title.pairing', 'ConnectingWalletConnect', internal),
  ConnectingWalletConnectBasic: wallets('host.title.pairing', 'ConnectingWalletConnectBasic'),
  ConnectWallets: wallets('host.title.connect', 'ConnectWallets'),
  Downloads: wallets('host.title.downloads', 'Downloads', internal),
  GetWallet: wallets('host.title.getWallet', 'GetWallet'),
  InitialisationFailed: own('host.title.connect', InitialisationFailed, internal),
  Networks: account('host.title.networks', 'Networks'),
  ProfileWallets: account('host.title.profileWallets', 'ProfileWallets'),
  RegisterAccountName: settings('host.title.name', 'RegisterAccountName', ofAccount),
  RegisterAccountNameSuccess: settings('host.title.name', 'RegisterAccountNameSuccess', internal),
  SIWXSignMessage: siwx('host.title.siwx', 'SIWXSignMessage', internal),
  SmartAccountSettings: settings('host.title.smartAccount', 'SmartAccountSettings', ofAccount),
  SwitchActiveChain: account('host.title.switchActiveChain', 'SwitchActiveChain', internal),
  SwitchNetwork: account('host.title.switchNetwork', 'SwitchNetwork', internal),
  UnsupportedChain: account('host.title.switchNetwork', 'UnsupportedChain', internal),
  WhatIsANetwork: account('host.title.whatIsANetwork', 'WhatIsANetwork'),
  WhatIsAWallet: account('host.title.whatIsAWallet', 'WhatIsAWallet'),
}
