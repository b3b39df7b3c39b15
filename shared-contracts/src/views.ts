import type { SocialProvider } from './socialProviders.ts'

/**
 * The views that a site or another feature may ask for, with their parameters. A remote declares its private views by
 * declaration merging, beside its `defineRemote`. Names are those of the specification, §2.
 */
export interface ViewParams {
  Account: undefined
  AccountSettings: undefined
  AllWallets: undefined
  /** What the embedded wallet is about to sign: its frame lies over this view. */
  ApproveTransaction: undefined
  ChooseAccountName: undefined
  /** `namespace`: only wallets of that family. */
  Connect: { readonly namespace?: string } | undefined
  ConnectingFarcaster: undefined
  /** A window is open, or was refused by the browser: see `Commands.openSocialPopup`. */
  ConnectingSocial: { readonly provider: SocialProvider }
  ConnectSocials: undefined
  ConnectingExternal: { readonly namespace: string; readonly connectorId: string; readonly place?: WalletPlace }
  /** The members of a wallet that serves several families. */
  ConnectingMultiChain: {
    readonly members: readonly { readonly namespace: string; readonly connectorId: string }[]
    readonly place?: WalletPlace
  }
  /** `walletId`: the wallet of the directory that was chosen; absent: any wallet, by a code to scan. */
  ConnectingWalletConnect: { readonly walletId?: string; readonly place?: WalletPlace }
  ConnectingWalletConnectBasic: undefined
  ConnectWallets: undefined
  EmailLogin: undefined
  EmailVerifyDevice: { readonly email: string }
  EmailVerifyOtp: { readonly email: string }
  Downloads: { readonly walletId: string }
  GetWallet: undefined
  Networks: undefined
  ProfileWallets: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  SIWXSignMessage: undefined
  SmartAccountSettings: undefined
  /** The network belongs to a family that has no connection yet. */
  SwitchActiveChain: { readonly caipNetworkId: string }
  SwitchNetwork: { readonly caipNetworkId: string }
  UnsupportedChain: undefined
  /** `redirectView`: where to go afterwards; absent: the window closes. */
  UpdateEmailWallet: { readonly redirectView?: ViewName } | undefined
  WalletReceive: undefined
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}

export type ViewName = keyof ViewParams

/** Where a visitor has seen the wallet that they chose, for the events that tell of it. */
export interface WalletPlace {
  readonly view: ViewName
  /** In the list, from 0. */
  readonly displayIndex?: number
  /** Its place in the directory. */
  readonly walletRank?: number
}

/** What a view's component is given. */
export interface ViewProps<V extends ViewName> {
  readonly params: ViewParams[V]
  /** Aborts when this view leaves the stack: hand it to whatever the view waits for. */
  readonly signal: AbortSignal
}

/** A lazily loaded module whose default export is the view's component. */
export interface ViewModule {
  readonly default: (props: { params: never; signal: AbortSignal }) => unknown
}

export interface ViewDefinition {
  /** A message key. */
  readonly title: string
  /** True when the view has nothing to show without an account. */
  readonly needsAccount?: boolean
  readonly load: () => Promise<ViewModule>
}

export type ViewDefinitions = { readonly [V in ViewName]?: ViewDefinition }
