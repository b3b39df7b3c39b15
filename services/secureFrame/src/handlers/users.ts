import type { CaipNetworkId } from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { toWireChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { isCommonEmail } from '@portico/contracts/embeddedWallet/email'
import type { SocialLogin } from '../login/createSocialLogin.ts'
import { type Handlers, Refused } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import type { SignInMessage } from '../signing/siwx/signInTexts.ts'
import { type FindAccounts, findOwnAccounts, type PreferAccount } from './accounts.ts'
import type { DeviceWait } from './deviceWait.ts'
import type { Network } from './networks.ts'

/** What one-click sign-in adds to a user: either all three properties or none. */
interface SignedIn {
  readonly message: string
  readonly signature: string
  readonly siwxMessage: SignInMessage
}
/** Completes the page's sign-in message and signs it; undefined if the visitor has to sign by hand later. */
export type OneClick = (
  message: SignInMessage,
  account: { readonly address: string; readonly network: CaipNetworkId },
) => Promise<SignedIn | undefined>

export interface UserParts {
  readonly sessions: Pick<OwnSessions, 'current'>
  readonly device: Pick<DeviceWait, 'confirmed' | 'addresses'>
  readonly network: Network
  readonly social: Pick<SocialLogin, 'finish'>
  readonly findAccounts?: FindAccounts
  readonly preferAccount?: PreferAccount
  readonly oneClick?: OneClick
}

interface UserRequest {
  readonly chainId?: CaipNetworkId
  readonly preferredAccountType?: EmbeddedAccountType
  readonly siwxMessage?: SignInMessage
}

/** If a network does not answer in time, the visitor is signed in without a smart account. */
const ACCOUNTS_LIMIT_MS = 500

/** Reports the signed-in user to the page (secure-frame.md §6.2). */
export function userHandlers(
  parts: UserParts,
): Pick<Handlers, 'GET_USER' | 'CONNECT_SOCIAL' | 'CONNECT_DEVICE' | 'SET_PREFERRED_ACCOUNT' | 'INIT_SMART_ACCOUNT'> {
  const { sessions, device, network, social, findAccounts = findOwnAccounts, preferAccount, oneClick } = parts

  async function requireSession() {
    const session = await sessions.current()
    if (!session) throw new Refused('notConnected')
    return session
  }

  /** @param wanted the account to use from now on, if there are two */
  async function accountsHere(signal: AbortSignal, wanted: EmbeddedAccountType | undefined, limitMs?: number) {
    const addresses = await device.addresses(signal)
    const found = await findAccounts(network.current(), addresses, limitMs)
    const { accounts } = found
    const account = accounts.find(({ type }) => type === wanted)
    if (wanted && account && accounts.length > 1) await preferAccount?.(addresses, wanted)
    return { ...found, account }
  }

  async function userOf({ chainId, preferredAccountType, siwxMessage }: UserRequest, signal: AbortSignal) {
    const { email, userName } = await requireSession()
    if (chainId) network.switchTo(chainId)
    const here = network.current()
    const { accounts, account, isDeployed } = await accountsHere(signal, preferredAccountType, ACCOUNTS_LIMIT_MS)
    const { type, address } = account ?? accounts[0]
    const signedIn = siwxMessage && (await oneClick?.(siwxMessage, { address, network: here }))
    return {
      // Other clients drop the whole user if they cannot read the email address.
      email: email !== null && isCommonEmail(email) ? email : null,
      userName,
      address,
      chainId: toWireChainId(here),
      accounts: accounts.map((account) => ({ ...account })),
      preferredAccountType: type,
      isDeployed,
      ...signedIn,
    }
  }

  return {
    async GET_USER(request = {}, { signal }) {
      const { userName: _, isDeployed, ...user } = await userOf(request, signal)
      return { ...user, ...(isDeployed !== undefined && { smartAccountDeployed: isDeployed }) }
    },
    async CONNECT_SOCIAL({ uri, ...request }, asking) {
      await social.finish(uri, asking)
      const { isDeployed: _, ...user } = await userOf(request, asking.signal)
      return user
    },
    CONNECT_DEVICE: (_, { signal }) => device.confirmed(signal),
    async SET_PREFERRED_ACCOUNT({ type }, { signal }) {
      await requireSession()
      const { account } = await accountsHere(signal, type)
      if (!account) throw new Refused('chainUnsupported')
      return { ...account }
    },
    // A smart account is deployed with its first transaction.
    INIT_SMART_ACCOUNT: () => Promise.reject(new Refused('chainUnsupported')),
  }
}
