import type { Addresses, Place, Session } from '../../interfaces.ts'
import type { OwnWallet } from '../../keys/createWallet.ts'
import type { KeyDatabase } from '../../keys/keyDatabase.ts'
import type { LoginClient } from '../../login/createLoginClient.ts'
import type { OwnSessions } from '../../session/createSessions.ts'

/** What the sections of the page "Your wallet" get after a sign-in on it. */
export interface OpenedWallet {
  readonly settings: Place['settings']
  readonly projectId: string
  /** The visitor who has just signed in on this page: a fresh code backs everything that is done here. */
  readonly session: Session
  /** Sends requests to login for `session`, and makes headers for a store. In memory only; ended with the page. */
  readonly sessions: OwnSessions
  readonly login: LoginClient
  /** `withSeed` lends the seed; `renewShares` splits it anew. */
  readonly wallet: OwnWallet
  /** Data of this device, kept for this page and not for frames. */
  readonly database: KeyDatabase
  /** Undefined if the wallet cannot be opened at present: then only sections with `worksClosed` are shown. */
  readonly addresses: Addresses | undefined
  /** Aborts when the page is left or the wallet is closed: secrets must disappear. */
  readonly signal: AbortSignal
  /** Signs out on this page, removes all sections, and shows this text as status. */
  close(said: string): void
}
