import type { ChainNamespace } from '@portico/contracts'
import type { LoginProvider } from '@portico/contracts/services/login'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'

/** Interfaces between the frame's parts. `createFrame.ts` makes each part and passes it to the parts that need it. */

/** Where the frame runs, and for which page. */
export interface Place {
  readonly settings: SecureSiteSettings
  readonly projectId: string
  /** The origin of the page around the frame, on the project's list; undefined until the page has sent a message. */
  page(): string | undefined
}

/** The signed-in visitor. The session outlives the page, because this origin's IndexedDB keeps it. */
export interface Session {
  /** The wallet's subject. */
  readonly subject: string
  readonly provider: LoginProvider
  readonly email: string | null
  readonly userName: string | null
  readonly expiresAtMs: number
  /** The wallet was being deleted when the visitor signed in; using the wallet cancels the deletion. */
  readonly isBeingDeleted?: boolean
  /** When the visitor signed in here; undefined once both stores have been told, which cancels a deletion. */
  readonly keepDueSinceMs?: number | undefined
}

/** The visitor's address on each chain family, all from one seed. */
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
   * Resolves when this device may open the wallet: at once if it already may, otherwise when the mailed link has been
   * followed. Asks for a link, unless one was mailed less than 30 s ago. A wallet without an email address opens when a
   * known device has confirmed this one, or after a day; rejects with `Refused('deviceWaiting')` if `patienceMs` ends
   * first.
   */
  waitForDevice(signal: AbortSignal, waiting?: { readonly patienceMs?: number }): Promise<void>
  /** Lends the seed, which exists nowhere else. @param use must not keep the seed; it is overwritten afterwards */
  withSeed<T>(use: (seed: Uint8Array) => Promise<T>): Promise<T>
  /** Forgets the cached addresses, but not the shares, when the visitor signs out. */
  forget(): void
}

/** Thrown if this device has no share of the wallet and nobody has followed the mailed link yet. */
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
