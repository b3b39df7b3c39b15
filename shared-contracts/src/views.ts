import type { SocialProvider } from './socialProviders.ts'

/**
 * The views that a site or another feature may open, with their parameters. A remote declares its private views by
 * declaration merging, beside its `defineRemote`. Names are those of rules.md §2.
 */
export interface ViewParams {
  Account: undefined
  AccountSettings: undefined
  AllWallets: undefined
  /** What the embedded wallet is about to sign: its frame covers this view. */
  ApproveTransaction: undefined
  ChooseAccountName: undefined
  /** `namespace`: only that family's wallets. */
  Connect: { readonly namespace?: string } | undefined
  ConnectingFarcaster: undefined
  /** A window is open, or the browser refused it: see `Commands.openSocialPopup`. */
  ConnectingSocial: { readonly provider: SocialProvider }
  ConnectSocials: undefined
  ConnectingExternal: { readonly namespace: string; readonly connectorId: string; readonly place?: WalletPlace }
  /** The members of a wallet that serves several families. */
  ConnectingMultiChain: {
    readonly members: readonly { readonly namespace: string; readonly connectorId: string }[]
    readonly place?: WalletPlace
  }
  /** `walletId`: the chosen wallet's directory id; absent: any wallet, through a code to scan. */
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
  /** An NFT of the active account's list. `key`: its key there. */
  NftDetails: { readonly key: string }
  OnRampProviders: undefined
  /** A payment that a site requests. */
  Pay: PayArguments | undefined
  ProfileWallets: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  /** A preview of the site's wallet request (option `preview: 'all'`). */
  RequestPreview: undefined
  SIWXSignMessage: undefined
  SmartAccountSettings: undefined
  /** Tokens by symbol, and the amount of the first; invalid arguments are reported and dropped. */
  Swap: SwapArguments | undefined
  /** The network belongs to a family that has no connection yet. */
  SwitchActiveChain: { readonly caipNetworkId: string }
  SwitchNetwork: { readonly caipNetworkId: string }
  UnsupportedChain: undefined
  /** `redirectView`: where to go afterwards; absent: the modal closes. */
  UpdateEmailWallet: { readonly redirectView?: ViewName } | undefined
  WalletReceive: undefined
  /** With a site's arguments: only the requested transfer can be sent. */
  WalletSend: SendArguments | undefined
  /** The outcome of a sent transaction. `isAsked`: a site requested it, and the modal closes with it. */
  WalletSendConfirmed: { readonly caipNetworkId: string; readonly hash: string; readonly isAsked?: boolean }
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}

/** A site's request (public-api.md §6), not validated yet. */
export interface SendArguments {
  /** A decimal number with a point. */
  readonly amount?: string | number
  /** The token's contract; `native`, or absent: the network's own coin. */
  readonly assetAddress?: string
  readonly namespace?: string
  readonly chainId?: string | number
  readonly to?: string
}

/** A site's request (public-api.md §6), not validated yet. */
export interface SwapArguments {
  readonly fromToken?: string
  readonly toToken?: string
  /** A decimal number with a point. */
  readonly amount?: string
}

/** A site's request (public-api.md §15), not validated yet. */
export interface PayArguments {
  readonly paymentAsset?: {
    /** CAIP-2 */
    readonly network?: string
    /** `native`, or the token's address. */
    readonly asset?: string
    /** The token's metadata. The chain's own counts; if the decimals differ, payment is impossible. */
    readonly metadata?: { readonly name?: string; readonly symbol?: string; readonly decimals?: number }
  }
  /** The payee. */
  readonly recipient?: string
  /** An amount of the asset, as a decimal number with a point: `12.5`. */
  readonly amount?: string | number
}

export type ViewName = keyof ViewParams

/** Where the visitor saw the wallet they chose, for analytics events. */
export interface WalletPlace {
  readonly view: ViewName
  /** In the list, from 0. */
  readonly displayIndex?: number
  /** Its place in the directory. */
  readonly walletRank?: number
}

/** The props of a view's component. */
export interface ViewProps<V extends ViewName> {
  readonly params: ViewParams[V]
  /** Aborts when this view leaves the stack: pass it to everything the view waits for. */
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
