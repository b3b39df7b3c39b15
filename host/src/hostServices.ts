import type { ChainAdapter, ChainNamespace } from '@portico/contracts'
import type { SitePreview } from './acting/preview/types.ts'
import type { OneClick } from './connections/oneClick.ts'
import type { WalletDirectory } from './directory/walletDirectory.ts'
import type { EmbeddedWallet } from './embeddedWallet/types.ts'
import type { Pairing } from './pairing/pairedWallets.ts'
import type { Storage } from './storage.ts'

/** The extra argument of thunks: everything besides data. */
export interface HostServices {
  readonly adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  /** Undefined if the site has switched pairing off. */
  readonly pairing?: Pairing | undefined
  /** Undefined if the page has no wallets, or no family in which the embedded wallet has accounts. */
  readonly embeddedWallet?: EmbeddedWallet | undefined
  /** Undefined if the site has no sign-in of its own, or its code cannot be loaded. */
  readonly oneClick: () => OneClick | undefined | Promise<OneClick | undefined>
  /** Undefined unless the site has enabled it. */
  requestPreview?: SitePreview | undefined
  /** The directory of wallets. */
  readonly walletDirectory: WalletDirectory
  /** The widget's name and version, as sent in requests (services.md §3). */
  readonly sdkVersion?: string | undefined
  readonly storage: Storage
  /** Aborts when the modal is disposed of. After that, nothing is stored, and late answers from wallets are ignored. */
  readonly life: AbortSignal
  /** Calls back after each state change. Returns a function that stops this. */
  readonly watchState: (onChange: () => void) => () => void
  /** Sends an event to the site's subscribers, and to analytics if both the site and the operator allow that. */
  readonly track: (event: string, properties?: Readonly<Record<string, unknown>>, items?: readonly object[]) => void
}
