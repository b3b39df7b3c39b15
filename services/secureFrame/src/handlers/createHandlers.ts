import type { Wallet } from '../interfaces.ts'
import { createEmailChange } from '../login/createEmailChange.ts'
import { createEmailLogin } from '../login/createEmailLogin.ts'
import { createFarcasterLogin } from '../login/createFarcasterLogin.ts'
import type { LoginClient } from '../login/createLoginClient.ts'
import { createSocialLogin } from '../login/createSocialLogin.ts'
import type { FreshLogin } from '../login/freshLogin.ts'
import type { SocialAttempts } from '../login/socialAttempts.ts'
import type { FindReturn } from '../login/socialReturns.ts'
import type { Handlers } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import type { FindAccounts, PreferAccount } from './accounts.ts'
import { createDeviceWait, isConfirmed } from './deviceWait.ts'
import type { RpcHandlers } from './lazyRpc.ts'
import { type Network, networkHandlers, type SmartAccountNetworks } from './networks.ts'
import { type OneClick, userHandlers } from './users.ts'

export interface HandlerParts {
  readonly login: LoginClient
  readonly sessions: OwnSessions
  readonly wallet: Wallet
  readonly network: Network
  readonly rpc: RpcHandlers
  readonly site: Pick<Handlers, 'SYNC_THEME' | 'SYNC_DAPP_DATA'>
  /** The origin of the secure site. */
  readonly origin: string
  /** Tells the recovery store where to mail from now on. */
  readonly onEmailChanged: (email: string) => Promise<void>
  /** Other devices' requests to open the signed-in visitor's wallet. @throws Refused */
  readonly newDevices: () => Promise<readonly unknown[]>
  readonly findReturn: FindReturn
  readonly attempts?: SocialAttempts
  readonly smartAccountNetworks?: SmartAccountNetworks
  readonly findAccounts?: FindAccounts
  readonly preferAccount?: PreferAccount
  readonly oneClick?: OneClick
  /** Tells `oneClick` whether the visitor has just signed in. */
  readonly freshLogin?: FreshLogin
}

/** Handlers of every request that a page may send to the frame. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { sessions, wallet, network, rpc, origin } = parts
  const isConnected = async () => (await sessions.check()) && isConfirmed(wallet)
  const email = createEmailLogin({ ...parts, isConnected })
  const change = createEmailChange(parts)
  const social = createSocialLogin({ ...parts, site: origin })
  const farcaster = createFarcasterLogin(parts)
  const device = createDeviceWait(wallet)
  const forgetAttempts = () => {
    for (const begun of [email, change, social, farcaster, device, parts.freshLogin]) begun?.forget()
  }
  return {
    ...email.handlers,
    ...change.handlers,
    ...social.handlers,
    ...farcaster.handlers,
    ...userHandlers({ ...parts, social, device }),
    ...networkHandlers(network, parts.smartAccountNetworks),
    ...parts.site,
    ...rpc,
    GET_NEW_DEVICES: async () => ({ count: (await parts.newDevices()).length }),
    IS_CONNECTED: async () => ({ isConnected: await isConnected() }),
    async SIGN_OUT(_, asking) {
      // Aborts pending requests: nothing more is signed for a visitor who is signing out.
      rpc.RPC_ABORT(undefined, asking).catch(() => {})
      forgetAttempts()
      wallet.forget()
      await sessions.end()
    },
    async RELOAD() {
      forgetAttempts()
    },
  }
}
