import type { CaipNetworkId, SIWXConfig, SIWXMessageData, SIWXSession } from '@portico/contracts'
import { SIWXError } from '../errors.ts'
import { createSIWEConfig, type SIWEClient, type SIWEConfig } from './createSIWEConfig.ts'

interface Account {
  readonly chainId: CaipNetworkId
  readonly address: string
}

/** A `siweConfig` as a plug-in. */
export interface SIWXFromSiwe extends SIWXConfig {
  /**
   * Reports a change of the active account. A different address signs the visitor out if the site's options say so. A
   * different network does not: the session does not count on that network, but is still valid when the visitor returns
   * to its own. Disconnecting is handled separately (`signOutOnDisconnect`).
   */
  accountChanged(from: Account, to: Account): Promise<void>
  /** Interval after which an unsigned message is recreated with a new nonce. */
  readonly nonceRefetchIntervalMs: number
  /** Interval at which the site's session is requested again. */
  readonly sessionRefetchIntervalMs: number
}

interface Context {
  /** Selects the session to verify if there are several; without this function, the first one is verified. */
  getActiveNetworkId?(): CaipNetworkId | undefined
}

const isEvm = (chainId: string) => chainId.startsWith('eip155:')
const numberOf = (chainId: string) => Number(chainId.slice('eip155:'.length))
const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A placeholder: the server keeps the real session. Other families need none, so their visitors count as signed in. */
const standIn = (chainId: CaipNetworkId, accountAddress: string): SIWXSession => ({
  data: { accountAddress, chainId, domain: '', uri: '', version: '1', nonce: '' },
  message: '',
  signature: '',
})

const isClient = (config: SIWEConfig | SIWEClient): config is SIWEClient => 'options' in config

/** The plug-in; undefined if the site turned it off with `enabled: false`. */
export function fromSiweConfig(config: SIWEConfig | SIWEClient, context: Context = {}): SIWXFromSiwe | undefined {
  const client = isClient(config) ? config : createSIWEConfig(config)
  const { options } = client
  if (!options.enabled) return undefined

  /** @throws SIWXError `siwe.notVerified` */
  async function addSession({ data, message, signature, cacao }: SIWXSession) {
    if (!isEvm(data.chainId)) return
    const isVerified = await client.verifyMessage({ message, signature, data, ...(cacao && { cacao }) })
    if (!isVerified) throw new SIWXError('siwe.notVerified')
    client.onSignIn?.({ address: data.accountAddress, chainId: numberOf(data.chainId) })
  }

  return {
    addSession,
    signOutOnDisconnect: options.signOutOnDisconnect,
    nonceRefetchIntervalMs: options.nonceRefetchIntervalMs,
    sessionRefetchIntervalMs: options.sessionRefetchIntervalMs,
    getRequired: () => options.required,

    async createMessage({ chainId, accountAddress }) {
      const [params, nonce] = await Promise.all([client.getMessageParams(), client.getNonce(accountAddress)])
      const iat = params.iat ?? new Date().toISOString()
      const address = `did:pkh:${chainId}:${accountAddress}`
      const number = numberOf(chainId)
      const text = client.createMessage({ ...params, chainId: number, address, nonce, version: '1', iat })
      const data: SIWXMessageData = {
        accountAddress,
        chainId,
        domain: params.domain,
        uri: params.uri,
        version: '1',
        nonce,
        issuedAt: iat,
        ...(params.statement && { statement: params.statement }),
        ...(params.resources && { resources: params.resources }),
        ...(params.requestId && { requestId: params.requestId }),
        ...(params.exp && { expirationTime: params.exp }),
        ...(params.nbf && { notBefore: params.nbf }),
      }
      return Object.defineProperty(data, 'toString', { value: () => text })
    },

    async setSessions(sessions) {
      if (sessions.length === 0) {
        await client.signOut()
        return
      }
      const active = context.getActiveNetworkId?.()
      const session = sessions.find(({ data }) => data.chainId === active) ?? sessions[0]
      if (session) await addSession(session)
    },

    async revokeSession(chainId, address) {
      if (!isEvm(chainId)) return
      const session = await client.getSession()
      const isOwn = session && session.chainId === numberOf(chainId) && isSameAddress(session.address, address)
      if (isOwn) await client.signOut()
    },

    async getSessions(chainId, address) {
      if (!isEvm(chainId)) return [standIn(chainId, address)]
      const session = await client.getSession()
      if (!session) return []
      const isOther =
        (options.signOutOnAccountChange && !isSameAddress(session.address, address)) ||
        (options.signOutOnNetworkChange && session.chainId !== numberOf(chainId))
      return isOther ? [] : [standIn(`eip155:${session.chainId}`, session.address)]
    },

    async accountChanged(from, to) {
      if (!options.signOutOnAccountChange || !isEvm(from.chainId) || !isEvm(to.chainId)) return
      if (!isSameAddress(from.address, to.address)) await client.signOut()
    },
  }
}
