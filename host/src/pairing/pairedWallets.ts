import type { ChainAdapter, ChainNamespace, Connection } from '@portico/contracts'

/** A pairing that waits for a wallet (WalletConnect 2.0). */
export interface PreparedPairing {
  /** `wc:…`: for a QR code, a link or the clipboard. It holds the key of the pairing: it is never logged or stored. */
  readonly uri: string
  /** Epoch milliseconds (rules.md §4: 4 minutes from its making). */
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

/** What a wallet is asked to sign while it pairs: the fields of EIP-4361. Times are RFC 3339. */
export interface AuthenticationRequest {
  readonly domain: string
  readonly uri: string
  /** 8 characters at least, never used before. */
  readonly nonce: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
  /** Without it: the time at which the wallet is asked. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

export interface PrepareOptions {
  /** One-click authentication. Not asked for where a network of another family than eip155 is configured. */
  readonly authenticate?: AuthenticationRequest
}

/** What a wallet has agreed to: one connection for each family that it serves, all with the same `session`. */
export interface PairedSession {
  readonly topic: string
  readonly connections: Readonly<Partial<Record<ChainNamespace, Connection>>>
  readonly signed?: readonly SignedCacao[]
}

/** The half of a family's adapter that talks to a paired wallet. */
export type PairedFamily = Pick<ChainAdapter, 'watchConnection' | 'signMessage' | 'getProvider'> &
  Required<Pick<ChainAdapter, 'switchNetwork'>>

/**
 * The one door to paired wallets. Its code is heavy: nothing of it is fetched before `prepare`, `restore` or `end` is
 * called, and making one of these fetches nothing.
 */
export interface Pairing {
  /** Resolves when the code of pairing is here: called on intent, so that a later `prepare` is quick. */
  load(): Promise<void>
  /**
   * A pairing that will live for 10 s at least: the one that is waiting, or a new one. One at a time; calls while one is
   * being made get the same, as long as they want the same signed. One that takes the place of an earlier one shortly
   * before that expires is also answered by a wallet which agrees to the earlier one in time.
   * @throws ModalError `pairing.unavailable`, `connection.modalClosed` after `cancel`, `relay.unreachable`,
   *   `relay.clockWrong`, `relay.keyInvalid`, `config.originNotAllowed`
   */
  prepare(options?: PrepareOptions): Promise<PreparedPairing>
  /** Nobody waits for the prepared pairing any more. A wallet that still agrees to it is told that it came too late. */
  cancel(): void
  /** The session of an earlier visit, without asking the wallet; undefined when there is none that still lives. */
  restore(): Promise<PairedSession | undefined>
  /**
   * Ends the session, with the wallet and on this side; settles when both are done, or the wallet could not be told.
   * @param topic ends it only if it is this one
   */
  end(topic?: string): Promise<void>
  family(namespace: ChainNamespace): PairedFamily
  /** The client itself (`@walletconnect/universal-provider`), once it is loaded. */
  readonly client: unknown
  /** Closes the relay's socket and removes every listener: the modal is disposed of. */
  dispose(): void
}
