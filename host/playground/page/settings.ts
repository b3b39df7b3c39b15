import type { CaipNetworkId } from '@portico/contracts'
import type { EndpointOptions } from '../../src/options/types.ts'

export interface LocalChain {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
}

/** A local network of a family without chain ids. */
export interface OtherLocalChain {
  readonly caipNetworkId: CaipNetworkId
  readonly name: string
  /** JSON-RPC, or Esplora's REST interface for Bitcoin. */
  readonly rpcUrl: string
  /** The endpoint for subscriptions. */
  readonly socketUrl?: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** The URLs of the local stack, which the server writes into the page because every port is configurable. */
export interface PageSettings {
  readonly projectId: string
  readonly endpoints: Required<EndpointOptions>
  readonly chains: readonly [LocalChain, ...LocalChain[]]
  readonly solana?: OtherLocalChain
  readonly bitcoin?: OtherLocalChain
}

/** Read from a data script, which a strict policy allows. */
export function readSettings(): PageSettings {
  const element = document.getElementById('settings')
  return JSON.parse(element?.textContent ?? '{}') as PageSettings
}
