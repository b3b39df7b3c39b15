import type { CaipNetworkId } from './caip.ts'

/** The fields of a sign-in message (CAIP-122). Times are RFC 3339, as `Date.toISOString` writes them. */
export interface SIWXMessageData {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** The requesting page's host, with its port. */
  readonly domain: string
  /** The URL of the page that the visitor signs in to. */
  readonly uri: string
  readonly version: string
  /** Prevents replaying a signature: at least eight letters and digits. */
  readonly nonce: string
  readonly statement?: string
  /** URIs. */
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

/** The data of a message together with its text: `toString` returns the text to sign. */
export interface SIWXMessage extends SIWXMessageData {
  toString(): string
}

export interface SIWXMessageInput {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  readonly notBefore?: string
}

/** A CAIP-74 capability object, in which WalletConnect passes on a session made while connecting. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: {
    /** `did:pkh:<caip-10>` */
    readonly iss: string
    readonly aud: string
    readonly version: string
    readonly nonce: string
    readonly iat: string
    readonly domain?: string
    readonly statement?: string
    readonly requestId?: string
    readonly resources?: readonly string[]
    readonly nbf?: string
    readonly exp?: string
  }
  readonly s: { readonly t: string; readonly s: string; readonly m?: string }
}

export interface SIWXSession {
  readonly data: SIWXMessageData
  /** The signed text. */
  readonly message: string
  /** As the wallet returned it: hex for EVM, base58 for Solana, base64 for Bitcoin. */
  readonly signature: string
  readonly cacao?: Cacao
}

/** A plug-in that signs visitors in with their wallet: the option `siwx`. */
export interface SIWXConfig {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Signs in its own way; without it the connected wallet signs. Resolves with the signature. */
  signMessage?(request: { message: string; chainId: CaipNetworkId; accountAddress: string }): Promise<string>
  /** Verifies and stores the session. Rejects when it is invalid. */
  addSession(session: SIWXSession): Promise<void>
  /** Deletes the sessions of this account on this network, and no others. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions, after verifying each. An empty list signs out. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /** The currently valid sessions of this account on this network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  /** Whether a visitor who declines is disconnected. True when absent. */
  getRequired?(): boolean
  /** Whether disconnecting deletes the sessions. True when absent. */
  readonly signOutOnDisconnect?: boolean
}
