import type { AuthorizationServer, IDToken } from 'oauth4webapi'
import type { AskProvider } from './askProvider.ts'

/** A person recognized by a provider. */
export interface ProviderPerson {
  /** The provider's permanent id; never an address or a name, which may belong to someone else later. */
  readonly id: string
  /** The address, if the provider has confirmed it, or null. */
  readonly email: string | null
  /** The account's name, or null. */
  readonly userName: string | null
}

/** Tokens that are used once, for one person, and then discarded. */
export interface ProviderTokens {
  readonly accessToken: string
  /** OpenID Connect: the claims of the verified ID token. */
  readonly claims?: IDToken | undefined
}

interface Question {
  readonly ask: AskProvider
  readonly tokens: ProviderTokens
  /** Extra data from the provider's page, not parsed. It comes through the visitor's browser, so it is untrusted. */
  readonly user?: string | undefined
}

/** One provider's variant of OAuth 2.0 (RFC 6749). */
export interface Dialect {
  readonly clientId: string
  /** The provider's page and endpoints (RFC 8414 §2). */
  readonly server: AuthorizationServer
  readonly scopes: readonly string[]
  /** Additional parameters for the provider's page. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Whether the provider supports OpenID Connect, and returns the nonce. */
  readonly isOpenId: boolean
  /** Where the secret is sent (RFC 6749 §2.3.1): in a header, or in the body together with the code. */
  readonly secretIn: 'header' | 'body'
  /** The provider's error for a bad authorization code, if it differs from RFC 6749. */
  readonly codeError?: string
  secret(nowMs: number): string | Promise<string>
  /** @throws SocialFailure `refused` for an unconfirmed person, `unavailable` for an invalid answer */
  readPerson(question: Question): Promise<ProviderPerson>
}

/** Gives the same path at the provider's stand-in. Without a stand-in, gives the address unchanged. */
export const standIn =
  (base: string | undefined) =>
  (address: string): string =>
    base === undefined ? address : `${base}${new URL(address).pathname}`
