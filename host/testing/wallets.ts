import {
  accountConnected,
  accountDisconnected,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type Connector,
  type Network,
  selectAccount,
} from '@portico/contracts'
import { liveConnections } from '../src/connections/liveConnections.ts'
import { recentConnections, storedConnections } from '../src/connections/storedConnections.ts'
import type { Pairing } from '../src/pairing/pairedWallets.ts'
import { withPairing } from '../src/pairing/withPairing.ts'
import { ALL_OFF } from '../src/project/features.ts'
import { featuresResolved } from '../src/project/projectSlice.ts'
import { createTestStore, memoryStorage } from './store.ts'

interface Adapter extends ChainAdapter {
  readonly calls: readonly { readonly method: string; readonly args: readonly unknown[] }[]
}

/** The parts of `@portico/contracts/testing` that are used here. */
interface Testing<A extends Adapter> {
  readonly fakeAdapter: (options: {
    readonly namespace?: ChainNamespace
    readonly connectors?: readonly Connector[]
    readonly connection?: (connectorId: string) => Connection
  }) => A
  readonly harbor: Connector
  readonly lantern: Connector
  readonly ethereum: Network
  readonly polygon: Network
  readonly solana: Network
}

/** Two distinct accounts per wallet. */
export const accountsOf = (connectorId: string) =>
  [{ address: `${connectorId}-first` }, { address: `${connectorId}-second` }] as const

const on = (caipNetworkId: Connection['caipNetworkId']) => (connectorId: string) => ({
  connectorId,
  caipNetworkId,
  accounts: accountsOf(connectorId),
})

const ofSolana = (id: string): Connector => ({ id, name: id, type: 'ANNOUNCED', namespace: 'solana' })
export const dune = ofSolana('Dune')
export const ridge = ofSolana('Ridge')

interface Situation<A> {
  readonly isMulti?: boolean
  readonly pairing?: Pairing
  /** Storage from an earlier visit or another tab. */
  readonly storage?: ReturnType<typeof memoryStorage>
  readonly evm?: A
  readonly solanaAdapter?: A
}

/** For tests: a browser with wallets of two families, on a multi-wallet page. */
export function walletsIn<A extends Adapter>(testing: Testing<A>) {
  const { fakeAdapter, harbor, lantern, ethereum, polygon, solana } = testing
  /** Its id has a capital letter: ids are case-insensitive. */
  const ferry: Connector = { ...harbor, id: 'io.Ferry', name: 'Ferry' }
  const evmWallets = [harbor, lantern, ferry]
  const solanaWallets = [dune, ridge]

  function severalWallets({
    isMulti = true,
    pairing,
    storage = memoryStorage(),
    evm = fakeAdapter({ connectors: evmWallets, connection: on(ethereum.caipNetworkId) }),
    solanaAdapter = fakeAdapter({
      namespace: 'solana',
      connectors: solanaWallets,
      connection: on(solana.caipNetworkId),
    }),
  }: Situation<A> = {}) {
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
      /** The ids of a family's connected wallets; the active wallet comes first. */
      live: (namespace: ChainNamespace = 'eip155') => idsOf(liveConnections(store.getState(), namespace)),
      address: (namespace?: ChainNamespace) => selectAccount(store.getState(), namespace)?.address,
      chosenId: () => store.getState().networks.chosenId,
      /** The wallets that the next visit restores, with `*` for active ones. */
      stored: () =>
        storedConnections(storage).map(({ connectorId, isActive }) => `${connectorId}${isActive === false ? '' : '*'}`),
      recent: () => idsOf(recentConnections(storage)),
      asked: (adapter: A = evm) => adapter.calls.map(({ method, args }) => `${method} ${args[0]}`),
    }
  }

  return { ferry, evmWallets, solanaWallets, severalWallets }
}
