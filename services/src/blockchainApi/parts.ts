import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import type { Chains } from './chains.ts'
import type { PriceSource } from './priceSource.ts'
import type { TokenDirectory } from './tokenDirectory.ts'

/** What every part of the blockchain API finds when it is mounted. */
export interface Parts {
  readonly chains: Chains
  readonly projects: KnownProjects
  readonly tokens: TokenDirectory
  readonly prices: PriceSource
  readonly log: Log
  /** Aborts when no request can come any more: indexers stop. */
  readonly signal: AbortSignal
}
