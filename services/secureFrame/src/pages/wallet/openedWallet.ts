import type { Addresses, Place, Session } from '../../interfaces.ts'
import type { OwnWallet } from '../../keys/createWallet.ts'
import type { KeyDatabase } from '../../keys/keyDatabase.ts'
import type { LoginClient } from '../../login/createLoginClient.ts'
import type { OwnSessions } from '../../session/createSessions.ts'

/** What the sections of the page "Your wallet" get after the visitor has signed in there. */
export interface OpenedWallet {
  readonly settings: Place['settings']
  readonly projectId: string
  /** The visitor, who has just signed in on this page, so that everything done here follows a recent sign-in. */
  readonly session: Session
  /** Sends requests to the login service for `session`, and makes headers for a store, until the page is left. */
  readonly sessions: OwnSessions
  readonly login: LoginClient
  /** `withSeed` lends the seed; `renewShares` splits it again. */
  readonly wallet: OwnWallet
  /** Data that this device keeps for this page, not for frames. */
  readonly database: KeyDatabase
  /** Undefined if the wallet currently cannot be opened; then only sections with `worksClosed` are shown. */
  readonly addresses: Addresses | undefined
  /** Aborts when the page is left or the wallet is closed, which has to make secrets disappear. */
  readonly signal: AbortSignal
  /** Signs out on this page, removes all sections, and shows this text as the status. */
  close(said: string): void
}
