import {
  type CaipNetworkId,
  DISCONNECT_WAIT_MS,
  type Network,
  PAIRING_LIFETIME_MS,
  PAIRING_MARGIN_MS,
} from '@portico/contracts'
import type { PairedSession } from './pairedWallets.ts'

/** How the page introduces itself to wallets. */
interface PairingMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

export interface PairingLimits {
  readonly lifetimeMs: number
  readonly marginMs: number
  /** A relay that has not taken a proposal by then counts as unreachable. */
  readonly relayWaitMs: number
  /** How long the wallet may take to be told that a session has ended. */
  readonly farewellMs: number
  /** Between a wallet's yes to another network and its word that it is there. */
  readonly switchWaitMs: number
}

export const PAIRING_LIMITS: PairingLimits = {
  lifetimeMs: PAIRING_LIFETIME_MS,
  marginMs: PAIRING_MARGIN_MS,
  relayWaitMs: 10_000,
  farewellMs: DISCONNECT_WAIT_MS,
  switchWaitMs: 10_000,
}

/** What pairing has to know of its modal. */
export interface PairingSetup {
  /** `ws:` or `wss:` */
  readonly relayUrl: string
  readonly projectId: string
  readonly metadata: PairingMetadata
  /** Those of the page, as they are now. */
  networks(): readonly Network[]
  /** The network that the page works on. */
  activeNetworkId(): CaipNetworkId
  /** Two modals with the same one share their session: that of `createStorage`. */
  readonly storageScope: string
  /** The wallet has added families to its session: their connections, and none of the others. */
  onAdded?(added: PairedSession): Promise<void>
  /** `manualWCControl`: the site proposes by itself. */
  readonly isManual?: boolean
  /** The option `universalProviderConfigOverride`, unread. */
  readonly override?: unknown
  /** A universal provider of the site's own (`universalProvider`), unread: used instead of making one. */
  readonly provider?: unknown
  readonly limits?: PairingLimits
}
