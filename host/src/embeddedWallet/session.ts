import {
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  DISCONNECT_WAIT_MS,
  type ErrorCode,
  isModalError,
  ModalError,
  type Network,
  selectActiveNamespace,
} from '@portico/contracts'
import { EMBEDDED_ACCOUNT_TYPES, type EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { toWireChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { inTime } from '../async/within.ts'
import { preferredAccountType } from '../connections/accountTypes.ts'
import { signedIn, signedOut } from './embeddedWalletSlice.ts'
import type { Ask } from './frameBridge.ts'
import { isDeviceWaiting } from './frameErrors.ts'
import type { Login } from './login.ts'
import type { EmbeddedSetup } from './setup.ts'
import { prepareSignIn } from './signInOnce.ts'
import { providerName, type With } from './signInWith.ts'
import { toConnection } from './toConnection.ts'

export interface SessionSetup extends Pick<EmbeddedSetup, 'store' | 'services'> {
  readonly ask: Ask
  /** The frame is there and knows of the site; the EVM networks with smart accounts. @throws ModalError `frame.*` */
  ready(): Promise<readonly number[]>
  readonly login: Login
  /** Everything that waits for the visitor is off. */
  rejectOpen(): void
  /** A connection has changed, or has ended, by the wallet's doing. */
  tell(namespace: ChainNamespace, change: ConnectionChange): void
}

export interface Session {
  /** Whom the next `connect` is about: somebody has just shown who they are. */
  begin(next: With): void
  /** @throws ModalError `connection.modalClosed`, `connection.failed`, `frame.*` */
  connect(namespace: ChainNamespace, network: Network, signal?: AbortSignal): Promise<Connection>
  /** Undefined when nobody is signed in any more. @throws ModalError `frame.*` when that cannot be said */
  restore(namespace: ChainNamespace, network: Network): Promise<Connection | undefined>
  /**
   * Resolves when the frame has signed out, or has not within 3 s (rules.md §9): nobody is signed in here any more in
   * any case.
   */
  signOut(): Promise<void>
  switchNetwork(namespace: ChainNamespace, network: Network): Promise<void>
  setAccountType(namespace: ChainNamespace, type: EmbeddedAccountType): Promise<void>
  /** The frame goes back to a network after another family has been asked about. */
  goTo(network: Network): Promise<void>
  connection(namespace: ChainNamespace): Connection | undefined
  email(): string | undefined
  /** The address has been changed. */
  emailChanged(email: string): void
  dispose(): void
}

/** The frame could not be asked at all: that says nothing of whether somebody is signed in. */
const UNHEARD: readonly ErrorCode[] = [
  'frame.aborted',
  'frame.domainUnverified',
  'frame.loadFailed',
  'frame.notSet',
  'frame.requestTimedOut',
]

const isEmbeddedType = (type: unknown): type is EmbeddedAccountType =>
  (EMBEDDED_ACCOUNT_TYPES as readonly unknown[]).includes(type)

/** Who is signed in, as far as this page is concerned (secure-frame.md §12). */
export function createSession(setup: SessionSetup): Session {
  const { store, services, ask, ready, login, rejectOpen, tell } = setup
  const { storage } = services
  const connections = new Map<ChainNamespace, Connection>()
  let next: With | undefined
  let checking: Promise<boolean> | undefined
  /** What is written now is written here, and by no other tab. */
  let isKeeping = false

  const rpcUrlOf = ({ walletRpcUrls: [rpcUrl] }: Network) => (rpcUrl === undefined ? {} : { rpcUrl })

  const preferred = (namespace: ChainNamespace) => {
    const type = preferredAccountType(store.getState(), storage, namespace)
    return isEmbeddedType(type) ? type : undefined
  }

  function forget(): void {
    const ended = [...connections.keys()]
    connections.clear()
    checking = undefined
    store.dispatch(signedOut())
    rejectOpen()
    for (const namespace of ended) tell(namespace, { type: 'disconnected' })
  }

  async function askUser(namespace: ChainNamespace, network: Network, by: With, more: object, signal?: AbortSignal) {
    const type = preferred(namespace)
    const payload = {
      chainId: toWireChainId(network.caipNetworkId),
      ...(type && { preferredAccountType: type }),
      ...rpcUrlOf(network),
      ...more,
    }
    if (by.uri === undefined) return { ...(await ask('GET_USER', payload, signal)), userName: by.userName }
    return { smartAccountDeployed: undefined, ...(await ask('CONNECT_SOCIAL', { ...payload, uri: by.uri }, signal)) }
  }

  /** Asks who is signed in, and keeps it. */
  async function user(
    namespace: ChainNamespace,
    network: Network,
    { by, isNew = false, signal }: { by: With; isNew?: boolean; signal?: AbortSignal | undefined },
  ): Promise<Connection> {
    // The site's own sign-in goes along with the login, and with nothing that comes after it.
    const signIn = isNew ? await prepareSignIn(services, network) : undefined
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    const found = await askUser(namespace, network, by, { ...signIn?.asked }, signal)
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    const { provider } = by
    const known = { email: found.email ?? undefined, userName: found.userName ?? undefined }
    const asked = { namespace, preferred: preferred(namespace), name: providerName(provider) }
    // Read before anything is kept: an answer for another family has signed nobody in.
    toConnection(found, { ...asked, session: '' })
    // Kept before anybody hears of the account, or the visitor would be asked to sign once more.
    await signIn?.accept(found)
    if (signal?.aborted) throw new ModalError('connection.modalClosed')
    // While the page waited, somebody has signed out, here or in another tab.
    if (!isNew && !login.id()) throw new ModalError('connection.modalClosed')
    isKeeping = true
    const session = login.keep({ provider, ...known }, isNew)
    isKeeping = false
    const connection = toConnection(found, { ...asked, session })
    connections.set(namespace, connection)
    store.dispatch(
      signedIn({
        provider,
        ...(known.email !== undefined && { email: known.email }),
        ...(known.userName !== undefined && { userName: known.userName }),
        ...(found.smartAccountDeployed !== undefined && { isSmartAccountDeployed: found.smartAccountDeployed }),
      }),
    )
    return connection
  }

  async function prepare(): Promise<void> {
    const smartAccountNetworks = await ready()
    store.dispatch(signedIn({ smartAccountNetworks }))
    if (login.id()) login.change({ smartAccountNetworks: [...smartAccountNetworks] })
  }

  /** As it was when somebody signed in. */
  const before = (): With => {
    const { provider, userName } = login.read()
    return { provider: (provider ?? 'email') as With['provider'], ...(userName !== undefined && { userName }) }
  }

  /** Asked once: no page is asked again while it lives, unless somebody signs in or out. */
  function isConnected(): Promise<boolean> {
    checking ??= (async () => {
      try {
        return (await ask('IS_CONNECTED')).isConnected
      } catch (error) {
        if (isModalError(error) && UNHEARD.includes(error.code)) throw error
        return false
      }
    })()
    checking.catch(() => {
      checking = undefined
    })
    return checking
  }

  /** The wallet is asked again who it is, and whatever is another thing now is told. */
  async function refresh(namespace: ChainNamespace, network: Network): Promise<void> {
    const was = connections.get(namespace)
    const now = await user(namespace, network, { by: before() })
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

  /** Another tab has signed in: the frame is theirs, which may be somebody else. */
  async function meet(): Promise<void> {
    const active = selectActiveNamespace(store.getState())
    // The page's own family last: the frame stays on the network that was asked about.
    const families = [...connections.keys()].sort((one, other) => Number(one === active) - Number(other === active))
    for (const family of families) await refresh(family, networkOf(family))
  }

  /** Another tab has signed out: what is left here is nobody's. */
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
      if (isNew) checking = undefined
      try {
        return await user(namespace, network, { by: begun ?? before(), isNew, signal })
      } catch (error) {
        // Somebody has signed in on a device that waits: the next attempt is about the same person.
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
      store.dispatch(
        signedIn({
          ...(provider !== undefined && { provider: provider as With['provider'] }),
          ...(email !== undefined && { email }),
          ...(userName !== undefined && { userName }),
        }),
      )
      return user(namespace, network, { by: before() })
    },
    async signOut() {
      login.clear()
      forget()
      await inTime(ask('SIGN_OUT'), DISCONNECT_WAIT_MS).catch(() => {}) // whatever the frame says to that, we have left
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
