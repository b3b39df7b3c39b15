import {
  accountConnected,
  accountDisconnected,
  type ChainNamespace,
  type Connection,
  type Connector,
  selectAccount,
} from '@portico/contracts'
import { ethereum, type FakeAdapter, fakeAdapter, harbor, lantern, polygon, solana } from '@portico/contracts/testing'
import type { Pairing } from '../pairedWallets.ts'
import { withPairing } from '../pairing/withPairing.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { createTestStore, memoryStorage } from '../testStore.ts'
import { liveConnections } from './liveConnections.ts'
import { recentConnections, storedConnections } from './storedConnections.ts'

/** For tests: a browser with wallets of two families on a page that allows several of each. */

export const ferry: Connector = { ...harbor, id: 'io.Ferry', name: 'Ferry' }
export const dune: Connector = { id: 'Dune', name: 'Dune', type: 'ANNOUNCED', namespace: 'solana' }
export const ridge: Connector = { id: 'Ridge', name: 'Ridge', type: 'ANNOUNCED', namespace: 'solana' }

export const EVM_WALLETS: readonly Connector[] = [harbor, lantern, ferry]
export const SOLANA_WALLETS: readonly Connector[] = [dune, ridge]

/** Two accounts of its own for every wallet. */
export const accountsOf = (connectorId: string) =>
  [{ address: `${connectorId}-first` }, { address: `${connectorId}-second` }] as const

const on = (caipNetworkId: Connection['caipNetworkId']) => (connectorId: string) => ({
  connectorId,
  caipNetworkId,
  accounts: accountsOf(connectorId),
})

interface Situation {
  readonly isMulti?: boolean
  readonly pairing?: Pairing
  /** Those of an earlier visit, or of another tab. */
  readonly storage?: ReturnType<typeof memoryStorage>
  readonly evm?: FakeAdapter
  readonly solanaAdapter?: FakeAdapter
}

export function severalWallets({
  isMulti = true,
  pairing,
  storage = memoryStorage(),
  evm = fakeAdapter({ connectors: EVM_WALLETS, connection: on(ethereum.caipNetworkId) }),
  solanaAdapter = fakeAdapter({
    namespace: 'solana',
    connectors: SOLANA_WALLETS,
    connection: on(solana.caipNetworkId),
  }),
}: Situation = {}) {
  const adapters = [evm, solanaAdapter].map((adapter) => (pairing ? withPairing(adapter, pairing) : adapter))
  const networks = [ethereum, polygon, solana]
  const test = createTestStore({ adapters, networks, storage, ...(pairing && { pairing }) })
  const { store } = test
  const allow = (multiWallet: boolean) =>
    store.dispatch(featuresResolved({ features: { ...ALL_OFF, multiWallet }, switches: undefined, source: 'fresh' }))
  allow(isMulti)
  const heard: string[] = []
  test.startListening({
    actionCreator: accountConnected,
    effect: ({ payload }) => void heard.push(`${payload.account.namespace} connected`),
  })
  test.startListening({
    actionCreator: accountDisconnected,
    effect: ({ payload }) => void heard.push(`${payload.namespace} disconnected`),
  })
  const idsOf = (all: readonly { readonly connectorId: string }[]) => all.map(({ connectorId }) => connectorId)
  return {
    ...test,
    evm,
    solanaAdapter,
    allow,
    heard,
    dispatch: store.dispatch,
    state: () => store.getState(),
    family: (namespace: ChainNamespace = 'eip155') => store.getState().connections.families[namespace],
    /** The wallets of a family, the active one first. */
    live: (namespace: ChainNamespace = 'eip155') => idsOf(liveConnections(store.getState(), namespace)),
    address: (namespace?: ChainNamespace) => selectAccount(store.getState(), namespace)?.address,
    chosenId: () => store.getState().networks.chosenId,
    /** What the next visit begins with, `*` the active ones. */
    stored: () =>
      storedConnections(storage).map(({ connectorId, isActive }) => `${connectorId}${isActive === false ? '' : '*'}`),
    recent: () => idsOf(recentConnections(storage)),
    asked: (adapter: FakeAdapter = evm) => adapter.calls.map(({ method, args }) => `${method} ${args[0]}`),
  }
}

export type SeveralWallets = ReturnType<typeof severalWallets>
