import type { AuthorizationServer, IDToken } from 'oauth4webapi'
import type { AskProvider } from './askProvider.ts'

/** A person recognized by a provider. */
export interface ProviderPerson {
  /** The provider's permanent id; never an address or a name, which may pass to others. */
  readonly id: string
  /** As confirmed by the provider, or null. */
  readonly email: string | null
  /** The account's name, or null. */
  readonly userName: string | null
}

/** Used once, for one person, and discarded. */
export interface ProviderTokens {
  readonly accessToken: string
  /** OpenID Connect: the claims of the verified ID token. */
  readonly claims?: IDToken | undefined
}

interface Question {
  readonly ask: AskProvider
  readonly tokens: ProviderTokens
  /** Extra data from the provider's page, raw: it comes through the visitor's browser, so it is untrusted. */
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
  /** Whether it supports OpenID Connect, and repeats a nonce. */
  readonly isOpenId: boolean
  /** RFC 6749 §2.3.1: in a header, or beside the code. */
  readonly secretIn: 'header' | 'body'
  /** Its error code for a bad code, if different from RFC 6749. */
  readonly codeError?: string
  secret(nowMs: number): string | Promise<string>
  /** @throws SocialFailure `refused` for an unconfirmed person, `unavailable` for an invalid answer */
  readPerson(question: Question): Promise<ProviderPerson>
}

/** Moves a provider's path below its stand-in. */
export const standIn =
  (base: string | undefined) =>
  (address: string): string =>
    base === undefined ? address : `${base}${new URL(address).pathname}`
