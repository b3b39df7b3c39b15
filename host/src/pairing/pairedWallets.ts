import type { ChainAdapter, ChainNamespace, Connection } from '@portico/contracts'

/** A pairing that waits for a wallet (WalletConnect 2.0). */
export interface PreparedPairing {
  /** `wc:…`, for a QR code, a link or the clipboard. Contains the pairing's key, and must never be logged or stored. */
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

/** A message that the wallet has signed while pairing (one-click authentication, EIP-4361 in a CACAO). */
export interface SignedCacao {
  readonly caipAddress: string
  readonly message: string
  readonly signature: string
  readonly cacao: unknown
}

/** The message for a wallet to sign while pairing, with the fields of EIP-4361. Times are in RFC 3339. */
export interface AuthenticationRequest {
  readonly domain: string
  readonly uri: string
  /** At least 8 characters, and never used before. */
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
  /** Requests one-click authentication. Ignored if a network outside eip155 is configured. */
  readonly authenticate?: AuthenticationRequest
}

/** The wallet's agreement: one connection for each family that it serves, all with the same `session`. */
export interface PairedSession {
  readonly topic: string
  readonly connections: Readonly<Partial<Record<ChainNamespace, Connection>>>
  readonly signed?: readonly SignedCacao[]
}

/** The part of a family's adapter that handles a paired wallet. */
export type PairedFamily = Pick<ChainAdapter, 'watchConnection' | 'signMessage' | 'getProvider'> &
  Required<Pick<ChainAdapter, 'switchNetwork'>>

/** The entry point to paired wallets. The code is fetched when `load`, `prepare`, `restore` or `end` is called. */
export interface Pairing {
  /** Resolves once the pairing code has loaded. Called when the visitor shows intent, so a later `prepare` is quick. */
  load(): Promise<void>
  /**
   * Returns a pairing that is valid for at least 10 s: the pending one, or a new one. There is only one at a time;
   * calls made while one is being prepared share it if they want the same message signed. A pairing that replaces
   * another shortly before it expires is also answered by a wallet that agrees to the earlier one in time.
   * @throws ModalError `pairing.unavailable`, `connection.modalClosed` after `cancel`, `relay.unreachable`,
   *   `relay.clockWrong`, `relay.keyInvalid`, `config.originNotAllowed`
   */
  prepare(options?: PrepareOptions): Promise<PreparedPairing>
  /** Cancels the prepared pairing. A wallet that still agrees to it is told that this came too late. */
  cancel(): void
  /** The session of an earlier visit, without asking the wallet; undefined if none is still valid. */
  restore(): Promise<PairedSession | undefined>
  /**
   * Ends the session, both in the wallet and here. Settles when both are done, or when the wallet could not be
   * notified.
   * @param topic if given, the session is ended only if it has this topic
   */
  end(topic?: string): Promise<void>
  family(namespace: ChainNamespace): PairedFamily
  /** The client itself (`@walletconnect/universal-provider`), once it is loaded. */
  readonly client: unknown
  /** Closes the relay's socket and removes every listener. Called when the modal is disposed of. */
  dispose(): void
}
