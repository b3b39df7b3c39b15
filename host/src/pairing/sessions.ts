import {
  type CaipNetworkId,
  CHAIN_NAMESPACES,
  type ChainNamespace,
  type Connection,
  type ConnectionAccount,
  type ConnectionChange,
  ModalError,
  type Network,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import type { SessionTypes } from '@walletconnect/types'
import { createOpenQuestions } from '../async/openQuestions.ts'
import { forgetLink } from './linkOut.ts'
import { createListeners } from './listeners.ts'
import type { PairedSession } from './pairedWallets.ts'
import { asError } from './requestErrors.ts'
import {
  addressesOn,
  currentNetworkId,
  firstNetworkId,
  type PairedAccess,
  type PairedAccount,
  readAccess,
  walletOf,
} from './sessionAccounts.ts'
import { addressesOfEvent, familyOfEvent, networkOfEvent } from './sessionEvents.ts'
import type { Client, Provider } from './universalProvider.ts'

type Session = SessionTypes.Struct

/** A change that the wallet has reported. */
export interface SessionChange {
  readonly namespace: ChainNamespace
  readonly change: ConnectionChange
}

interface SessionEvent {
  readonly name: unknown
  readonly data: unknown
}

export interface SessionsOptions {
  readonly provider: Provider
  networks(): readonly Network[]
  /** The networks to begin a session with: the first that the wallet has agreed to counts. */
  preferredNetworkIds(): readonly CaipNetworkId[]
  /**
   * Receives the connections of families that the wallet has added to its session, without the others (chains.md §4.7).
   */
  readonly onAdded?: ((added: PairedSession) => Promise<void>) | undefined
}

/** The current session, as the families see it. */
export type Sessions = ReturnType<typeof createSessions>

const isSameAddress = (one: string, other: string) =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

export function createSessions({ provider, networks, preferredNetworkIds, onAdded }: SessionsOptions) {
  const client: Client = provider.client
  const changes = createListeners<SessionChange>()
  const questions = createOpenQuestions()
  let currentTopic = provider.session?.topic
  /** State beyond the session: each family's network, its first account, and what is known about its accounts. */
  const place = new Map<ChainNamespace, CaipNetworkId>()
  const chosen = new Map<ChainNamespace, string>()
  const described = new Map<ChainNamespace, readonly ConnectionAccount[]>()
  /** The families that the session served before. */
  let served: readonly ChainNamespace[] = []

  const access = (namespace: ChainNamespace, session = provider.session): PairedAccess | undefined =>
    session && readAccess(session, namespace, networks())

  const families = (): ChainNamespace[] => {
    const configured = new Set(networks().map(({ chainNamespace }) => chainNamespace))
    return CHAIN_NAMESPACES.filter((namespace) => configured.has(namespace))
  }

  function networkOf(namespace: ChainNamespace): CaipNetworkId | undefined {
    const allowed = access(namespace)
    return allowed && (place.get(namespace) ?? firstNetworkId(allowed, preferredNetworkIds()))
  }

  /** The family's accounts, the chosen one first. */
  function accountsOf(namespace: ChainNamespace): ConnectionAccount[] {
    const allowed = access(namespace)
    const networkId = networkOf(namespace)
    if (!allowed || !networkId) return []
    const known = described.get(namespace) ?? []
    const plain = addressesOn(allowed, networkId).map(
      (address): ConnectionAccount => known.find((account) => account.address === address) ?? { address },
    )
    const all = [...known, ...plain.filter(({ address }) => !known.some((account) => account.address === address))]
    const first = all.findIndex(({ address }) => isSameAddress(address, chosen.get(namespace) ?? ''))
    return first > 0 ? [...all.slice(first, first + 1), ...all.filter((_, index) => index !== first)] : all
  }

  function connectionOf(namespace: ChainNamespace): Connection | undefined {
    const allowed = access(namespace)
    const caipNetworkId = networkOf(namespace)
    const [first, ...rest] = accountsOf(namespace)
    const { session } = provider
    if (!session || !allowed || !caipNetworkId || !first) return undefined
    const wallet = walletOf(session)
    return {
      connectorId: WALLET_CONNECT_ID,
      accounts: [first, ...rest],
      caipNetworkId,
      approvedNetworkIds: allowed.networkIds,
      session: session.topic,
      ...(wallet && { wallet }),
    }
  }

  function tellAccounts(namespace: ChainNamespace): void {
    const [first, ...rest] = accountsOf(namespace)
    if (first) changes.tell({ namespace, change: { type: 'accounts', accounts: [first, ...rest] } })
  }

  function forget(): void {
    for (const kept of [place, chosen, described]) kept.clear()
    questions.end()
  }

  /** Keeps the provider in step, for sites that use the client itself. */
  function tellProvider(namespace: ChainNamespace, caipNetworkId: CaipNetworkId): void {
    const rpcUrl = networks().find((network) => network.caipNetworkId === caipNetworkId)?.rpcUrls[0]
    try {
      provider.setDefaultChain(chainOf(namespace, caipNetworkId) ?? caipNetworkId, rpcUrl)
    } catch {
      // The client does not know the network; we do.
    }
  }

  /** Moves our side of a family; the wallet has agreed, or has moved by itself. */
  function setNetwork(namespace: ChainNamespace, caipNetworkId: CaipNetworkId): void {
    if (networkOf(namespace) === caipNetworkId) return
    place.set(namespace, caipNetworkId)
    tellProvider(namespace, caipNetworkId)
    changes.tell({ namespace, change: { type: 'network', caipNetworkId } })
    tellAccounts(namespace)
  }

  /** The wallet's id of a network that it has agreed to. */
  const chainOf = (namespace: ChainNamespace, caipNetworkId: CaipNetworkId): CaipNetworkId | undefined => {
    const allowed = access(namespace)
    if (!allowed?.networkIds.includes(caipNetworkId)) return undefined
    return allowed.accounts.find((account) => account.caipNetworkId === caipNetworkId)?.chain ?? caipNetworkId
  }

  /**
   * The family's network, in the page's and the wallet's ids.
   * @throws ModalError `chain.unsupported` when the wallet has gone to a network that its session does not cover,
   *   `connection.providerMissing` without a session
   */
  function placeOf(namespace: ChainNamespace): Pick<PairedAccount, 'caipNetworkId' | 'chain'> {
    const caipNetworkId = networkOf(namespace)
    if (!caipNetworkId) throw new ModalError('connection.providerMissing')
    const chain = chainOf(namespace, caipNetworkId)
    if (!chain) throw new ModalError('chain.unsupported', { details: { caipNetworkId } })
    return { caipNetworkId, chain }
  }

  /** Nothing in the event is trusted: the wallet has written all of it. */
  function onEvent({
    topic,
    params,
  }: {
    topic: string
    params?: { event?: Partial<SessionEvent>; chainId?: unknown }
  }) {
    const { event = {}, chainId } = params ?? {}
    const namespace = familyOfEvent(chainId)
    const allowed = namespace && access(namespace)
    if (topic !== currentTopic || !namespace || !allowed) return
    const { name, data } = event
    if (name === 'chainChanged') {
      const said = networkOfEvent(chainId, data)
      const id = said && currentNetworkId(said, networks())
      // EVM wallets may be on any network; for other families, it must be known to the page or the session.
      const known = [...allowed.networkIds, ...networks().map(({ caipNetworkId }) => caipNetworkId)]
      if (id && (namespace === 'eip155' || known.includes(id))) setNetwork(namespace, id)
    } else if (name === 'accountsChanged') {
      const address = addressesOfEvent(data).find((one) =>
        allowed.accounts.some((own) => isSameAddress(own.address, one)),
      )
      if (!address) return
      chosen.set(namespace, address)
      tellAccounts(namespace)
    }
  }

  /** Fixes each family's network, so that it no longer follows the page's. */
  function settle(namespaces = families()): void {
    for (const namespace of namespaces) {
      const here = networkOf(namespace)
      if (!here) continue
      place.set(namespace, here)
      tellProvider(namespace, here)
    }
    served = families().filter((namespace) => access(namespace))
  }

  function connectionsOf(namespaces: readonly ChainNamespace[]): PairedSession | undefined {
    const { session } = provider
    const connections: Partial<Record<ChainNamespace, Connection>> = {}
    for (const namespace of namespaces) {
      const connection = connectionOf(namespace)
      if (connection) connections[namespace] = connection
    }
    return session && Object.keys(connections).length > 0 ? { topic: session.topic, connections } : undefined
  }

  function onUpdate({ topic }: { topic: string }): void {
    if (topic !== currentTopic) return
    const before = served
    for (const namespace of before) {
      const allowed = access(namespace)
      if (!allowed) {
        changes.tell({ namespace, change: { type: 'disconnected' } })
        continue
      }
      changes.tell({ namespace, change: { type: 'approved', networkIds: allowed.networkIds } })
      const here = place.get(namespace)
      const next = firstNetworkId(allowed, preferredNetworkIds())
      if (here && next && !allowed.networkIds.includes(here)) setNetwork(namespace, next)
      else tellAccounts(namespace)
    }
    settle(families().filter((namespace) => !before.includes(namespace)))
    const added = connectionsOf(served.filter((namespace) => !before.includes(namespace)))
    if (added) onAdded?.(added).catch((error) => console.error('[portico]', error))
  }

  function onEnd({ topic }: { topic: string }): void {
    if (topic !== currentTopic) return
    drop()
    for (const namespace of families()) changes.tell({ namespace, change: { type: 'disconnected' } })
  }

  /** Removes all traces of a session on our side of the client. */
  function drop(): void {
    forget()
    currentTopic = undefined
    served = []
    forgetLink()
    Object.assign(provider, { session: undefined, namespaces: undefined, rpcProviders: {} })
  }

  const heard = {
    session_event: onEvent,
    session_update: onUpdate,
    session_delete: (ended: { topic: string }) => onEnd(ended),
    session_expire: (ended: { topic: string }) => onEnd(ended),
  } as Record<string, (payload: never) => void>
  for (const [event, listener] of Object.entries(heard)) client.events.on(event as never, listener as never)

  return {
    changes,
    access,
    networkOf,
    accountsOf,
    chainOf,
    setNetwork,
    drop,

    paired: () => connectionsOf(families()),

    /** Replaces the previous session. */
    begin(session: Session): void {
      forget()
      currentTopic = session.topic
      provider.session = session
    },

    settle: () => settle(),

    /** The topic of the current session. */
    topic: () => provider.session?.topic,

    /** Adds what the wallet reports about its accounts beside their addresses. */
    describe(namespace: ChainNamespace, accounts: readonly ConnectionAccount[]): void {
      described.set(namespace, accounts)
      tellAccounts(namespace)
    },

    /**
     * The account of an address on the family's network, and on no other (pitfall 46); undefined if the session does
     * not have the address.
     * @throws ModalError `chain.unsupported` when the wallet has not agreed to the family's network
     */
    accountOf(namespace: ChainNamespace, address: string): PairedAccount | undefined {
      const [allowed, here] = [access(namespace), networkOf(namespace)]
      const known = allowed && here ? addressesOn(allowed, here) : []
      const own = known.find((one) => isSameAddress(one, address))
      return own === undefined ? undefined : { address: own, ...placeOf(namespace) }
    },
    placeOf,

    /**
     * Sends the wallet a request, on a network that it has agreed to. Rethrows the wallet's errors.
     * @throws ModalError `connection.providerMissing` without a session; an error with the EIP-1193 code 4200 if the
     *   wallet has not agreed to the method, with 4900 if the session ends before it has answered
     */
    async request(namespace: ChainNamespace, chain: CaipNetworkId, method: string, params: unknown): Promise<unknown> {
      const { session } = provider
      const allowed = access(namespace)
      if (!session || !allowed) throw new ModalError('connection.providerMissing')
      if (!allowed.methods.includes(method)) {
        throw Object.assign(new Error(`The wallet has not agreed to ${method}`), { code: 4200 })
      }
      const answer = client.request({ topic: session.topic, chainId: chain, request: { method, params } })
      return questions.ask(answer).catch((error) => {
        throw asError(error)
      })
    },

    dispose(): void {
      changes.clear()
      questions.end()
      for (const [event, listener] of Object.entries(heard)) client.events.off(event as never, listener as never)
    },
  }
}
