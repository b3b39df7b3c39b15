import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import type { Chains } from './chains.ts'
import type { PriceSource } from './priceSource.ts'
import type { TokenDirectory } from './tokenDirectory.ts'

/** Dependencies of every part of the blockchain API. */
export interface Parts {
  readonly chains: Chains
  readonly projects: KnownProjects
  readonly tokens: TokenDirectory
  readonly prices: PriceSource
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
}
