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
  /** JSON-RPC, or the REST interface of Esplora where it is Bitcoin. */
  readonly rpcUrl: string
  /** Where it is asked to tell by itself. */
  readonly socketUrl?: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Where the local stack is: written into the page by the server, because every port can be shifted. */
export interface PageSettings {
  readonly projectId: string
  readonly endpoints: Required<EndpointOptions>
  readonly chains: readonly [LocalChain, ...LocalChain[]]
  readonly solana?: OtherLocalChain
  readonly bitcoin?: OtherLocalChain
}

/** It is a script that is no code, so that a strict policy lets it pass. */
export function readSettings(): PageSettings {
  const element = document.getElementById('settings')
  return JSON.parse(element?.textContent ?? '{}') as PageSettings
}
