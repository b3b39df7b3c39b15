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
import { createListeners } from './listeners.ts'
import type { PairedSession } from './pairedWallets.ts'
import {
  addressesOn,
  firstNetworkId,
  type PairedAccess,
  type PairedAccount,
  readAccess,
  walletOf,
} from './sessionAccounts.ts'
import type { Provider } from './universalProvider.ts'

/** A change that the wallet has reported. */
export interface SessionChange {
  readonly namespace: ChainNamespace
  readonly change: ConnectionChange
}

export interface SessionStateOptions {
  readonly provider: Provider
  networks(): readonly Network[]
  /** The networks that a session may begin with; the first that the wallet has agreed to is used. */
  preferredNetworkIds(): readonly CaipNetworkId[]
}

export const isSameAddress = (one: string, other: string) =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

/** What the current session allows, what is known beyond that, and changes to both. */
export function createSessionState({ provider, networks, preferredNetworkIds }: SessionStateOptions) {
  const changes = createListeners<SessionChange>()
  /** For each family: the network, the chosen account, and what is known about the accounts. */
  const memory = {
    place: new Map<ChainNamespace, CaipNetworkId>(),
    chosen: new Map<ChainNamespace, string>(),
    described: new Map<ChainNamespace, readonly ConnectionAccount[]>(),
  }

  const access = (namespace: ChainNamespace, session = provider.session): PairedAccess | undefined =>
    session && readAccess(session, namespace, networks())

  const families = (): ChainNamespace[] => {
    const configured = new Set(networks().map(({ chainNamespace }) => chainNamespace))
    return CHAIN_NAMESPACES.filter((namespace) => configured.has(namespace))
  }

  function networkOf(namespace: ChainNamespace): CaipNetworkId | undefined {
    const allowed = access(namespace)
    return allowed && (memory.place.get(namespace) ?? firstNetworkId(allowed, preferredNetworkIds()))
  }

  /** The family's accounts, the chosen one first. */
  function accountsOf(namespace: ChainNamespace): ConnectionAccount[] {
    const allowed = access(namespace)
    const networkId = networkOf(namespace)
    if (!allowed || !networkId) return []
    const known = memory.described.get(namespace) ?? []
    const others = addressesOn(allowed, networkId).filter((address) => !known.some((one) => one.address === address))
    const all = [...known, ...others.map((address): ConnectionAccount => ({ address }))]
    const first = all.find(({ address }) => isSameAddress(address, memory.chosen.get(namespace) ?? ''))
    return first ? [first, ...all.filter((account) => account !== first)] : all
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

  /** The wallet's id for a network that it has agreed to. */
  const chainOf = (namespace: ChainNamespace, caipNetworkId: CaipNetworkId): CaipNetworkId | undefined => {
    const allowed = access(namespace)
    if (!allowed?.networkIds.includes(caipNetworkId)) return undefined
    return allowed.accounts.find((account) => account.caipNetworkId === caipNetworkId)?.chain ?? caipNetworkId
  }

  /**
   * The family's network, with both the page's and the wallet's id.
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

  /**
   * The account with an address on the family's network, and on no other (pitfall 46); undefined if the session does
   * not have the address.
   * @throws ModalError `chain.unsupported` when the wallet has not agreed to the family's network
   */
  function accountOf(namespace: ChainNamespace, address: string): PairedAccount | undefined {
    const [allowed, here] = [access(namespace), networkOf(namespace)]
    const known = allowed && here ? addressesOn(allowed, here) : []
    const own = known.find((one) => isSameAddress(one, address))
    return own === undefined ? undefined : { address: own, ...placeOf(namespace) }
  }

  function connectionsOf(namespaces: readonly ChainNamespace[]): PairedSession | undefined {
    const { session } = provider
    const entries = namespaces.map((namespace) => [namespace, connectionOf(namespace)] as const)
    const made = entries.filter(([, connection]) => connection)
    return session && made.length > 0 ? { topic: session.topic, connections: Object.fromEntries(made) } : undefined
  }

  function tellAccounts(namespace: ChainNamespace): void {
    const [first, ...rest] = accountsOf(namespace)
    if (first) changes.tell({ namespace, change: { type: 'accounts', accounts: [first, ...rest] } })
  }

  /** Moves a family to a network, and also the client's provider, for sites that use the client itself. */
  function placeOn(namespace: ChainNamespace, caipNetworkId: CaipNetworkId): void {
    memory.place.set(namespace, caipNetworkId)
    const rpcUrl = networks().find((network) => network.caipNetworkId === caipNetworkId)?.rpcUrls[0]
    try {
      provider.setDefaultChain(chainOf(namespace, caipNetworkId) ?? caipNetworkId, rpcUrl)
    } catch {
      // The client does not know the network, but we do.
    }
  }

  /** Moves a family here, after the wallet has agreed or has moved by itself. */
  function setNetwork(namespace: ChainNamespace, caipNetworkId: CaipNetworkId): void {
    if (networkOf(namespace) === caipNetworkId) return
    placeOn(namespace, caipNetworkId)
    changes.tell({ namespace, change: { type: 'network', caipNetworkId } })
    tellAccounts(namespace)
  }

  /** Stores what the wallet reports about its accounts apart from their addresses. */
  function describe(namespace: ChainNamespace, accounts: readonly ConnectionAccount[]): void {
    memory.described.set(namespace, accounts)
    tellAccounts(namespace)
  }

  /** Moves one of the family's accounts to the first place. */
  function choose(namespace: ChainNamespace, address: string): void {
    memory.chosen.set(namespace, address)
    tellAccounts(namespace)
  }

  return {
    changes,
    forget() {
      for (const kept of Object.values(memory)) kept.clear()
    },
    /** The family's network, if it no longer follows the page's. */
    placedOn: (namespace: ChainNamespace) => memory.place.get(namespace),
    placeOn,
    setNetwork,
    choose,
    describe,
    tellAccounts,
    access,
    families,
    networkOf,
    accountsOf,
    accountOf,
    chainOf,
    placeOf,
    connectionsOf,
  }
}
