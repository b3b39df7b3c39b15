import {
  type CaipNetworkId,
  DISCONNECT_WAIT_MS,
  type Network,
  PAIRING_LIFETIME_MS,
  PAIRING_MARGIN_MS,
} from '@portico/contracts'
import type { PairedSession } from './pairedWallets.ts'

/** The page's description of itself for wallets. */
interface PairingMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

export interface PairingLimits {
  readonly lifetimeMs: number
  readonly marginMs: number
  /** A relay that has not accepted a proposal within this time counts as unreachable. */
  readonly relayWaitMs: number
  /** How long notifying the wallet about the end of a session may take. */
  readonly farewellMs: number
  /** The time between the wallet's agreement to another network and its report of being there. */
  readonly switchWaitMs: number
}

export const PAIRING_LIMITS: PairingLimits = {
  lifetimeMs: PAIRING_LIFETIME_MS,
  marginMs: PAIRING_MARGIN_MS,
  relayWaitMs: 10_000,
  farewellMs: DISCONNECT_WAIT_MS,
  switchWaitMs: 10_000,
}

/** What pairing needs from its modal. */
export interface PairingSetup {
  /** `ws:` or `wss:` */
  readonly relayUrl: string
  readonly projectId: string
  readonly metadata: PairingMetadata
  /** The page's current networks. */
  networks(): readonly Network[]
  /** The network that the page is on. */
  activeNetworkId(): CaipNetworkId
  /** Two modals with the same scope share their session; the scope of `createStorage`. */
  readonly storageScope: string
  /** Receives the connections of families that the wallet has added to its session, without the others. */
  onAdded?(added: PairedSession): Promise<void>
  /** `manualWCControl`: the site makes the proposals. */
  readonly isManual?: boolean
  /** The raw option `universalProviderConfigOverride`. */
  readonly override?: unknown
  /** The site's own universal provider (option `universalProvider`, raw): used instead of creating one. */
  readonly provider?: unknown
  readonly limits?: PairingLimits
}
