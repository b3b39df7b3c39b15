import type { CaipNetworkId, SIWXConfig, SIWXMessage, SIWXMessageInput, SIWXSession } from '@portico/contracts'
import { SIWXError } from './errors.ts'
import { createMessenger, type MessengerOptions, type SIWXMessenger } from './messages/createMessenger.ts'
import { isSameAccount } from './sessions/account.ts'
import { createLocalStorage, type SIWXStorage } from './sessions/createLocalStorage.ts'
import { timelinessOf } from './sessions/times.ts'
import { createVerification, type Verification } from './sessions/verification.ts'
import { defaultVerifiers, type SIWXVerifier } from './verifiers/index.ts'

export interface DefaultSIWXOptions extends MessengerOptions {
  /** Replaces the message formats of all families; the other message options then have no effect. */
  readonly messenger?: SIWXMessenger
  /**
   * Replaces the verifiers for EVM, Solana and Bitcoin. A session counts only if its family has at least one verifier
   * and all of the family's verifiers approve.
   */
  readonly verifiers?: readonly SIWXVerifier[]
  /** RPC nodes to verify contract accounts (ERC-1271, ERC-6492), by CAIP-2 id. Externally owned accounts need none. */
  readonly rpcUrls?: Readonly<Record<string, string>>
  /** Replaces `localStorage`. */
  readonly storage?: SIWXStorage
  /** Whether a visitor who declines is disconnected; true when absent. */
  readonly required?: boolean
  /** Signs in place of the connected wallet. */
  readonly signer?: NonNullable<SIWXConfig['signMessage']>
  readonly signOutOnDisconnect?: boolean
}

/** Sign-in without a server: messages, verification and sessions live in the visitor's browser. */
export class DefaultSIWX implements SIWXConfig {
  readonly signMessage?: SIWXConfig['signMessage']
  readonly signOutOnDisconnect: boolean
  readonly #required: boolean
  readonly #messenger: SIWXMessenger
  readonly #storage: SIWXStorage
  readonly #verify: Verification

  constructor(options: DefaultSIWXOptions = {}) {
    this.#messenger = options.messenger ?? createMessenger(options)
    this.#storage = options.storage ?? createLocalStorage()
    this.#verify = createVerification(options.verifiers ?? defaultVerifiers(options), this.#messenger)
    this.#required = options.required ?? true
    this.signOutOnDisconnect = options.signOutOnDisconnect ?? true
    if (options.signer) this.signMessage = options.signer
  }

  createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    return this.#messenger.createMessage(input)
  }

  /** @throws SIWXError `siwx.invalidSignature`, `siwx.expired`, `siwx.unverified` */
  async addSession(session: SIWXSession): Promise<void> {
    await this.#insist(session)
    await this.#storage.add(session)
  }

  /** Stores all sessions or none. @throws SIWXError `siwx.invalidSignature`, `siwx.expired`, `siwx.unverified` */
  async setSessions(sessions: readonly SIWXSession[]): Promise<void> {
    await Promise.all(sessions.map((session) => this.#insist(session)))
    await this.#storage.set(sessions)
  }

  async revokeSession(chainId: CaipNetworkId, address: string): Promise<void> {
    await this.#storage.delete(chainId, address)
  }

  /**
   * Verified at every read, because anything that can write to the storage could have forged a session. A session with
   * a wrong signature is removed; one that is expired, not valid yet, or cannot be checked right now is skipped.
   */
  async getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]> {
    const stored = await this.#storage.get(chainId, address)
    const own = stored.filter(({ data }) => isSameAccount(data, chainId, address) && timelinessOf(data) === 'valid')
    const results = await Promise.all(own.map((session) => this.#verify(session)))
    for (const [index, session] of own.entries()) {
      if (results[index] === false) await this.#storage.remove?.(session)
    }
    return own.filter((_, index) => results[index] === true)
  }

  getRequired(): boolean {
    return this.#required
  }

  async #insist(session: SIWXSession): Promise<void> {
    if (timelinessOf(session.data) === 'expired') throw new SIWXError('siwx.expired')
    const isValid = await this.#verify(session)
    if (isValid === undefined) throw new SIWXError('siwx.unverified')
    if (!isValid) throw new SIWXError('siwx.invalidSignature')
  }
}
