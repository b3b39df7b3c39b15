import type { ChainAdapter, ChainNamespace } from '@portico/contracts'
import type { AuthenticationRequest, Pairing, SignedCacao } from './pairedWallets.ts'
import type { Registry } from './registry.ts'
import type { Storage } from './storage.ts'

/** Signing in while pairing, with one press in the wallet (chains.md §7.7). */
export interface OneClick {
  /** What the wallet is to sign; undefined where that cannot be asked of it. */
  request(): Promise<AuthenticationRequest | undefined>
  /** Keeps the sessions that came of it. @throws whatever the site's plug-in throws */
  accept(signed: readonly SignedCacao[]): Promise<void>
}

/** What thunks are given: everything that is no data. */
export interface HostServices {
  readonly adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  /** Undefined where the site has switched pairing off. */
  readonly pairing?: Pairing | undefined
  /** Undefined where the site has no session of its own, or its code cannot be had. */
  readonly oneClick: () => OneClick | undefined | Promise<OneClick | undefined>
  /** The directory of wallets. */
  readonly registry: Registry
  /** What the wire calls this widget (services.md §3). */
  readonly sdkVersion?: string | undefined
  readonly storage: Storage
  /** Aborts when the modal is disposed of: from then on nothing is stored, and no wallet's late answer counts. */
  readonly life: AbortSignal
  /** Sends an event to the site's subscribers, and to analytics where both sides allow that. */
  readonly track: (event: string, properties?: Readonly<Record<string, unknown>>, items?: readonly object[]) => void
}
