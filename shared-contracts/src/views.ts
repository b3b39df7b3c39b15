import type { SocialProvider } from './socialProviders.ts'

/**
 * The views that a site or another feature may ask for, with their parameters. A remote declares its private views by
 * declaration merging, beside its `defineRemote`. Names are those of rules.md §2.
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
  DataCapture: undefined
  EmailLogin: undefined
  EmailVerifyDevice: { readonly email: string }
  EmailVerifyOtp: { readonly email: string }
  Downloads: { readonly walletId: string }
  GetWallet: undefined
  Networks: undefined
  /** One of the list of the active account. `key`: of the list. */
  NftDetails: { readonly key: string }
  OnRampProviders: undefined
  /** What a site asks its visitor to pay. */
  Pay: PayArguments | undefined
  ProfileWallets: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  /** What the site asks the wallet for, in words (option `preview: 'all'`). */
  RequestPreview: undefined
  SIWXSignMessage: undefined
  SmartAccountSettings: undefined
  /** Tokens by their symbols, and how much of the first; what is not valid is said, and left out. */
  Swap: SwapArguments | undefined
  /** The network belongs to a family that has no connection yet. */
  SwitchActiveChain: { readonly caipNetworkId: string }
  SwitchNetwork: { readonly caipNetworkId: string }
  UnsupportedChain: undefined
  /** `redirectView`: where to go afterwards; absent: the window closes. */
  UpdateEmailWallet: { readonly redirectView?: ViewName } | undefined
  WalletReceive: undefined
  /** With arguments of a site: what it asks for, and nothing else, can be sent. */
  WalletSend: SendArguments | undefined
  /** What became of a transaction that was sent. `isAsked`: a site has asked for it, and the window closes with it. */
  WalletSendConfirmed: { readonly caipNetworkId: string; readonly hash: string; readonly isAsked?: boolean }
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}

/** What a site may ask for (public-api.md §6): nothing of it is checked yet. */
export interface SendArguments {
  /** As it is written with a point. */
  readonly amount?: string | number
  /** Of the token's contract; `native`, or absent: the network's own coin. */
  readonly assetAddress?: string
  readonly namespace?: string
  readonly chainId?: string | number
  readonly to?: string
}

/** What a site may ask for (public-api.md §6): nothing of it is checked yet. */
export interface SwapArguments {
  readonly fromToken?: string
  readonly toToken?: string
  /** As it is written with a point. */
  readonly amount?: string
}

/** What a site may ask for (public-api.md §15): nothing of it is checked yet. */
export interface PayArguments {
  readonly paymentAsset?: {
    /** CAIP-2 */
    readonly network?: string
    /** `native`, or the address of the token. */
    readonly asset?: string
    /** Of the token. What the chain says of it counts; where the decimals are others, nothing can be paid. */
    readonly metadata?: { readonly name?: string; readonly symbol?: string; readonly decimals?: number }
  }
  /** Who is paid. */
  readonly recipient?: string
  /** Of the asset, as it is written with a point: `12.5`. */
  readonly amount?: string | number
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
