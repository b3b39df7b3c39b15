import type { CaipNetworkId, SIWXConfig, SIWXMessage, SIWXMessageInput, SIWXSession } from '@portico/contracts'
import { isSIWXError, SIWXError } from '../errors.ts'
import { createMessenger, type MessengerOptions } from '../messages/createMessenger.ts'
import { isSameAccount } from '../sessions/account.ts'
import { Nonce, OtpRequest, SessionAccountAnswer, Token } from './answers.ts'
import { createRequest, type Request, readAnswer } from './createRequest.ts'
import { createTokenStore, hasExpired, payloadOf, type TokenStore } from './tokens.ts'
import type { ServiceOptions, SessionAccount, WalletInfo } from './types.ts'

type MessageOptions = Pick<MessengerOptions, 'domain' | 'uri' | 'statement' | 'resources' | 'expirationMs'>

export interface HostedAuthenticationOptions extends ServiceOptions, MessageOptions {
  readonly storageKeys?: { readonly authToken?: string; readonly nonceToken?: string }
  /** Whether a visitor who declines is disconnected; true when absent. */
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  /** Selects the session to authenticate if there are several; without this function, the first is authenticated. */
  getActiveNetworkId?(): CaipNetworkId | undefined
  /** The wallet connection's client id, for the project's statistics. */
  getClientId?(): string | null | undefined | Promise<string | null | undefined>
  getWalletInfo?(): WalletInfo | undefined
}

type OnSessionChanged = (session: SIWXSession | undefined) => void

const bearer = (token: string | undefined) => (token === undefined ? undefined : `Bearer ${token}`)

/** The service's data about the visitor, as a session. The message and its signature stay with the service. */
function sessionOf(account: SessionAccount): SIWXSession {
  const { address, caip2Network, domain, uri, nonce, exp } = account
  const expirationTime = new Date(exp * 1000).toISOString()
  const chainId = caip2Network as CaipNetworkId
  return {
    data: { accountAddress: address, chainId, domain, uri, nonce, version: '1', expirationTime },
    message: '',
    signature: '',
  }
}

/** Sign-in at a service that verifies and stores sessions: the browser only keeps its tokens. */
export class HostedAuthentication implements SIWXConfig {
  readonly signOutOnDisconnect: boolean
  readonly #options: HostedAuthenticationOptions
  readonly #request: Request
  readonly #authToken: TokenStore
  readonly #nonceToken: TokenStore
  readonly #listeners = new Set<OnSessionChanged>()
  #otp: { readonly uuid: string | null; readonly email: string } | undefined

  constructor(options: HostedAuthenticationOptions) {
    this.#options = options
    this.#request = createRequest(options)
    this.#authToken = createTokenStore(options.storageKeys?.authToken ?? '@portico/siwx-auth-token')
    this.#nonceToken = createTokenStore(options.storageKeys?.nonceToken ?? '@portico/siwx-nonce-token')
    this.signOutOnDisconnect = options.signOutOnDisconnect ?? true
  }

  /** @throws SIWXError `siwx.unreachable`, `siwx.refused`, `siwx.invalidAnswer` */
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    const resources = [...(this.#options.resources ?? []), ...(this.#otp ? [`email:${this.#otp.email}`] : [])]
    const messenger = createMessenger({
      ...this.#options,
      ...(resources.length > 0 && { resources }),
      getNonce: () => this.#getNonce(),
    })
    return messenger.createMessage(input)
  }

  /** @throws SIWXError `siwx.notAuthenticated`, `siwx.unreachable`, `siwx.refused`, `siwx.invalidAnswer` */
  async addSession(session: SIWXSession): Promise<void> {
    const { data, message, signature } = session
    const clientId = await this.#options.getClientId?.()
    const answer = await this.#request('authenticate', {
      method: 'POST',
      headers: { 'x-nonce-jwt': bearer(this.#nonceToken.get()), 'x-otp': this.#otp?.uuid ?? undefined },
      body: { data, message, signature, clientId, walletInfo: this.#options.getWalletInfo?.() },
    })
    this.#authToken.set(readAnswer(Token, answer).token)
    this.#nonceToken.set(undefined)
    this.#otp = undefined
    this.#tell(session)
  }

  /** The service holds only one session: the active network's if there is one, or else the first. */
  async setSessions(sessions: readonly SIWXSession[]): Promise<void> {
    const active = this.#options.getActiveNetworkId?.()
    const session = sessions.find(({ data }) => data.chainId === active) ?? sessions[0]
    if (session) await this.addSession(session)
    else this.#signOut()
  }

  async revokeSession(chainId: CaipNetworkId, address: string): Promise<void> {
    const token = this.#authToken.get()
    const payload = token === undefined ? undefined : payloadOf(token)
    const own = { chainId: payload?.caip2Network as CaipNetworkId, accountAddress: payload?.address ?? '' }
    if (token !== undefined && isSameAccount(own, chainId, address)) this.#signOut()
  }

  /** @throws SIWXError `siwx.unreachable`, `siwx.refused`, `siwx.invalidAnswer`; the token is kept */
  async getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]> {
    const token = this.#authToken.get()
    if (token === undefined) return []
    if (hasExpired(token)) {
      this.#forget()
      return []
    }
    try {
      const answer = await this.#request('me', { headers: { authorization: bearer(token) } })
      if (answer === null) return []
      const session = sessionOf(readAnswer(SessionAccountAnswer, answer))
      return isSameAccount(session.data, chainId, address) ? [session] : []
    } catch (error) {
      if (!isSIWXError(error) || error.code !== 'siwx.notAuthenticated') throw error
      // Only if the stored token is still the token that was refused, because another tab may have signed in since.
      if (this.#authToken.get() === token) this.#forget()
      return []
    }
  }

  getRequired(): boolean {
    return this.#options.required ?? true
  }

  /** @throws SIWXError `siwx.notAuthenticated` and the service's errors */
  async getSessionAccount(): Promise<SessionAccount> {
    const headers = { authorization: bearer(this.#needToken()) }
    const answer = await this.#request('me', { headers, query: { includeAppKitAccount: 'true' } })
    return readAnswer(SessionAccountAnswer, answer)
  }

  /**
   * Replaces the project's metadata about this visitor.
   * @throws SIWXError `siwx.notAuthenticated` and the service's errors
   */
  async setSessionAccountMetadata(metadata: Readonly<Record<string, unknown>> | null = null): Promise<unknown> {
    const headers = { authorization: bearer(this.#needToken()) }
    return this.#request('account-metadata', { method: 'PUT', headers, body: { metadata } })
  }

  /** Calls back with the new session, or undefined once it has ended. Returns the unsubscribe function. */
  on(_event: 'sessionChanged', onChange: OnSessionChanged): () => void {
    this.#listeners.add(onChange)
    return () => void this.#listeners.delete(onChange)
  }

  removeAllListeners(): void {
    this.#listeners.clear()
  }

  /**
   * Sends a code to the visitor, whose session then includes the address. If `uuid` is null, no code is needed.
   * @param request.account CAIP-10
   */
  async requestEmailOtp({ email, account }: { email: string; account: string }): Promise<{ uuid: string | null }> {
    const { uuid } = readAnswer(OtpRequest, await this.#request('otp', { method: 'POST', body: { email, account } }))
    this.#otp = { uuid, email }
    return { uuid }
  }

  /** @throws SIWXError `siwx.refused` for a wrong code */
  async confirmEmailOtp({ code }: { code: string }): Promise<null> {
    const headers = { 'x-otp': this.#otp?.uuid ?? undefined }
    await this.#request('otp', { method: 'PUT', headers, body: { code } })
    return null
  }

  async #getNonce(): Promise<string> {
    const { nonce, token } = readAnswer(Nonce, await this.#request('nonce'))
    this.#nonceToken.set(token)
    return nonce
  }

  #needToken(): string {
    const token = this.#authToken.get()
    if (token === undefined) throw new SIWXError('siwx.notAuthenticated')
    return token
  }

  /** Signs the visitor out here at once, whatever the service answers. */
  #signOut() {
    const headers = { authorization: bearer(this.#authToken.get()) }
    const hadToken = headers.authorization !== undefined
    this.#forget()
    if (hadToken) this.#request('sign-out', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
  }

  #forget() {
    const hadToken = this.#authToken.get() !== undefined
    this.#authToken.set(undefined)
    this.#nonceToken.set(undefined)
    this.#otp = undefined
    if (hadToken) this.#tell(undefined)
  }

  #tell(session: SIWXSession | undefined) {
    for (const onChange of [...this.#listeners]) {
      try {
        onChange(session)
      } catch (error) {
        reportError(error) // an error in the site's handler must not interrupt this code
      }
    }
  }
}

export const hostedAuthentication = (options: HostedAuthenticationOptions): HostedAuthentication =>
  new HostedAuthentication(options)
