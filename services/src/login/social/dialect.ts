import type { AuthorizationServer, IDToken } from 'oauth4webapi'
import type { AskProvider } from './askProvider.ts'

/** Whom a provider has recognised. */
export interface ProviderPerson {
  /** By which the provider knows somebody for good; never an address or a name, which others can have later. */
  readonly id: string
  /** What the provider has confirmed, or null. */
  readonly email: string | null
  /** As the account is called, or null where it is not said. */
  readonly userName: string | null
}

/** Used once, for one person, and forgotten. */
export interface ProviderTokens {
  readonly accessToken: string
  /** Of OpenID Connect: what the ID token says, which was verified. */
  readonly claims?: IDToken | undefined
}

interface Question {
  readonly ask: AskProvider
  readonly tokens: ProviderTokens
  /** What the provider's page has sent along, as it came: from the visitor's browser, so nothing to rely on. */
  readonly user?: string | undefined
}

/** How one provider speaks OAuth 2.0 (RFC 6749). */
export interface Dialect {
  readonly clientId: string
  /** Where the visitor goes, and where we ask (RFC 8414 §2). */
  readonly server: AuthorizationServer
  readonly scopes: readonly string[]
  /** What the provider's page is told besides. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Whether it speaks OpenID Connect, and repeats a nonce. */
  readonly isOpenId: boolean
  /** RFC 6749 §2.3.1: in a header, or beside the code. */
  readonly secretIn: 'header' | 'body'
  /** How it calls a code that it does not take, where that is not RFC 6749's word. */
  readonly codeError?: string
  secret(nowMs: number): string | Promise<string>
  /**
   * @throws SocialFailure `refused` for somebody whom the provider does not confirm, `unavailable` for an answer that is none
   */
  readPerson(question: Question): Promise<ProviderPerson>
}

/** Puts the path of a provider's address below its stand-in. */
export const standIn =
  (base: string | undefined) =>
  (address: string): string =>
    base === undefined ? address : `${base}${new URL(address).pathname}`
