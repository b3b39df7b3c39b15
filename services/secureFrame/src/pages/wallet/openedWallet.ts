import type { OwnWallet } from '../../keys/createWallet.ts'
import type { KeyDatabase } from '../../keys/keyDatabase.ts'
import type { LoginClient } from '../../login/createLoginClient.ts'
import type { Addresses, Place, Session } from '../../parts.ts'
import type { OwnSessions } from '../../session/createSessions.ts'

/** What the sections of the page "Your wallet" have of somebody who has just signed in on it. */
export interface OpenedWallet {
  readonly settings: Place['settings']
  readonly projectId: string
  /** Who has signed in, a moment ago and on this page: whatever is done here has a fresh code behind it. */
  readonly session: Session
  /** `ask` asks login in the name of `session`, `headersFor` a store. In memory only; ended when the page is left. */
  readonly sessions: OwnSessions
  readonly login: LoginClient
  /** `withSeed` lends the seed; `renewShares` splits it anew. */
  readonly wallet: OwnWallet
  /** What this device keeps, here beside the page and in no frame. */
  readonly database: KeyDatabase
  /** Undefined of a wallet that cannot be opened at present: only sections that say so are shown then. */
  readonly addresses: Addresses | undefined
  /** Aborts when the page is left or the wallet is closed: nothing secret is shown any longer. */
  readonly signal: AbortSignal
  /** Signs out on this page, takes all sections away, and says this where people look for it. */
  close(said: string): void
}

/** One section of the page: fills its place, a `<section>` of its own, and puts its heading (`h2`) there. */
export interface Section {
  readonly show: (opened: OpenedWallet, place: HTMLElement) => void
  /** It can be used although the wallet cannot be opened. */
  readonly worksClosed?: true
}
