import {
  type CaipNetworkId,
  CHAIN_NAMESPACES,
  type ChainNamespace,
  type Connection,
  type ConnectionAccount,
  ModalError,
  type Network,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
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

export interface SessionStateOptions {
  readonly provider: Provider
  networks(): readonly Network[]
  /** The networks to begin a session with: the first that the wallet has agreed to counts. */
  preferredNetworkIds(): readonly CaipNetworkId[]
}

export const isSameAddress = (one: string, other: string) =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

/** What the current session allows, and this side's knowledge beyond it. */
export function createSessionState({ provider, networks, preferredNetworkIds }: SessionStateOptions) {
  /** Each family's network, its first account, and what is known about its accounts. */
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
    const plain = addressesOn(allowed, networkId).map(
      (address): ConnectionAccount => known.find((account) => account.address === address) ?? { address },
    )
    const all = [...known, ...plain.filter(({ address }) => !known.some((account) => account.address === address))]
    const first = all.findIndex(({ address }) => isSameAddress(address, memory.chosen.get(namespace) ?? ''))
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

  /**
   * The account of an address on the family's network, and on no other (pitfall 46); undefined if the session does
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
    const connections: Partial<Record<ChainNamespace, Connection>> = {}
    for (const namespace of namespaces) {
      const connection = connectionOf(namespace)
      if (connection) connections[namespace] = connection
    }
    return session && Object.keys(connections).length > 0 ? { topic: session.topic, connections } : undefined
  }

  return { memory, access, families, networkOf, accountsOf, accountOf, chainOf, placeOf, connectionsOf }
}
