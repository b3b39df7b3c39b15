import type { CaipNetworkId } from './caip.ts'

/** The fields of a sign-in message (CAIP-122). Times are in RFC 3339, as `Date.toISOString` writes them. */
export interface SIWXMessageData {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** The requesting page's host, with its port. */
  readonly domain: string
  /** The URL of the page that the visitor signs in to. */
  readonly uri: string
  readonly version: string
  /** At least eight letters and digits that prevent a signature from being replayed. */
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

/** A CAIP-74 capability object. In it, WalletConnect passes on a session that was created while connecting. */
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
  /** As the wallet returned it: hexadecimal on EVM, base58 on Solana, base64 on Bitcoin. */
  readonly signature: string
  readonly cacao?: Cacao
}

/** A plug-in for signing visitors in with their wallet, set by the option `siwx`. */
export interface SIWXConfig {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Signs in a way of its own. Without this function, the connected wallet signs. Resolves with the signature. */
  signMessage?(request: { message: string; chainId: CaipNetworkId; accountAddress: string }): Promise<string>
  /** Verifies and stores the session. Rejects when it is invalid. */
  addSession(session: SIWXSession): Promise<void>
  /** Deletes the sessions of this account on this network, and no others. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Verifies these sessions, and replaces all other sessions with them. An empty list signs the visitor out. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /** The currently valid sessions of this account on this network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  /** Whether a visitor who declines to sign in is disconnected. True when absent. */
  getRequired?(): boolean
  /** Whether disconnecting deletes the sessions. True when absent. */
  readonly signOutOnDisconnect?: boolean
}
