import {
  type ChainNamespace,
  type Connection,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetwork,
  selectActiveNetworkId,
} from '@portico/contracts'
import { liveConnections } from '../connections/liveConnections.ts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import type { RootState } from '../store.ts'
import type { PublicAccount, PublicConnection, PublicNetwork, PublicState, RemoteFeatures } from './publicApi.ts'

/** The state as the page sees it. Every function here is pure, so that a subscription can compare results. */
export const publicState = (state: RootState): PublicState => ({
  open: state.router.isOpen,
  loading: Object.values(state.connections.families).some((family) => family?.status === 'connecting'),
  initialized: state.settings.isInitialized,
  selectedNetworkId: selectActiveNetworkId(state),
  activeChain: selectActiveNamespace(state),
})

/** What is known by name, what configuration and site say about others, and those that are on by their own default. */
export const publicFeatures = ({ project: { features, others }, remotes: { byId } }: RootState): RemoteFeatures => ({
  ...Object.fromEntries(Object.keys(byId).map((id) => [id, true])),
  ...others,
  ...features,
})

export function publicAccount(state: RootState, namespace?: ChainNamespace): PublicAccount {
  const account = selectAccount(state, namespace)
  const family = state.connections.families[namespace ?? selectActiveNamespace(state)]
  return {
    isConnected: account !== undefined,
    status: family?.status ?? 'disconnected',
    address: account?.address,
    caipAddress: account?.caipAddress,
    ...(family?.connection?.connectorId === AUTH_ID && { embeddedWalletInfo: embeddedInfo(state, family.connection) }),
    allAccounts: (Object.entries(state.connections.families) as [ChainNamespace, typeof family][]).flatMap(
      ([family, entry]) => (entry?.connection?.accounts ?? []).map(({ address }) => ({ namespace: family, address })),
    ),
  }
}

function embeddedInfo(
  {
    embeddedWallet: { email, userName, provider, isSmartAccountDeployed = false } = { smartAccountNetworks: [] },
  }: RootState,
  { accounts }: Connection,
): PublicAccount['embeddedWalletInfo'] {
  return {
    user: { email, username: userName, accounts },
    authProvider: provider,
    accountType: accounts[0].type,
    isSmartAccountDeployed,
  }
}

/** All connections, family by family; each family's active one comes first. */
export const publicConnections = (state: RootState): readonly PublicConnection[] =>
  (Object.keys(state.connections.families) as ChainNamespace[]).flatMap((namespace) =>
    liveConnections(state, namespace).map((connection) => publishedConnection(namespace, connection)),
  )

export const publishedConnection = (
  namespace: ChainNamespace,
  { connectorId, accounts, caipNetworkId, wallet }: Connection,
): PublicConnection => ({
  namespace,
  connectorId,
  caipNetworkId,
  accounts,
  ...(wallet && { walletName: wallet.name }),
})

export function publicNetwork(state: RootState): PublicNetwork {
  const caipNetworkId = selectActiveNetworkId(state)
  const caipNetwork = selectActiveNetwork(state)
  const reference = caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)
  return {
    caipNetwork,
    caipNetworkId,
    // Only in EVM is the CAIP-2 reference a number (chains.md §1.1).
    chainId: caipNetwork?.id ?? (caipNetworkId.startsWith('eip155:') ? Number(reference) : reference),
  }
}
