import type { Cacao, SIWXMessageData } from '@portico/contracts'
import { SIWXError } from '../errors.ts'
import type { SIWECreateMessageArgs, SIWEMessageParams } from './formatMessage.ts'

export interface SIWESession {
  readonly address: string
  readonly chainId: number
}

export interface SIWEVerifyMessageArgs {
  readonly message: string
  readonly signature: string
  readonly data?: SIWXMessageData
  readonly cacao?: Cacao
}

/** The option `siweConfig`: sign-in with EVM wallets at the site's own server. */
export interface SIWEConfig extends Partial<SIWEOptions> {
  getNonce(address?: string): Promise<string>
  getMessageParams?(): Promise<SIWEMessageParams>
  createMessage(args: SIWECreateMessageArgs): string
  verifyMessage(args: SIWEVerifyMessageArgs): Promise<boolean>
  getSession(): Promise<SIWESession | null>
  signOut(): Promise<boolean>
  onSignIn?(session?: SIWESession): void
  onSignOut?(): void
}

type SIWEMethods = Required<Omit<SIWEConfig, keyof SIWEOptions | 'onSignIn' | 'onSignOut'>> &
  Pick<SIWEConfig, 'onSignIn' | 'onSignOut'>

export interface SIWEOptions {
  readonly required: boolean
  readonly enabled: boolean
  /** Interval after which an unsigned message is recreated; five minutes when absent, never if 0. */
  readonly nonceRefetchIntervalMs: number
  /** Interval at which `getSession` is called while the page is visible; five minutes when absent, never if 0. */
  readonly sessionRefetchIntervalMs: number
  readonly signOutOnDisconnect: boolean
  readonly signOutOnAccountChange: boolean
  readonly signOutOnNetworkChange: boolean
}

/** A `siweConfig` with defaults and validated answers. */
export interface SIWEClient extends SIWEMethods {
  readonly options: SIWEOptions
}

const FIVE_MINUTES_MS = 300_000

export function createSIWEConfig(config: SIWEConfig): SIWEClient {
  const { required = true, enabled = true, signOutOnDisconnect = true } = config
  const { signOutOnAccountChange = true, signOutOnNetworkChange = true } = config
  const { nonceRefetchIntervalMs = FIVE_MINUTES_MS, sessionRefetchIntervalMs = FIVE_MINUTES_MS } = config
  const intervals = { nonceRefetchIntervalMs, sessionRefetchIntervalMs }
  const signOutOn = { signOutOnDisconnect, signOutOnAccountChange, signOutOnNetworkChange }
  return {
    options: { required, enabled, ...intervals, ...signOutOn },

    /** @throws SIWXError `siwe.nonceMissing` */
    async getNonce(address) {
      const nonce = await config.getNonce(address)
      if (!nonce) throw new SIWXError('siwe.nonceMissing')
      return nonce
    },

    /** @throws SIWXError `siwe.paramsMissing` */
    async getMessageParams() {
      const params = await config.getMessageParams?.()
      if (!params) throw new SIWXError('siwe.paramsMissing')
      return params
    },

    /** @throws SIWXError `siwe.messageMissing` */
    createMessage(args) {
      const message = config.createMessage(args)
      if (!message) throw new SIWXError('siwe.messageMissing')
      return message
    },

    verifyMessage: async (args) => (await config.verifyMessage(args)) === true,

    /**
     * Null if no one is signed in.
     * @throws SIWXError `siwe.sessionMissing`, `siwe.addressMissing`, `siwe.chainIdMissing` for invalid answers
     */
    async getSession() {
      const session = await config.getSession()
      if (session === undefined) throw new SIWXError('siwe.sessionMissing')
      if (session && !session.address) throw new SIWXError('siwe.addressMissing')
      if (session && !session.chainId) throw new SIWXError('siwe.chainIdMissing')
      return session
    },

    async signOut() {
      const isOut = await config.signOut()
      config.onSignOut?.()
      return isOut
    },

    ...(config.onSignIn && { onSignIn: (session) => config.onSignIn?.(session) }),
    ...(config.onSignOut && { onSignOut: () => config.onSignOut?.() }),
  }
}
