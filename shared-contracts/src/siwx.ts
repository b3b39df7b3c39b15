import type { CaipNetworkId } from './caip.ts'

/** What a sign-in message says (CAIP-122). Times are RFC 3339, as `Date.toISOString` writes them. */
export interface SIWXMessageData {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** Who asks: the host of the page, with its port. */
  readonly domain: string
  /** What the visitor signs in to: the address of the page. */
  readonly uri: string
  readonly version: string
  /** Keeps a signature from being used twice: at least eight letters and digits. */
  readonly nonce: string
  readonly statement?: string
  /** URIs. */
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

/** The data of a message together with its text: `toString` gives what is signed. */
export interface SIWXMessage extends SIWXMessageData {
  toString(): string
}

export interface SIWXMessageInput {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  readonly notBefore?: string
}

/** A capability object of CAIP-74: how WalletConnect hands over a session that it made while connecting. */
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
  /** The text that was signed. */
  readonly message: string
  /** As the wallet gave it: hex for EVM, base58 for Solana, base64 for Bitcoin. */
  readonly signature: string
  readonly cacao?: Cacao
}

/** A plug-in that signs visitors in with their wallet: the option `siwx`. */
export interface SIWXConfig {
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Signs in a way of its own; without it the connected wallet signs. Resolves with the signature. */
  signMessage?(request: { message: string; chainId: CaipNetworkId; accountAddress: string }): Promise<string>
  /** Verifies the session and keeps it. Rejects when it is not valid. */
  addSession(session: SIWXSession): Promise<void>
  /** Forgets the sessions of this account on this network, and no others. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions, after verifying each. An empty list signs out. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /** The sessions of this account on this network that are valid now. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]>
  /** Whether a visitor who declines is disconnected. True when absent. */
  getRequired?(): boolean
  /** Whether disconnecting forgets the sessions. True when absent. */
  readonly signOutOnDisconnect?: boolean
}
