import type { ChainAdapter, ChainNamespace, Connection } from '@portico/contracts'

/** A pairing that waits for a wallet (WalletConnect 2.0). */
export interface PreparedPairing {
  /** `wc:…`: for a QR code, a link or the clipboard. Contains the key of the pairing: never log or store it. */
  readonly uri: string
  /** Epoch milliseconds (rules.md §4: 4 minutes after creation). */
  readonly expiresAt: number
  /**
   * The wallet's answer.
   * @throws ModalError `connection.rejected`, `connection.failed`, `connection.chainsUnsupported`, `pairing.expired`,
   *   `connection.modalClosed` after `cancel`, `relay.unreachable`, `relay.clockWrong`, `relay.keyInvalid`,
   *   `config.originNotAllowed`
   */
  readonly answer: Promise<PairedSession>
}

/** A message that the wallet has signed while it paired (one-click authentication, EIP-4361 by a CACAO). */
export interface SignedCacao {
  readonly caipAddress: string
  readonly message: string
  readonly signature: string
  readonly cacao: unknown
}

/** The message for a wallet to sign while it pairs: the fields of EIP-4361. Times are RFC 3339. */
export interface AuthenticationRequest {
  readonly domain: string
  readonly uri: string
  /** At least 8 characters, never used before. */
  readonly nonce: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
  /** Default: the time of the request. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

export interface PrepareOptions {
  /** One-click authentication. Not requested if a network outside eip155 is configured. */
  readonly authenticate?: AuthenticationRequest
}

/** The wallet's agreement: one connection for each family that it serves, all with the same `session`. */
export interface PairedSession {
  readonly topic: string
  readonly connections: Readonly<Partial<Record<ChainNamespace, Connection>>>
  readonly signed?: readonly SignedCacao[]
}

/** The part of a family's adapter that talks to a paired wallet. */
export type PairedFamily = Pick<ChainAdapter, 'watchConnection' | 'signMessage' | 'getProvider'> &
  Required<Pick<ChainAdapter, 'switchNetwork'>>

/** The entry point to paired wallets. Its code is fetched when `load`, `prepare`, `restore` or `end` is called. */
export interface Pairing {
  /** Resolves when the pairing code has loaded. Called on intent, so that a later `prepare` is quick. */
  load(): Promise<void>
  /**
   * Returns a pairing that lives for at least 10 s: the pending one, or a new one. There is one at a time; calls while
   * one is being made share it if they want the same message signed. A pairing that replaces another shortly before its
   * expiry is also answered by a wallet that agrees to the earlier one in time.
   * @throws ModalError `pairing.unavailable`, `connection.modalClosed` after `cancel`, `relay.unreachable`,
   *   `relay.clockWrong`, `relay.keyInvalid`, `config.originNotAllowed`
   */
  prepare(options?: PrepareOptions): Promise<PreparedPairing>
  /** Cancels the prepared pairing. A wallet that still agrees to it is told that it is too late. */
  cancel(): void
  /** The session of an earlier visit, without asking the wallet; undefined if none is alive. */
  restore(): Promise<PairedSession | undefined>
  /**
   * Ends the session, with the wallet and on this side. Settles when both are done, or the wallet could not be
   * notified.
   * @param topic ends the session only if it has this topic
   */
  end(topic?: string): Promise<void>
  family(namespace: ChainNamespace): PairedFamily
  /** The client itself (`@walletconnect/universal-provider`), once it is loaded. */
  readonly client: unknown
  /** Closes the relay's socket and removes every listener: the modal is disposed of. */
  dispose(): void
}
