import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type ChainNamespace,
  type Network,
  type SIWXConfig,
  type SIWXMessage,
  type SIWXSession,
  selectAccount,
  type ViewName,
} from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  harbor,
  lantern,
  OTHER_ADDRESS,
  polygon,
  SOLANA_ADDRESS,
  solana,
} from '@portico/contracts/testing'
import { connect } from '../connections/connect.ts'
import { watchConnections } from '../connections/watchConnections.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { opened, selectCurrentEntry, selectIsOpen, viewPushed } from '../router/routerSlice.ts'
import { createTestStore } from '../testStore.ts'
import type { PlugIn } from './plugIn.ts'
import { startSiwx } from './startSiwx.ts'

/** For tests: a site that signs its visitors in, with a plug-in that remembers what it was asked. */

const keyOf = (chainId: string, address: string) => `${chainId}:${address}`

/** As a site's plug-in: it keeps sessions, and believes every signature but `wrong`. `changes` replace methods of it. */
export function fakePlugIn(changes: Partial<PlugIn> = {}) {
  const asked: string[] = []
  const sessions = new Map<string, SIWXSession>()
  let nonce = 0
  const keep = (session: SIWXSession) =>
    void sessions.set(keyOf(session.data.chainId, session.data.accountAddress), session)
  const all: SIWXConfig = {
    async createMessage({ chainId, accountAddress }): Promise<SIWXMessage> {
      const text = `Sign ${accountAddress} on ${chainId}, ${++nonce}`
      const data = { accountAddress, chainId, domain: 'shop.example', uri: 'https://shop.example/', version: '1' }
      return { ...data, nonce: String(nonce), toString: () => text }
    },
    async addSession(session) {
      if (session.signature === 'wrong') throw new Error('The signature is not valid')
      keep(session)
    },
    async revokeSession(chainId, address) {
      sessions.delete(keyOf(chainId, address))
    },
    async setSessions(list) {
      sessions.clear()
      for (const session of list) keep(session)
    },
    async getSessions(chainId, address) {
      const session = sessions.get(keyOf(chainId, address))
      return session ? [session] : []
    },
  }
  const plugIn: Record<string, unknown> = {}
  for (const [name, method] of Object.entries({ ...all, ...changes })) {
    if (typeof method !== 'function') plugIn[name] = method
    else
      plugIn[name] = (...args: unknown[]) => {
        asked.push(name)
        return (method as (...all: unknown[]) => unknown)(...args)
      }
  }
  return {
    plugIn: plugIn as unknown as PlugIn,
    asked,
    /** CAIP-10 of every account that is signed in. */
    signedIn: () => [...sessions.keys()],
    /** A session of an earlier visit. */
    remembers(chainId: CaipNetworkId, address = ADDRESS) {
      const data = { accountAddress: address, chainId, domain: '', uri: '', version: '1', nonce: '' }
      keep({ data, message: 'earlier', signature: '0x1' })
    },
    forget: () => sessions.clear(),
  }
}

export type FakePlugIn = ReturnType<typeof fakePlugIn>

/** Harbor and Lantern have an address each, on Ethereum; another wallet has one on Solana. */
export const wallets = () => ({
  evm: fakeAdapter({
    connectors: [harbor, lantern],
    connection: (connectorId) => ({
      ...connectionWith(),
      connectorId,
      accounts: [{ address: connectorId === lantern.id ? OTHER_ADDRESS : ADDRESS }],
    }),
  }),
  sol: fakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'dune', name: 'Dune', type: 'ANNOUNCED', namespace: 'solana' }],
    connection: () => ({
      connectorId: 'dune',
      accounts: [{ address: SOLANA_ADDRESS }],
      caipNetworkId: solana.caipNetworkId,
    }),
  }),
})

interface Situation {
  readonly isMulti?: boolean
  readonly evm?: FakeAdapter
  readonly networks?: readonly Network[]
  /** Instead of `siwx`. */
  readonly siweConfig?: object
  /** The visitor comes when the code of signing in is here. */
  readonly waitsForCode?: boolean
}

/** A page with that plug-in, and what happens to its window. */
export async function siteWith(
  { plugIn }: Pick<FakePlugIn, 'plugIn'>,
  {
    isMulti = false,
    evm = wallets().evm,
    networks = [ethereum, polygon, solana],
    siweConfig,
    waitsForCode = true,
  }: Situation = {},
) {
  const { sol } = wallets()
  const test = createTestStore({ adapters: [evm, sol], networks })
  const { store, commands, services, startListening } = test
  if (isMulti)
    store.dispatch(
      featuresResolved({ features: { ...ALL_OFF, multiWallet: true }, switches: undefined, source: 'fresh' }),
    )
  const arrived: string[] = []
  const unwatch = watchConnections(store, services)
  // As the lifecycle does.
  startListening({ actionCreator: accountDisconnected, effect: () => commands.close() })
  const siwx = startSiwx({
    store,
    startListening,
    services,
    commands,
    connectingViews: ['ConnectingExternal', 'ConnectingWalletConnect'],
    present: (view) => void store.dispatch(opened({ view })),
    arrive({ caipAddress }) {
      arrived.push(caipAddress)
      commands.close()
    },
    plugIns: siweConfig ? { siweConfig } : { siwx: plugIn },
  })
  if (waitsForCode) await siwx.ready()
  const view = () => (selectIsOpen(store.getState()) ? selectCurrentEntry(store.getState()).view : 'closed')
  return {
    ...test,
    siwx,
    dispose() {
      siwx.dispose()
      unwatch()
    },
    evm,
    sol,
    arrived,
    view,
    /** The visitor stands there, from Connect on. */
    at(...views: ViewName[]) {
      const [first = 'Connect', ...rest] = views
      store.dispatch(opened({ view: first }))
      for (const next of rest) store.dispatch(viewPushed({ view: next }))
    },
    connect: (connectorId = harbor.id, namespace: ChainNamespace = 'eip155') =>
      store.dispatch(connect({ namespace, connectorId })),
    account: () => selectAccount(store.getState())?.caipAddress,
    events: () => test.told.map(({ event }) => event).filter((event) => event.includes('SIWX')),
    /** Signs what is asked for now, as the view does. */
    async sign() {
      const account = selectAccount(store.getState())
      const current = siwx.current()
      if (!account || !current) throw new Error('nobody is asked to sign')
      await current.signIn(account, current.createMessage(account))
    },
    /** A connection of an earlier visit is restored. */
    heard: (isReconnect: boolean) => {
      const account = selectAccount(store.getState())
      if (account) store.dispatch(accountConnected({ account, isReconnect }))
    },
  }
}

/** Everything that has been asked for and answers at once has been done. */
export const settled = () => new Promise<void>((done) => setTimeout(done, 0))

export const never = <T>() => new Promise<T>(() => {})
