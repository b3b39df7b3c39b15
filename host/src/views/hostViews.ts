import type { SerializedError, ViewModule, ViewName } from '@portico/contracts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { OwnView } from '../router/viewSource.ts'
import { Connect } from './Connect/Connect.tsx'
import { InitialisationFailed } from './Help/InitialisationFailed.tsx'

declare module '@portico/contracts' {
  interface ViewParams {
    /** Not a view of its own: above every view while a developer's remote runs. */
    DeveloperBar: undefined
    DeveloperOverride: undefined
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

/** Views that share one pinned chunk, with their titles and other static facts. */
const chunkOf =
  <View extends string>(load: () => Promise<Readonly<Record<View, unknown>>>) =>
  (views: Readonly<Partial<Record<View, readonly [title: string, more?: More]>>>) =>
    Object.fromEntries(
      (Object.entries(views) as [View, [string, More?]][]).map(([view, [title, more]]): [string, OwnView] => [
        view,
        { title, ...more, module: async () => ({ default: (await loadPinned(load))[view] as ViewModule['default'] }) },
      ]),
    )

const account = chunkOf(() => import(/* webpackChunkName: "account" */ './accountViews.ts'))
const settings = chunkOf(() => import(/* webpackChunkName: "account-settings" */ './settings/settingsViews.ts'))
const wallets = chunkOf(() => import(/* webpackChunkName: "wallets" */ './wallets/walletViews.ts'))

const embedded = chunkOf(
  () => import(/* webpackChunkName: "embedded-wallet" */ './ApproveTransaction/ApproveTransaction.tsx'),
)
const preview = chunkOf(() => import(/* webpackChunkName: "preview" */ './RequestPreview/RequestPreview.tsx'))
const developer = chunkOf(() => import(/* webpackChunkName: "developer" */ './developer/developerViews.ts'))
const siwx = chunkOf(() => import(/* webpackChunkName: "siwx" */ './SIWXSignMessage/SIWXSignMessage.tsx'))

const internal = { isInternal: true }
const ofAccount = { needsAccount: true }

/** Our own views, described like the views of a remote that is always there. */
export const HOST_VIEWS: Readonly<Partial<Record<ViewName, OwnView>>> = {
  Connect: own('host.title.connect', Connect),
  InitialisationFailed: own('host.title.connect', InitialisationFailed, internal),
  ...account({
    Account: ['host.title.account', ofAccount],
    ConnectingExternal: ['host.title.connect', internal],
    Networks: ['host.title.networks'],
    NftDetails: ['host.nfts.details.title', internal],
    ProfileWallets: ['host.title.profileWallets'],
    SwitchActiveChain: ['host.title.switchActiveChain', internal],
    SwitchNetwork: ['host.title.switchNetwork', internal],
    UnsupportedChain: ['host.title.switchNetwork', internal],
    WhatIsANetwork: ['host.title.whatIsANetwork'],
    WhatIsAWallet: ['host.title.whatIsAWallet'],
  }),
  ...settings({
    AccountSettings: ['host.title.settings', ofAccount],
    ChooseAccountName: ['host.title.name', ofAccount],
    RegisterAccountName: ['host.title.name', ofAccount],
    RegisterAccountNameSuccess: ['host.title.name', internal],
    SmartAccountSettings: ['host.title.smartAccount', ofAccount],
  }),
  ...wallets({
    AllWallets: ['host.title.allWallets'],
    ConnectingMultiChain: ['host.title.multiChain', internal],
    ConnectingWalletConnect: ['host.title.pairing', internal],
    ConnectingWalletConnectBasic: ['host.title.pairing'],
    ConnectWallets: ['host.title.connect'],
    Downloads: ['host.title.downloads', internal],
    GetWallet: ['host.title.getWallet'],
  }),
  ...embedded({
    ApproveTransaction: ['host.title.approve', internal],
  }),
  ...developer({
    DeveloperBar: ['', internal],
    DeveloperOverride: ['host.title.developer', internal],
    Diagnostics: ['host.title.diagnostics'],
  }),
  ...siwx({
    SIWXSignMessage: ['host.title.siwx', internal],
  }),
  ...preview({
    RequestPreview: ['host.title.approve', internal],
  }),
}
