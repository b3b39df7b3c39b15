import {
  type CaipNetworkId,
  DISCONNECT_WAIT_MS,
  type Network,
  PAIRING_LIFETIME_MS,
  PAIRING_MARGIN_MS,
} from '@portico/contracts'
import type { PairedSession } from './pairedWallets.ts'

/** The page as it describes itself to wallets. */
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
  /** How long it may take to notify the wallet that its session has ended. */
  readonly farewellMs: number
  /** How long a wallet that has agreed to another network may take to report that it is on that network. */
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
  /** The scope of `createStorage`. Two modals with the same scope share their session. */
  readonly storageScope: string
  /** Called with the connections of families that the wallet has added to its session, and of these only. */
  onAdded?(added: PairedSession): Promise<void>
  /** The option `manualWCControl`: the site makes the proposals. */
  readonly isManual?: boolean
  /** The option `universalProviderConfigOverride`, unparsed. */
  readonly override?: unknown
  /** The site's own universal provider, used instead of creating one (option `universalProvider`, unparsed). */
  readonly provider?: unknown
  readonly limits?: PairingLimits
}
