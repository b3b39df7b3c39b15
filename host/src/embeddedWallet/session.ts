import {
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  DISCONNECT_WAIT_MS,
  type EmbeddedWalletState,
  type ErrorCode,
  isModalError,
  ModalError,
  type Network,
  selectActiveNamespace,
} from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import { inTime } from '../async/within.ts'
import { askUser, rpcUrlOf, type UserRequest } from './askUser.ts'
import { signedIn, signedOut } from './embeddedWalletSlice.ts'
import type { Ask } from './frameBridge.ts'
import { isDeviceWaiting } from './frameErrors.ts'
import type { Login } from './login.ts'
import type { EmbeddedSetup } from './setup.ts'
import type { With } from './signInWith.ts'

export interface SessionSetup extends Pick<EmbeddedSetup, 'store' | 'services'> {
  readonly ask: Ask
  /** Resolves with the EVM networks that have smart accounts. @throws ModalError `frame.*` */
  ready(): Promise<readonly number[]>
  readonly login: Login
  /** Rejects all requests that are waiting for the visitor. */
  rejectOpen(): void
  /** Reports that the wallet has changed or ended a connection. */
  tell(namespace: ChainNamespace, change: ConnectionChange): void
}

export interface Session {
  /** Sets the login for the next `connect`, after the visitor has identified themselves. */
  begin(next: With): void
  /** @throws ModalError `connection.modalClosed`, `connection.failed`, `frame.*` */
  connect(namespace: ChainNamespace, network: Network, signal?: AbortSignal): Promise<Connection>
  /** Undefined if no one is signed in any more. @throws ModalError `frame.*` if this is unknown */
  restore(namespace: ChainNamespace, network: Network): Promise<Connection | undefined>
  /** Signs out here at once. Resolves when the frame has signed out, or after 3 s (rules.md §9). */
  signOut(): Promise<void>
  switchNetwork(namespace: ChainNamespace, network: Network): Promise<void>
  setAccountType(namespace: ChainNamespace, type: EmbeddedAccountType): Promise<void>
  /** Returns the frame to this network after a request about another family. */
  goTo(network: Network): Promise<void>
  connection(namespace: ChainNamespace): Connection | undefined
  email(): string | undefined
  /** Records that the email address has changed. */
  emailChanged(email: string): void
  dispose(): void
}

/** The errors of an unreachable frame, which say nothing about the login. */
const UNHEARD: readonly ErrorCode[] = [
  'frame.aborted',
  'frame.domainUnverified',
  'frame.loadFailed',
  'frame.notSet',
  'frame.requestTimedOut',
]

/** @throws ModalError as a rejection: one of `UNHEARD` */
async function askConnected(ask: Ask): Promise<boolean> {
  try {
    return (await ask('IS_CONNECTED')).isConnected
  } catch (error) {
    if (isModalError(error) && UNHEARD.includes(error.code)) throw error
    return false
  }
}

type Details = {
  readonly [K in 'provider' | 'email' | 'userName' | 'isSmartAccountDeployed']?: EmbeddedWalletState[K] | undefined
}

/** What is known about the visitor, without fields that are undefined. */
const known = ({ provider, email, userName, isSmartAccountDeployed }: Details): Partial<EmbeddedWalletState> => ({
  ...(provider !== undefined && { provider }),
  ...(email !== undefined && { email }),
  ...(userName !== undefined && { userName }),
  ...(isSmartAccountDeployed !== undefined && { isSmartAccountDeployed }),
})

/** Tracks who is signed in on this page (secure-frame.md §12). */
export function createSession(setup: SessionSetup): Session {
  const { store, services, ask, ready, login, rejectOpen, tell } = setup
  const { storage } = services
  const connections = new Map<ChainNamespace, Connection>()
  let next: With | undefined
  /** Asks whether anyone is signed in, once per page, and again only after a sign-in or sign-out. */
  const createCheck = () => onceLoaded(() => askConnected(ask))
  let isConnected = createCheck()
  /** True while this tab, rather than another, writes the login. */
  let isKeeping = false

  function forget(): void {
    const ended = [...connections.keys()]
    connections.clear()
    isConnected = createCheck()
    store.dispatch(signedOut())
    rejectOpen()
    for (const namespace of ended) tell(namespace, { type: 'disconnected' })
  }

  /** Asks who is signed in, and stores the answer. */
  async function user(request: UserRequest): Promise<Connection> {
    const { namespace, by, isNew, signal } = request
    const { email, userName, isSmartAccountDeployed, ...answer } = await askUser(setup, request)
    // Stored before the account is announced; otherwise the visitor would be asked to sign again.
    await answer.acceptSignIn()
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    // The visitor may have signed out meanwhile, here or in another tab.
    if (!isNew && !login.id()) throw new ModalError('connection.modalClosed')
    const { provider } = by
    isKeeping = true
    const session = login.keep({ provider, email, userName }, isNew)
    isKeeping = false
    const connection = answer.connection(session)
    connections.set(namespace, connection)
    store.dispatch(signedIn(known({ provider, email, userName, isSmartAccountDeployed })))
    return connection
  }

  async function prepare(): Promise<void> {
    const smartAccountNetworks = await ready()
    store.dispatch(signedIn({ smartAccountNetworks }))
    if (login.id()) login.change({ smartAccountNetworks: [...smartAccountNetworks] })
  }

  /** The stored login. */
  const before = (): With => {
    const { provider, userName } = login.read()
    return { provider: (provider ?? 'email') as With['provider'], ...(userName !== undefined && { userName }) }
  }

  /** Asks the wallet for the account again, and reports what has changed. */
  async function refresh(namespace: ChainNamespace, network: Network): Promise<void> {
    const was = connections.get(namespace)
    const now = await user({ namespace, network, by: before(), isNew: false })
    if (was?.caipNetworkId !== now.caipNetworkId) tell(namespace, { type: 'network', caipNetworkId: now.caipNetworkId })
    const isSame = JSON.stringify(was?.accounts) === JSON.stringify(now.accounts)
    if (!isSame) tell(namespace, { type: 'accounts', accounts: now.accounts })
  }

  const goTo = async (network: Network) => {
    await ask('SWITCH_NETWORK', { chainId: network.caipNetworkId, ...rpcUrlOf(network) })
  }

  const networkOf = (namespace: ChainNamespace): Network => {
    const id = connections.get(namespace)?.caipNetworkId
    const network = store.getState().networks.list.find(({ caipNetworkId }) => caipNetworkId === id)
    if (!network) throw new ModalError('network.notFound', { details: { namespace } })
    return network
  }

  /** Another tab has signed in, so the frame now has the other tab's login, perhaps that of another person. */
  async function meet(): Promise<void> {
    const active = selectActiveNamespace(store.getState())
    // The page's own family comes last, because the frame stays on the network that was requested last.
    const families = [...connections.keys()].sort((one, other) => Number(one === active) - Number(other === active))
    for (const family of families) await refresh(family, networkOf(family))
  }

  /** When another tab has signed out, the login is forgotten here too. */
  const stopWatching = storage.watch('login', () => {
    if (isKeeping || connections.size === 0) return
    const id = login.id()
    if (!id) return forget()
    if ([...connections.values()].some(({ session }) => session !== id)) void meet().catch(forget)
  })

  return {
    begin(by) {
      next = by
    },
    async connect(namespace, network, signal) {
      if (!services.embeddedWallet?.isOn()) throw new ModalError('connection.noAuthConnector')
      const begun = next
      next = undefined
      await prepare()
      if (signal?.aborted) throw new ModalError('connection.modalClosed')
      const isNew = begun !== undefined || !login.id()
      if (isNew) isConnected = createCheck()
      try {
        return await user({ namespace, network, by: begun ?? before(), isNew, signal })
      } catch (error) {
        // The visitor has signed in, but must still confirm this device: the next attempt continues this login.
        if (begun && isDeviceWaiting(error)) next = { ...begun, uri: undefined }
        throw error
      }
    },
    async restore(namespace, network) {
      if (!login.id()) return undefined
      const { email, userName, provider } = login.read()
      if (!(await isConnected())) {
        login.clear()
        forget()
        return undefined
      }
      await prepare()
      store.dispatch(signedIn(known({ provider: provider as With['provider'] | undefined, email, userName })))
      return user({ namespace, network, by: before(), isNew: false })
    },
    async signOut() {
      login.clear()
      forget()
      await inTime(ask('SIGN_OUT'), DISCONNECT_WAIT_MS).catch(() => {}) // signed out here in any case
    },
    async switchNetwork(namespace, network) {
      await goTo(network)
      await refresh(namespace, network)
    },
    async setAccountType(namespace, type) {
      const network = networkOf(namespace)
      await ask('SET_PREFERRED_ACCOUNT', { type })
      await refresh(namespace, network)
    },
    goTo,
    connection: (namespace) => connections.get(namespace),
    email: () => {
      const { provider, email } = login.read()
      return login.id() && provider === 'email' ? email : undefined
    },
    emailChanged(email) {
      login.change({ email })
      store.dispatch(signedIn({ email }))
    },
    dispose: stopWatching,
  }
}
