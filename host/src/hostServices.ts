import type { ChainAdapter, ChainNamespace } from '@portico/contracts'
import type { AskedRequests } from './acting/asked/types.ts'
import type { OneClick } from './connections/oneClick.ts'
import type { WalletDirectory } from './directory/walletDirectory.ts'
import type { EmbeddedWallet } from './embeddedWallet/types.ts'
import type { Pairing } from './pairing/pairedWallets.ts'
import type { Storage } from './storage.ts'

/** What thunks are given: everything that is no data. */
export interface HostServices {
  readonly adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  /** Undefined where the site has switched pairing off. */
  readonly pairing?: Pairing | undefined
  /** Undefined where the page has no wallets of its own, or no family that it could have accounts in. */
  readonly embeddedWallet?: EmbeddedWallet | undefined
  /** Undefined where the site has no session of its own, or its code cannot be had. */
  readonly oneClick: () => OneClick | undefined | Promise<OneClick | undefined>
  /** Undefined unless the site has asked for it. */
  asked?: AskedRequests | undefined
  /** The directory of wallets. */
  readonly walletDirectory: WalletDirectory
  /** What the wire calls this widget (services.md §3). */
  readonly sdkVersion?: string | undefined
  readonly storage: Storage
  /** Aborts when the modal is disposed of: from then on nothing is stored, and no wallet's late answer counts. */
  readonly life: AbortSignal
  /** Calls back after each change of the state. Returns the undo. */
  readonly watchState: (onChange: () => void) => () => void
  /** Sends an event to the site's subscribers, and to analytics where both sides allow that. */
  readonly track: (event: string, properties?: Readonly<Record<string, unknown>>, items?: readonly object[]) => void
}
