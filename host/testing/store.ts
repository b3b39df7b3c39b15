import { type CaipNetworkId, type ChainAdapter, type Network, selectAccount } from '@portico/contracts'
import laterTexts from '../deferredMessages/en.json'
import firstTexts from '../messages/en.json'
import { connectorsFound } from '../src/connections/connectionsSlice.ts'
import { networksRead } from '../src/connections/networksSlice.ts'
import type { WalletDirectory } from '../src/directory/walletDirectory.ts'
import type { HostServices } from '../src/hostServices.ts'
import { readOptions } from '../src/options/readOptions.ts'
import type { PorticoOptions } from '../src/options/types.ts'
import type { Pairing } from '../src/pairing/pairedWallets.ts'
import { createCommands } from '../src/router/createCommands.ts'
import type { Destination } from '../src/router/routerSlice.ts'
import { optionsRead } from '../src/settingsSlice.ts'
import type { Storage, StoredName } from '../src/storage.ts'
import { createStore } from '../src/store.ts'

export const HOST = 'https://host.example/'

/** Private storage that behaves like the browser's, and also notifies watchers of its own writes. */
export function memoryStorage(): Storage {
  const entries = new Map<StoredName, unknown>()
  const watchers = new Map<StoredName, Set<() => void>>()
  const changed = (name: StoredName) => {
    for (const watcher of watchers.get(name) ?? []) watcher()
  }
  return {
    read: (name) => structuredClone(entries.get(name)) as never,
    write(name, data) {
      entries.set(name, structuredClone(data))
      changed(name)
    },
    remove(name) {
      entries.delete(name)
      changed(name)
    },
    watch(name, onChange) {
      const all = watchers.get(name) ?? new Set()
      watchers.set(name, all.add(onChange))
      return () => all.delete(onChange)
    },
  }
}

interface TestStoreOptions {
  readonly adapters?: readonly ChainAdapter[]
  readonly networks?: readonly Network[]
  readonly chosenId?: CaipNetworkId
  /** The site's options other than project, networks and adapters. */
  readonly options?: Partial<PorticoOptions>
  readonly storage?: Storage
  readonly walletDirectory?: WalletDirectory
  readonly pairing?: Pairing
}

/** A directory without wallets. */
const emptyDirectory: WalletDirectory = { find: async () => ({ data: [], count: 0 }), imageOf: () => undefined }

/** For tests: a modal's real store in isolation, without window, services and remotes. */
export function createTestStore({
  adapters = [],
  networks = [],
  chosenId = networks[0]?.caipNetworkId ?? 'eip155:1',
  options = {},
  storage = memoryStorage(),
  walletDirectory = emptyDirectory,
  pairing,
}: TestStoreOptions = {}) {
  const told: {
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>> | undefined
    readonly items?: readonly object[]
  }[] = []
  const life = new AbortController()
  const services: HostServices = {
    adapters: Object.fromEntries(adapters.map((adapter) => [adapter.namespace, adapter])),
    walletDirectory,
    pairing,
    oneClick: () => undefined,
    storage,
    life: life.signal,
    watchState: (onChange) => parts.store.subscribe(onChange),
    track: (event, properties, items) => void told.push({ event, properties, ...(items && { items }) }),
  }
  const parts = createStore(services)
  const { store } = parts
  const read = readOptions({ projectId: 'demo', networks: [], ...options }, HOST, ['eip155'])
  const { themeMode, themeVariables } = read.options
  store.dispatch(
    optionsRead({
      options: read.options,
      themeMode,
      themeVariables,
      locale: options.locale ?? 'en',
      messages: { ...firstTexts, ...laterTexts },
    }),
  )
  store.dispatch(networksRead({ list: networks, chosenId }))
  for (const { namespace, watchConnectors } of adapters) {
    watchConnectors((connectors) => void store.dispatch(connectorsFound({ namespace, connectors })), life.signal)
  }
  const isConnected = () => selectAccount(store.getState()) !== undefined
  const home = (): Destination => ({ view: read.options.enableEmbedded && isConnected() ? 'Account' : 'Connect' })
  return { ...parts, services, storage, told, life, commands: createCommands(store, home, isConnected) }
}

export type TestStore = ReturnType<typeof createTestStore>
