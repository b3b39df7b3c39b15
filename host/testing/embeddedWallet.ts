import type { CaipNetworkId, ChainAdapter, ChainNamespace, Network } from '@portico/contracts'
import { connect } from '../src/connections/connect.ts'
import { watchConnections } from '../src/connections/watchConnections.ts'
import { createClient } from '../src/embeddedWallet/client.ts'
import { createEmbeddedWallet } from '../src/embeddedWallet/createEmbeddedWallet.ts'
import type { EmbeddedSetup } from '../src/embeddedWallet/setup.ts'
import { AUTH_ID } from '../src/embeddedWallet/types.ts'
import { withEmbeddedWallet } from '../src/embeddedWallet/withEmbeddedWallet.ts'
import { ALL_OFF } from '../src/project/features.ts'
import { featuresResolved } from '../src/project/projectSlice.ts'
import { createCommands } from '../src/router/createCommands.ts'
import { closed, opened, selectCurrentEntry, selectIsOpen } from '../src/router/routerSlice.ts'
import type { Storage } from '../src/storage.ts'
import { outcome, SECURE, testFrame } from './frame.ts'
import { createTestStore } from './store.ts'

/** For tests: a modal whose embedded wallet is real up to the frame; the test plays the frame's page. */

export const ALICE = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
export const SAFE_ALICE = '0x9E2b6a5C1D0f4E3A8b7c6D5e4F3a2B1c0D9E8F7a'
export const SOL_ALICE = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

/** Lets chained promises and loaded chunks settle. */
export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await outcome(Promise.resolve())
}

/** Empty, because these tests verify no release. */
const noReleases = {
  complete: async () => {},
  index: () => undefined,
  deferred: () => undefined,
  isLacking: () => true,
  refresh: async () => {},
}

interface Situation {
  /** A family's fake adapter, to which the embedded wallet is added. */
  readonly adapterOf: (namespace: ChainNamespace) => ChainAdapter
  readonly networks: readonly Network[]
  readonly isOn?: boolean
  readonly storage?: Storage
  readonly hasSolana?: boolean
}

export function testEmbedded({ adapterOf, networks, isOn = true, storage, hasSolana = true }: Situation) {
  const popups: (Window & { closed: boolean })[] = []
  const chunks = { count: 0 }
  const embeddedWallet = createEmbeddedWallet(
    () => ({ ...parts, commands, opening, texts: async () => {}, releases: noReleases }),
    async (load) => {
      chunks.count++
      const module = await load()
      // Without verification of the secure site, which `verifySite.test.ts` tests.
      return { ...module, createClient: (setup: EmbeddedSetup) => createClient(setup, async () => {}) }
    },
  )
  const families: readonly ChainNamespace[] = hasSolana ? ['eip155', 'solana'] : ['eip155']
  const wrapped = families.map((namespace) => withEmbeddedWallet(adapterOf(namespace), embeddedWallet))
  const parts = createTestStore({
    networks,
    options: { endpoints: { secureSite: SECURE }, metadata: { name: 'Shop' } },
    ...(storage && { storage }),
  })
  const { store, services } = parts
  Object.assign(services, {
    adapters: Object.fromEntries(wrapped.map((adapter) => [adapter.namespace, adapter])),
    embeddedWallet,
  })
  const commands = createCommands(
    store,
    () => ({ view: 'Connect' }),
    () => false,
    embeddedWallet,
  )
  const opening = {
    open: async () => void store.dispatch(opened({ view: 'Account' })),
    present: (view: 'ApproveTransaction', params?: unknown) => void store.dispatch(opened({ view, params })),
  }
  const switchFeatures = (isOn: boolean) =>
    store.dispatch(
      featuresResolved({
        features: { ...ALL_OFF, email: isOn, socials: isOn && ['google'] },
        switches: undefined,
        source: 'fresh',
      }),
    )
  switchFeatures(isOn)
  const unwatch = watchConnections(store, services)
  const element = () => document.querySelector<HTMLIFrameElement>('iframe')
  const frame = testFrame(element)

  window.open = ((href: string) => {
    const popup = {
      closed: false,
      location: { href },
      close() {
        popup.closed = true
      },
    }
    popups.push(popup as never)
    return popup
  }) as never

  const view = () => (selectIsOpen(store.getState()) ? selectCurrentEntry(store.getState()).view : 'closed')

  return {
    ...parts,
    commands,
    embeddedWallet,
    wrapped,
    frame,
    popups,
    chunks,
    element,
    view,
    switchFeatures,
    at: (shown: Parameters<typeof opened>[0]['view']) => void store.dispatch(opened({ view: shown })),
    close: () => commands.close(),
    closeQuietly: () => void store.dispatch(closed({ view: 'Connect' })),
    events: () => parts.told.map(({ event }) => event),
    account: (namespace: ChainNamespace = 'eip155') => store.getState().connections.families[namespace]?.connection,
    provider: (namespace: ChainNamespace = 'eip155') =>
      wrapped.find((adapter) => adapter.namespace === namespace)?.getProvider(AUTH_ID) as never,
    connect: (namespace: ChainNamespace = 'eip155') => {
      const connecting = store.dispatch(connect({ namespace, connectorId: AUTH_ID }))
      connecting.catch(() => {})
      return connecting
    },
    /** Lets the frame load and learn about the site. */
    async load(smartAccountEnabledNetworks: readonly number[] = []) {
      await turns()
      frame.listen()
      frame.ready()
      await turns()
      jest.advanceTimersByTime(500)
      await turns()
      frame.succeed()
      await turns()
      frame.succeed({ smartAccountEnabledNetworks })
      await turns()
    },
    /** The frame's last request of that name, and how to answer it. */
    async asked(name: string) {
      await turns()
      const request = frame.posted.findLast(({ type }) => type === `@w3m-app/${name}`)
      if (!request) throw new Error(`nobody asked for ${name}: ${frame.names().join(', ')}`)
      return {
        payload: request.payload as Record<string, unknown>,
        async succeed(payload?: unknown) {
          frame.succeed(payload, request)
          await turns()
        },
        async fail(payload: unknown = { message: 'no' }) {
          frame.fail(payload, request)
          await turns()
        },
      }
    },
    async dispose() {
      unwatch()
      parts.life.abort()
      await turns()
    },
  }
}

export const evmUser = (more: object = {}) => ({ address: ALICE, chainId: 1, email: 'ada@shop.example', ...more })
export const solanaUser = (chainId: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') => ({
  address: SOL_ALICE,
  chainId,
})
