import type { SessionTypes } from '@walletconnect/types'
import { createInbox, type Inbox } from './answers.ts'
import { familyOf } from './families/families.ts'
import { messages } from './messages.ts'
import { NAMESPACES, type Namespace, namespaceOf, WELL_KNOWN } from './networks.ts'
import {
  addSessionFamilies,
  addSessionNetwork,
  announceAccount,
  announceNetwork,
  emitEvent,
} from './pairing/changeSession.ts'
import { listen } from './pairing/listen.ts'
import { type Kit, startKit } from './pairing/startKit.ts'
import { userDisconnected } from './requestError.ts'
import type { Network, PhoneSettings } from './settings.ts'
import {
  ACCOUNT_COUNT,
  type Behaviour,
  type Choice,
  createStore,
  type KeptState,
  keptOf,
  type LogEntry,
  type PhoneState,
  type Prompt,
  type Session,
} from './state.ts'
import type { PhoneStorage } from './storage.ts'

/** A pairing wallet's controls, for its owner and tests. Promises resolve once the relay has accepted the message. */
export interface Phone extends Pick<Inbox, 'approve' | 'reject'> {
  /** Resolves when the phone can pair; rejects if the relay client cannot start. */
  readonly ready: Promise<void>
  readonly state: PhoneState
  /** Sites' requests, oldest first, with their outcomes. */
  readonly log: readonly LogEntry[]
  /** Calls back after each change. Returns a function that unsubscribes. */
  subscribe(onChange: (state: PhoneState) => void): () => void
  /** The addresses of all accounts on a network (CAIP-2). */
  addresses(networkId: string): string[]
  /** @throws Error if the link is invalid, used or expired */
  pair(uri: string): Promise<void>
  /** The oldest prompt, once there is one. */
  nextPrompt(kind?: Prompt['kind']): Promise<Prompt>
  /** Sets the choices for approving later proposals. */
  choose(choice: Partial<Choice>): void
  behave(behaviour: Partial<Behaviour>): void
  /** Activates a network and notifies the sites. Sessions without the network get it first. */
  switchNetwork(networkId: string): Promise<void>
  /** Adds a network to the sessions of its family, without activating it. */
  extendSessions(networkId: string): Promise<void>
  /** Adds families that sites requested but their sessions lack. */
  addFamilies(families: readonly Namespace[]): Promise<void>
  /** @param index from 0 */
  switchAccount(index: number): Promise<void>
  /** @param topic every session if absent */
  disconnect(topic?: string): Promise<void>
  /** Emits any event to every session that has this network (CAIP-2). */
  emit(networkId: string, event: string, data: unknown): Promise<void>
  addNetwork(network: Network): void
  /** Makes a network unknown, so that switching to it is refused with 4902. */
  forgetNetwork(networkId: string): void
  goOffline(): Promise<void>
  goOnline(): Promise<void>
}

function initialState({ networks: local }: PhoneSettings, kept: Partial<KeptState>): PhoneState {
  const networks: Network[] = [...local, ...WELL_KNOWN.filter(({ id }) => local.every((network) => network.id !== id))]
  const first = (namespace: Namespace) => networks.find(({ id }) => namespaceOf(id) === namespace)?.id
  return {
    connection: 'connecting',
    prompts: [],
    sessions: [],
    log: [],
    choice: { families: NAMESPACES, accounts: [0] },
    behaviour: { answer: 'ask', delayMs: 0, authentication: 'sign' },
    networks,
    activeNetworks: Object.fromEntries(NAMESPACES.map((namespace) => [namespace, first(namespace)])),
    activeAccount: 0,
    ...kept,
  }
}

function sessionOf({ topic, peer, namespaces }: SessionTypes.Struct): Session {
  const ofFamily = ({ chains: networks = [], accounts, methods }: SessionTypes.Namespace) => ({
    networks,
    accounts,
    methods,
  })
  return {
    topic,
    site: { name: peer.metadata.name, url: peer.metadata.url },
    families: Object.fromEntries(Object.entries(namespaces).map(([name, value]) => [name, ofFamily(value)])),
  }
}

/** @param options.url the URL that the phone reports as its own */
export function createPhone(options: { settings: PhoneSettings; storage: PhoneStorage; url: string }): Phone {
  const { settings, storage, url } = options
  const store = createStore(initialState(settings, storage.load()))
  const inbox = createInbox(store)
  store.subscribe((state) => storage.save(keptOf(state)))

  const knows = (networkId: string) => store.state.networks.find(({ id }) => id === networkId)

  function addNetwork(network: Network) {
    store.change({ networks: [...store.state.networks.filter(({ id }) => id !== network.id), network] })
  }

  function readSessions(kit: Kit) {
    store.change({ sessions: Object.values(kit.getActiveSessions()).map(sessionOf) })
  }

  /** Runs an operation that changes sessions. */
  async function change(act: (kit: Kit) => Promise<unknown>) {
    const { kit } = await starting
    await act(kit)
    readSessions(kit)
  }

  async function switchNetwork(networkId: string) {
    const namespace = namespaceOf(networkId)
    if (!namespace) throw new Error(`The phone has no keys for ${networkId}.`)
    store.change({ activeNetworks: { ...store.state.activeNetworks, [namespace]: networkId } })
    await change((kit) => announceNetwork(kit, networkId))
  }

  async function start() {
    const metadata = { name: messages.title, description: messages.intro, url, icons: [] }
    const kit = await startKit({ settings, storage: storage.pairing, metadata })
    const { relayer } = kit.core
    const readConnection = () => store.change({ connection: relayer.connected ? 'online' : 'offline' })
    relayer.on('relayer_connect', readConnection)
    relayer.on('relayer_disconnect', readConnection)
    const listening = listen({
      kit,
      store,
      inbox,
      wallet: { knows, addNetwork, switchNetwork },
      readSessions: () => readSessions(kit),
    })
    listening.hearAuthentication(store.state.behaviour.authentication === 'sign')
    readConnection()
    readSessions(kit)
    return { kit, listening }
  }

  const starting = start()

  return {
    ready: starting.then(() => {}),
    approve: inbox.approve,
    reject: inbox.reject,
    subscribe: store.subscribe,
    get state() {
      return store.state
    },
    get log() {
      return store.state.log
    },
    addresses: (networkId) =>
      Array.from({ length: ACCOUNT_COUNT }, (_, index) => familyOf(networkId).addressOf(index, networkId)),

    pair: async (uri) => (await starting).kit.pair({ uri: uri.trim() }),

    nextPrompt(kind) {
      const find = ({ prompts }: PhoneState) =>
        prompts.find((prompt) => !prompt.isBusy && (kind ?? prompt.kind) === prompt.kind)
      return new Promise((resolve) => {
        const now = find(store.state)
        if (now) return resolve(now)
        const unsubscribe = store.subscribe((state) => {
          const found = find(state)
          if (!found) return
          unsubscribe()
          resolve(found)
        })
      })
    },

    choose(choice) {
      store.change({ choice: { ...store.state.choice, ...choice } })
    },

    behave(behaviour) {
      store.change({ behaviour: { ...store.state.behaviour, ...behaviour } })
      void starting.then(({ listening }) =>
        listening.hearAuthentication(store.state.behaviour.authentication === 'sign'),
      )
    },

    switchNetwork,
    extendSessions: (networkId) => change((kit) => addSessionNetwork(kit, networkId)),

    addFamilies: (families) =>
      change((kit) => addSessionFamilies(kit, { ...store.state.choice, families }, store.state.networks)),

    async switchAccount(index) {
      store.change({ activeAccount: index, choice: { ...store.state.choice, accounts: [index] } })
      await change((kit) => announceAccount(kit, index, store.state.activeNetworks))
    },

    disconnect: (topic) =>
      change(async (kit) => {
        const { code, message } = userDisconnected()
        for (const { topic: active } of Object.values(kit.getActiveSessions())) {
          if ((topic ?? active) !== active) continue
          await kit.disconnectSession({ topic: active, reason: { code, message } })
          inbox.expire((prompt) => prompt.kind === 'request' && prompt.topic === active)
        }
      }),

    emit: (networkId, event, data) => change((kit) => emitEvent(kit, networkId, event, data)),

    addNetwork,
    forgetNetwork(networkId) {
      store.change({ networks: store.state.networks.filter(({ id }) => id !== networkId) })
    },

    goOffline: async () => (await starting).kit.core.relayer.transportClose(),
    goOnline: async () => (await starting).kit.core.relayer.transportOpen(),
  }
}
