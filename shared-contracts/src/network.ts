import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** rules.md §3 Network, once the options are parsed: CAIP ids are always present. */
export interface Network {
  /** CAIP-2 reference: a number for EVM, a string elsewhere. */
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Our RPC URLs, in the order they are tried. */
  readonly rpcUrls: readonly string[]
  /** The RPC URLs that a wallet may get: never one that contains a project id. */
  readonly walletRpcUrls: readonly string[]
  readonly blockExplorerUrl?: string
  readonly testnet: boolean
  /** An absolute URL, or undefined to draw the monogram. */
  readonly imageUrl?: string
}
