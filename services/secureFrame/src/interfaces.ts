import type { ChainNamespace } from '@portico/contracts'
import type { LoginProvider } from '@portico/contracts/services/login'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'

/** Interfaces between the parts of the frame. `main.ts` makes each part and hands it to those that need it. */

/** Where the frame runs, and for which page. */
export interface Place {
  readonly settings: SecureSiteSettings
  readonly projectId: string
  /** Origin of the page around the frame, one that the project names; undefined until it has sent a message. */
  page(): string | undefined
}

/** The signed-in visitor. It outlives the page: it is kept in this origin's IndexedDB. */
export interface Session {
  /** The wallet's subject. */
  readonly subject: string
  readonly provider: LoginProvider
  readonly email: string | null
  readonly userName: string | null
  readonly expiresAtMs: number
  /** The wallet's deletion had been begun when the visitor signed in: using the wallet calls it off. */
  readonly isBeingDeleted?: boolean
  /** When the visitor signed in here, until both stores know: signing in keeps the wallet. */
  readonly keepDueSinceMs?: number | undefined
}

/** The visitor's address on each family; all of one seed. */
export type Addresses = Readonly<Record<ChainNamespace, string>>

/** The signed-in visitor's wallet. */
export interface Wallet {
  /**
   * Makes a new user's wallet or opens a known one, and caches its addresses so that later calls need not open it.
   * Every promise rejects with `Refused('notConnected')` without a session, `Refused('keyUnavailable')` when too
   * few shares are available, and `DeviceUnconfirmed` on a device without a share until the mailed link is followed.
   */
  addresses(): Promise<Addresses>
  /**
   * Resolves when this device may open the wallet: at once if it can, else when the mailed link was followed. Asks for
   * a link, unless one was mailed less than 30 s ago. A wallet without an address opens when a known device has
   * confirmed this one, or after a day: rejects with `Refused('deviceWaiting')` if patience ends before.
   */
  waitForDevice(signal: AbortSignal, waiting?: { readonly patienceMs?: number }): Promise<void>
  /** The only place where the seed exists. @param use must not keep it: it is overwritten once that has settled */
  withSeed<T>(use: (seed: Uint8Array) => Promise<T>): Promise<T>
  /** Forgets the cached addresses; the shares stay. For signing out. */
  forget(): void
}

/** Thrown if a device has no share of the wallet and the mailed link was not followed yet. */
export class DeviceUnconfirmed extends Error {
  constructor() {
    super('This device is not confirmed yet')
    this.name = 'DeviceUnconfirmed'
  }
}

/** Private keys by family; each exists only while `use` runs. */
export interface Signers {
  /** secp256k1, m/44'/60'/0'/0/0 */
  withEvmKey<T>(use: (privateKey: Uint8Array) => Promise<T>): Promise<T>
  /** ed25519, SLIP-10 m/44'/501'/0'/0': the 32 bytes that generate the key pair. */
  withSolanaKey<T>(use: (privateKey: Uint8Array) => Promise<T>): Promise<T>
}
