import type { ChainNamespace } from '@portico/contracts'
import type { LoginProvider, OpenedSession, ShareStore } from '@portico/contracts/services/login'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'

/** What the parts of the frame know of one another. Each is made in `main.ts` and handed to those that need it. */

/** Where the frame is, and for whom. */
export interface Place {
  readonly settings: SecureSiteSettings
  readonly projectId: string
  /** Of the page around the frame, as soon as it has spoken; an origin that the project names. */
  page(): string | undefined
}

/** Somebody who is signed in. It outlives the page: it is kept in this origin's IndexedDB. */
export interface Session {
  /** Of the wallet. */
  readonly subject: string
  readonly provider: LoginProvider
  readonly email: string | null
  readonly userName: string | null
  readonly expiresAtMs: number
  /** A deletion of the wallet was begun when somebody signed in: whoever uses it calls that off. */
  readonly isBeingDeleted?: boolean
  /** When somebody signed in here, as long as not both stores have heard of it: whoever signs in keeps the wallet. */
  readonly keepDueSinceMs?: number | undefined
}

/** The one session of this browser, on this site; every tab has the same. */
export interface Sessions {
  /** Undefined when nobody is signed in, or the session has come to its end. */
  current(): Promise<Session | undefined>
  open(session: OpenedSession): Promise<Session>
  /** Ends it at the login service as far as that can be reached, and here in any case. */
  end(): Promise<void>
  /**
   * What login says of this session to one store, and the proof for one request to it: the headers of that request.
   * @param method of HTTP
   * @param path of the request, `SHARES_RELEASE_PATH`
   * @throws Refused `notConnected`
   */
  headersFor(store: ShareStore, method: string, path: string): Promise<Readonly<Record<string, string>>>
  /** RFC 7638 of the key that this frame has made and cannot export: it goes along when somebody signs in. */
  keyThumbprint(): Promise<string>
  /** Calls back when another tab has signed in or out. @returns its undo */
  watch(onChange: () => void): () => void
}

/** What somebody is known by on each family; all of one seed. */
export type Addresses = Readonly<Record<ChainNamespace, string>>

/** The wallet of whoever is signed in. */
export interface Wallet {
  /**
   * Makes the wallet of a new user, or opens that of a known one, and knows its addresses afterwards without opening it again.
   * Every promise rejects with `Refused('notConnected')` when nobody is signed in, `Refused('keyUnavailable')` when too few
   * shares can be had at present, and `DeviceUnconfirmed` on a device that has no share as long as the mailed link was not
   * followed.
   */
  addresses(): Promise<Addresses>
  /**
   * Resolves when this device may open the wallet: at once where it can, else when the mailed link was followed. Asks for a
   * link, unless one was mailed less than 30 s ago. A wallet without an address is opened when a known device has confirmed this
   * one, or after a day: rejects with `Refused('deviceWaiting')` when patience is over before.
   */
  waitForDevice(signal: AbortSignal, waiting?: { readonly patienceMs?: number }): Promise<void>
  /**
   * The only place where the seed exists. It is overwritten as soon as `use` has settled.
   * @param use must not keep it
   */
  withSeed<T>(use: (seed: Uint8Array) => Promise<T>): Promise<T>
  /** Forgets what is known of the addresses; the shares stay. For signing out. */
  forget(): void
}

/** Thrown where a device has no share of the wallet and nobody has followed the mailed link yet. */
export class DeviceUnconfirmed extends Error {
  constructor() {
    super('This device is not confirmed yet')
    this.name = 'DeviceUnconfirmed'
  }
}

/** What is signed, by family: the private key is there while `use` runs. */
export interface Signers {
  /** secp256k1, m/44'/60'/0'/0/0 */
  withEvmKey<T>(use: (privateKey: Uint8Array) => Promise<T>): Promise<T>
  /** ed25519, SLIP-10 m/44'/501'/0'/0': the 32 bytes that the key pair is made of. */
  withSolanaKey<T>(use: (privateKey: Uint8Array) => Promise<T>): Promise<T>
}
