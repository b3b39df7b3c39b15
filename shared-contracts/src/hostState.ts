import type { CaipAddress, CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Connection, Connector } from './connector.ts'
import type { SerializedError } from './errors.ts'
import type { Holdings } from './holdings.ts'
import { DEFAULT_SOCIALS } from './limits.ts'
import type { Network } from './network.ts'
import type { PaymentProgress } from './payment.ts'
import type { SocialProvider } from './socialProviders.ts'
import type { SentTransaction } from './transactions.ts'

/** rules.md §4: the status of a chain family. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** What is known of one chain family. */
export interface FamilyState {
  readonly status: ConnectionStatus
  /** The connector that was asked last: it is connected, being connected, or has refused. */
  readonly connectorId?: string
  /** There while `status` is `connected`, and while another wallet is being asked to take its place. */
  readonly connection?: Connection
  /** With several wallets a family: those that are connected beside the active one, the last used first. */
  readonly others?: readonly Connection[]
  /** Why the last attempt ended without what it was for. */
  readonly error?: SerializedError
}

export interface ConnectionsState {
  readonly connectors: Readonly<Partial<Record<ChainNamespace, readonly Connector[]>>>
  readonly families: Readonly<Partial<Record<ChainNamespace, FamilyState>>>
}

export interface NetworksState {
  /** The networks that the site configured, in its order. */
  readonly list: readonly Network[]
  /** The network that the page works on while its family has no connection; CAIP-2. */
  readonly chosenId: CaipNetworkId
  /** The one that the visitor chose last, else the site's `defaultNetwork`: a wallet is asked for it when it connects. */
  readonly wantedId?: CaipNetworkId | undefined
}

/** Who is signed in to the embedded wallet, as far as it is there. */
export interface EmbeddedWalletState {
  readonly provider?: 'email' | SocialProvider
  readonly email?: string
  readonly userName?: string
  /** EVM chain ids on which it has smart accounts. */
  readonly smartAccountNetworks: readonly number[]
  readonly isSmartAccountDeployed?: boolean
}

/** The part of the host's state that a remote may read: by the selectors below, never by path. */
export interface HostState {
  readonly connections: ConnectionsState
  readonly networks: NetworksState
  /** Absent until the code of the embedded wallet is there. */
  readonly embeddedWallet?: EmbeddedWalletState | undefined
  /** Absent until the code that acts on accounts is there: the newest first. */
  readonly transactions?: readonly SentTransaction[] | undefined
  /** By `accountKey`. Absent like those. */
  readonly holdings?: Readonly<Record<string, Holdings>> | undefined
  /** Absent until the remote `pay` is there. */
  readonly pay?: { readonly payment: PaymentProgress | null } | undefined
  /** What is on, after the options of the site and the configuration of its project. */
  readonly project?: ProjectChoices | undefined
  /** The features that are switched on, and may be here, by their ids. */
  readonly remotes?: RemotesOn | undefined
}

/** What it adds is in the signed index: its slots have the shape that `defineRemote` gave them. */
export interface RemoteOn {
  readonly static: { readonly slots: Readonly<Record<string, readonly unknown[]>> }
}

export interface RemotesOn {
  readonly byId: Readonly<Partial<Record<string, RemoteOn>>>
}

export interface ProjectChoices {
  readonly features: {
    /** Names of providers, in the order in which they are offered; none of them need be one that this release knows. */
    readonly socials: readonly string[] | false
    /** Names of those who may sell (services.md §5.1); absent where nobody has said. */
    readonly onramp?: readonly string[] | false
    /** With `required` in it nobody goes on without an address; an empty list is on, too. */
    readonly emailCapture?: readonly string[] | boolean
  }
}

/** An address on a network. */
export interface Account {
  readonly namespace: ChainNamespace
  readonly address: string
  readonly caipAddress: CaipAddress
  readonly connectorId: string
}

export const selectActiveNamespace = (state: HostState): ChainNamespace =>
  state.networks.chosenId.slice(0, state.networks.chosenId.indexOf(':')) as ChainNamespace

export const selectConnection = (
  state: HostState,
  namespace: ChainNamespace = selectActiveNamespace(state),
): Connection | undefined => state.connections.families[namespace]?.connection

const NO_CONNECTIONS: readonly Connection[] = []

/** The connections of a family that are there beside the active one. */
export const selectOtherConnections = (state: HostState, namespace: ChainNamespace): readonly Connection[] =>
  state.connections.families[namespace]?.others ?? NO_CONNECTIONS

/** While a family is connected, its wallet says which network is active; otherwise the page does. */
export const selectActiveNetworkId = (state: HostState): CaipNetworkId =>
  selectConnection(state)?.caipNetworkId ?? state.networks.chosenId

export const selectNetworks = (state: HostState): readonly Network[] => state.networks.list

export const selectNetwork = (state: HostState, id: CaipNetworkId): Network | undefined =>
  state.networks.list.find((network) => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id)

/** Undefined when the wallet is on a network that the site did not configure (rules.md §4, unsupported network). */
export const selectActiveNetwork = (state: HostState): Network | undefined =>
  selectNetwork(state, selectActiveNetworkId(state))

/** What caches of accounts go by: EVM addresses are written in two ways. */
export const accountKey = ({ namespace, caipAddress }: Account): string =>
  namespace === 'eip155' ? caipAddress.toLowerCase() : caipAddress

const accounts = new WeakMap<Connection, Account>()

/** The active account; the same object as long as the connection is the same. */
export function selectAccount(state: HostState, namespace?: ChainNamespace): Account | undefined {
  const family = namespace ?? selectActiveNamespace(state)
  const connection = selectConnection(state, family)
  if (!connection) return undefined
  const known = accounts.get(connection)
  if (known) return known
  const { address } = connection.accounts[0]
  const account: Account = {
    namespace: family,
    address,
    caipAddress: `${connection.caipNetworkId}:${address}` as CaipAddress,
    connectorId: connection.connectorId,
  }
  accounts.set(connection, account)
  return account
}

const NO_CONNECTORS: readonly Connector[] = []

export const selectConnectors = (state: HostState, namespace: ChainNamespace): readonly Connector[] =>
  state.connections.connectors[namespace] ?? NO_CONNECTORS

const NO_SOCIALS: readonly string[] = []

/** The accounts elsewhere that a visitor may sign in with, in the order of the project. */
export const selectSocials = ({ project }: HostState): readonly string[] =>
  project ? project.features.socials || NO_SOCIALS : DEFAULT_SOCIALS
