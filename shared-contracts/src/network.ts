import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** rules.md §3 Network, after the options have been read: CAIP ids are always there. */
export interface Network {
  /** CAIP-2 reference: a number for EVM, a string elsewhere. */
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** The URLs that we read from, in the order in which they are tried. */
  readonly rpcUrls: readonly string[]
  /** The URLs that may be handed to a wallet: never one with a project id in it. */
  readonly walletRpcUrls: readonly string[]
  readonly blockExplorerUrl?: string
  readonly testnet: boolean
  /** An absolute URL, or undefined when the monogram is drawn. */
  readonly imageUrl?: string
}
