import {
  accountKey,
  type Connection,
  type Connector,
  type Holding,
  type HostState,
  type Network,
  type RemoteId,
  type SentTransaction,
  type SlotEntries,
  selectAccount,
} from '../src/index.ts'

/** In EIP-55 spelling, as wallets return addresses. */
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const evm = (id: number, name: string, symbol: string, more: Partial<Network> = {}): Network => ({
  id,
  name,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
  rpcUrls: [`https://rpc.example/${id}`],
  walletRpcUrls: [`https://rpc.example/${id}`],
  testnet: false,
  ...more,
})

export const ethereum = evm(1, 'Ethereum', 'ETH', { blockExplorerUrl: 'https://explorer.example' })
export const polygon = evm(137, 'Polygon', 'POL')
export const sepolia = evm(11155111, 'Sepolia', 'ETH', { testnet: true })
export const solana: Network = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: ['https://rpc.example/solana'],
  walletRpcUrls: ['https://rpc.example/solana'],
  testnet: false,
}

const announced = (id: string, name: string): Connector => ({
  id,
  name,
  type: 'ANNOUNCED',
  namespace: 'eip155',
  rdns: id,
})

/** Two wallets in the same browser. */
export const harbor = announced('io.harbor', 'Harbor')
export const lantern = announced('app.lantern', 'Lantern')

export const connectionWith = (connector: Connector = harbor, network: Network = ethereum): Connection => ({
  connectorId: connector.id,
  accounts: [{ address: ADDRESS }],
  caipNetworkId: network.caipNetworkId,
})

/** Ways to top up, keyed by the features that define them. */
export const topUpWays = {
  receive: { label: 'Receive', icon: 'receive', view: 'WalletReceive', testId: 'receive', order: 30 },
  onramp: {
    label: 'Buy',
    icon: 'card',
    view: 'OnRampProviders',
    testId: 'buy',
    namespaces: ['eip155', 'solana'],
    order: 10,
  },
} as const

interface Situation {
  readonly networks?: readonly Network[]
  readonly connectors?: readonly Connector[]
  /** `null` when not connected. */
  readonly connection?: Connection | null
  /** The providers that the project enables. Absent when not configured. */
  readonly socials?: readonly string[]
  /** The sellers that the project permits. */
  readonly onramp?: readonly string[]
  /** How the project asks for an e-mail address. */
  readonly emailCapture?: readonly string[]
  /** The account's holdings. Absent when they have not been requested yet. */
  readonly holdings?: readonly Holding[]
  readonly transactions?: readonly SentTransaction[]
  /** The enabled features' ways to top up. Absent when the features are not known yet. */
  readonly topUps?: Readonly<Record<RemoteId, SlotEntries['account.topUps']>>
}

/** The host state that a remote may read. By default, a visitor is connected with Harbor on Ethereum. */
export function hostState({
  networks = [ethereum, polygon],
  connectors = [harbor, lantern],
  connection = connectionWith(),
  socials,
  onramp,
  emailCapture,
  holdings,
  transactions,
  topUps,
}: Situation = {}): HostState {
  const namespace = connectors[0]?.namespace ?? 'eip155'
  const state: HostState = {
    connections: {
      connectors: { [namespace]: connectors },
      families: connection
        ? { [namespace]: { status: 'connected', connectorId: connection.connectorId, connection } }
        : {},
    },
    networks: { list: networks, chosenId: connection?.caipNetworkId ?? networks[0]?.caipNetworkId ?? 'eip155:1' },
    ...((socials || onramp || emailCapture) && {
      project: {
        features: { socials: socials ?? false, onramp: onramp ?? false, emailCapture: emailCapture ?? false },
      },
    }),
    ...(transactions && { transactions }),
    ...(topUps && {
      remotes: {
        byId: Object.fromEntries(
          Object.entries(topUps).map(([id, way]) => [id, { static: { slots: { 'account.topUps': [way] } } }]),
        ),
      },
    }),
  }
  const account = selectAccount(state)
  if (!account || !holdings) return state
  return { ...state, holdings: { [accountKey(account)]: { value: holdings, isLoading: false } } }
}
