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

/** The state of one chain family. */
export interface FamilyState {
  readonly status: ConnectionStatus
  /** The last connector used. It is connected, or is being connected, or its wallet has refused. */
  readonly connectorId?: string
  /** Present while `status` is `connected` and while another wallet is asked for a connection that would replace it. */
  readonly connection?: Connection
  /** For a family that may have several wallets: those connected except the active one, most recently used first. */
  readonly others?: readonly Connection[]
  /** Why the last attempt failed. */
  readonly error?: SerializedError
}

export interface ConnectionsState {
  readonly connectors: Readonly<Partial<Record<ChainNamespace, readonly Connector[]>>>
  readonly families: Readonly<Partial<Record<ChainNamespace, FamilyState>>>
}

export interface NetworksState {
  /** The site's networks, in the site's order. */
  readonly list: readonly Network[]
  /** The CAIP-2 id of the page's network, which is used while its family has no connection. */
  readonly chosenId: CaipNetworkId
  /** The visitor's last choice, or else the site's `defaultNetwork`. A connecting wallet is asked to switch to it. */
  readonly wantedId?: CaipNetworkId | undefined
}

/** The user signed in to the embedded wallet, if any. */
export interface EmbeddedWalletState {
  readonly provider?: 'email' | SocialProvider
  readonly email?: string
  readonly userName?: string
  /** The chain ids of EVM networks with smart accounts. */
  readonly smartAccountNetworks: readonly number[]
  readonly isSmartAccountDeployed?: boolean
}

/** The part of the host's state that a remote may read. Use the selectors below, and never the fields themselves. */
export interface HostState {
  readonly connections: ConnectionsState
  readonly networks: NetworksState
  /** Absent until the embedded wallet's code has loaded. */
  readonly embeddedWallet?: EmbeddedWalletState | undefined
  /** The newest first. Absent until the code that acts on accounts has loaded. */
  readonly transactions?: readonly SentTransaction[] | undefined
  /** The holdings, keyed by `accountKey`. Absent until the code that acts on accounts has loaded. */
  readonly holdings?: Readonly<Record<string, Holdings>> | undefined
  /** Absent until the remote `pay` has loaded. */
  readonly pay?: { readonly payment: PaymentProgress | null } | undefined
  /** What the site's options and the project configuration enable. */
  readonly project?: ProjectChoices | undefined
  /** The features that are enabled and allowed, keyed by id. */
  readonly remotes?: RemotesOn | undefined
}

/** What the signed index lists for a remote: slots in the form in which they were given to `defineRemote`. */
export interface RemoteOn {
  readonly static: {
    readonly slots: Readonly<Record<string, readonly unknown[]>>
    readonly icons?: Readonly<Record<string, string>> | undefined
  }
}

export interface RemotesOn {
  readonly byId: Readonly<Record<string, RemoteOn>>
}

export interface ProjectChoices {
  readonly features: {
    /** Provider names in display order. This release may not know all of them. */
    readonly socials: readonly string[] | false
    /** Names of the permitted sellers (services.md §5.1); absent when not configured. */
    readonly onramp?: readonly string[] | false
    /** A list with `required` makes an address mandatory. An empty list enables the feature as well. */
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

/** A family's connections except the active one. */
export const selectOtherConnections = (state: HostState, namespace: ChainNamespace): readonly Connection[] =>
  state.connections.families[namespace]?.others ?? NO_CONNECTIONS

/** While a family is connected, its wallet determines the active network; otherwise the page does. */
export const selectActiveNetworkId = (state: HostState): CaipNetworkId =>
  selectConnection(state)?.caipNetworkId ?? state.networks.chosenId

export const selectNetworks = (state: HostState): readonly Network[] => state.networks.list

export const selectNetwork = (state: HostState, id: CaipNetworkId): Network | undefined =>
  state.networks.list.find((network) => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id)

/** Undefined when the wallet is on a network that the site did not configure (rules.md §4, unsupported network). */
export const selectActiveNetwork = (state: HostState): Network | undefined =>
  selectNetwork(state, selectActiveNetworkId(state))

/** An account's key in caches. An EVM address is in lower case in the key, because it can be written in two ways. */
export const accountKey = ({ namespace, caipAddress }: Account): string =>
  namespace === 'eip155' ? caipAddress.toLowerCase() : caipAddress

const accounts = new WeakMap<Connection, Account>()

/** The active account. It is the same object as long as the connection is the same. */
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

/** The social providers for signing in, in the project's order. */
export const selectSocials = ({ project }: HostState): readonly string[] =>
  project ? project.features.socials || NO_SOCIALS : DEFAULT_SOCIALS
