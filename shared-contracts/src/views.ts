import type { SocialProvider } from './socialProviders.ts'

/**
 * The views that a site or another feature may open, with their parameters. A remote declares its private views next to
 * its `defineRemote`, by declaration merging. The names are those of rules.md §2.
 */
export interface ViewParams {
  Account: undefined
  AccountSettings: undefined
  AllWallets: undefined
  /** Shows what the embedded wallet is about to sign. The wallet's frame covers this view. */
  ApproveTransaction: undefined
  ChooseAccountName: undefined
  /** With `namespace`, only the wallets of that family are shown. */
  Connect: { readonly namespace?: string } | undefined
  ConnectingFarcaster: undefined
  /** A window is open, or the browser has blocked it: see `Commands.openSocialPopup`. */
  ConnectingSocial: { readonly provider: SocialProvider }
  ConnectSocials: undefined
  ConnectingExternal: { readonly namespace: string; readonly connectorId: string; readonly place?: WalletPlace }
  /** `members` are the connectors of one wallet, in the families that it supports. */
  ConnectingMultiChain: {
    readonly members: readonly { readonly namespace: string; readonly connectorId: string }[]
    readonly place?: WalletPlace
  }
  /** `walletId` is the id of the chosen wallet in the directory. Without it, any wallet can scan the code. */
  ConnectingWalletConnect: { readonly walletId?: string; readonly place?: WalletPlace }
  ConnectingWalletConnectBasic: undefined
  ConnectWallets: undefined
  DataCapture: undefined
  EmailLogin: undefined
  EmailVerifyDevice: { readonly email: string }
  EmailVerifyOtp: { readonly email: string }
  /** For a bug report: every remote, and every host in use. */
  Diagnostics: undefined
  Downloads: { readonly walletId: string }
  GetWallet: undefined
  Networks: undefined
  /** An NFT in the active account's list, where `key` identifies it. */
  NftDetails: { readonly key: string }
  OnRampProviders: undefined
  /** A payment that the site requests. */
  Pay: PayArguments | undefined
  ProfileWallets: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  /** The preview of a wallet request from the site (option `preview: 'all'`). */
  RequestPreview: undefined
  SIWXSignMessage: undefined
  SmartAccountSettings: undefined
  /** Tokens are given by symbol; the amount is the first token's. Invalid arguments are reported and dropped. */
  Swap: SwapArguments | undefined
  /** For a network of a family that has no connection yet. */
  SwitchActiveChain: { readonly caipNetworkId: string }
  SwitchNetwork: { readonly caipNetworkId: string }
  UnsupportedChain: undefined
  /** `redirectView` is the view to show after the update. Without it, the modal closes. */
  UpdateEmailWallet: { readonly redirectView?: ViewName } | undefined
  WalletReceive: undefined
  /** With arguments from a site, only the requested transfer can be sent. */
  WalletSend: SendArguments | undefined
  /** The outcome of a sent transaction. `isAsked`: the site requested it, so the view's button closes the modal. */
  WalletSendConfirmed: { readonly caipNetworkId: string; readonly hash: string; readonly isAsked?: boolean }
  WhatIsANetwork: undefined
  WhatIsAWallet: undefined
}

/** A site's request (public-api.md §6), not validated yet. */
export interface SendArguments {
  /** A decimal number with a point. */
  readonly amount?: string | number
  /** The address of the token's contract. `native`, or no address, stands for the network's own coin. */
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
    /** The token's address, or `native`. */
    readonly asset?: string
    /** The site's metadata for the token. The chain's takes precedence; if decimals differ, payment is impossible. */
    readonly metadata?: { readonly name?: string; readonly symbol?: string; readonly decimals?: number }
  }
  /** The address that gets the payment. */
  readonly recipient?: string
  /** An amount of the asset, as a decimal number with a point: `12.5`. */
  readonly amount?: string | number
}

export type ViewName = keyof ViewParams

declare global {
  /**
   * Views of remotes that a site may open. A remote's package adds its own by declaration merging, with `undefined` for a
   * view without parameters: `interface PorticoPublicViews { AccountSafety: undefined }`. It is global, because each site
   * imports the modal's types from a place of its own.
   */
  interface PorticoPublicViews {}
}

/** What a site can open by name. */
export type PublicViewName = ViewName | keyof PorticoPublicViews

/** Where the visitor saw the wallet they chose, for analytics events. */
export interface WalletPlace {
  readonly view: ViewName
  /** The position in the list, counted from 0. */
  readonly displayIndex?: number
  /** The wallet's position in the directory. */
  readonly walletRank?: number
}

/** The props of a view's component. */
export interface ViewProps<V extends ViewName> {
  readonly params: ViewParams[V]
  /** Aborts when this view leaves the stack. Pass it to everything that the view waits for. */
  readonly signal: AbortSignal
}

/** A lazily loaded module whose default export is the view's component. */
export interface ViewModule {
  readonly default: (props: { params: never; signal: AbortSignal }) => unknown
}

export interface ViewDefinition {
  /** The message key of the view's title. */
  readonly title: string
  /** True when the view shows nothing without an account. */
  readonly needsAccount?: boolean
  readonly load: () => Promise<ViewModule>
}

export type ViewDefinitions = { readonly [V in ViewName]?: ViewDefinition }
