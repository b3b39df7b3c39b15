import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** A network of rules.md §3, after the options are parsed. Its CAIP ids are always present. */
export interface Network {
  /** The reference of the CAIP-2 id: a number for EVM, a text in other families. */
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Our RPC URLs, in the order in which they are tried. */
  readonly rpcUrls: readonly string[]
  /** The RPC URLs that a wallet may get; they never contain a project id. */
  readonly walletRpcUrls: readonly string[]
  readonly blockExplorerUrl?: string
  readonly testnet: boolean
  /** An absolute URL. When undefined, a monogram is drawn. */
  readonly imageUrl?: string
}
