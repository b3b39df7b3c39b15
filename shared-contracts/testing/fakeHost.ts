import { configureStore, type Middleware, type Reducer, type Store } from '@reduxjs/toolkit'
import { formatMessage } from '../src/formatMessage.ts'
import type {
  ActingCommands,
  Commands,
  EmailCaptureCommands,
  EmbeddedWalletCommands,
  HostState,
  Remote,
  StateModule,
  TransactionCallbacks,
} from '../src/index.ts'
import type { HostContextValue } from '../ui/index.ts'
import { fakeActing } from './fakeActing.ts'
import { fakeEmailCapture } from './fakeEmailCapture.ts'
import { fakeEmbeddedWallet } from './fakeEmbeddedWallet.ts'
import { hostState } from './fixtures.ts'

interface FakeHostOptions {
  /** The remote whose texts and state are installed. */
  readonly remote?: Remote
  readonly state?: HostState
  readonly locale?: string
  readonly embeddedWallet?: EmbeddedWalletCommands
  readonly acting?: ActingCommands
  readonly previews?: Commands['previews']
  readonly emailCapture?: EmailCaptureCommands
}

export interface FakeHost {
  readonly store: Store<HostState>
  readonly context: HostContextValue
  /** The commands so far, in order, with their arguments. */
  readonly asked: readonly (readonly [command: keyof Commands, ...args: unknown[]])[]
  /** Makes the visitor leave every view: the signals that `navigate` returned abort. */
  leave(): void
}

const modulesOf = (remote: Remote | undefined): readonly StateModule[] => remote?.state ?? []

function createStore(state: HostState, modules: readonly StateModule[]): Store<HostState> {
  const reducer: Record<string, Reducer> = {
    connections: (now = state.connections) => now,
    networks: (now = state.networks) => now,
  }
  if (state.project) reducer.project = (now = state.project) => now
  if (state.remotes) reducer.remotes = (now = state.remotes) => now
  if (state.embeddedWallet) reducer.embeddedWallet = (now = state.embeddedWallet) => now
  if (state.holdings) reducer.holdings = (now = state.holdings) => now
  if (state.transactions) reducer.transactions = (now = state.transactions) => now
  for (const module of modules) reducer[module.reducerPath] = module.reducer
  const middlewares = modules.flatMap(({ middleware }): Middleware[] => (middleware ? [middleware] : []))
  return configureStore({ reducer, middleware: (defaults) => defaults().concat(middlewares) }) as Store
}

/** The host as a remote sees it: a state to read, and commands that are recorded instead of executed. */
export function fakeHost({
  remote,
  state = hostState(),
  locale = 'en',
  embeddedWallet = fakeEmbeddedWallet(),
  acting = fakeActing(),
  previews,
  emailCapture = fakeEmailCapture(),
}: FakeHostOptions = {}): FakeHost {
  const asked: [keyof Commands, ...unknown[]][] = []
  const transactions: TransactionCallbacks[] = []
  let life = new AbortController()
  const note =
    (command: keyof Commands) =>
    (...args: unknown[]) =>
      void asked.push([command, ...args])
  const goTo =
    (command: 'navigate' | 'replace') =>
    (...args: unknown[]) => {
      note(command)(...args)
      return life.signal
    }

  const commands: Commands = {
    navigate: goTo('navigate'),
    replace: goTo('replace'),
    back: note('back'),
    close: note('close'),
    showSnack: note('showSnack'),
    copy: async (...args) => note('copy')(...args),
    pushTransaction(callbacks) {
      note('pushTransaction')(callbacks)
      transactions.push(callbacks)
      return () => void transactions.splice(transactions.indexOf(callbacks) >>> 0, 1)
    },
    embeddedWallet: async () => embeddedWallet,
    acting: async () => acting,
    previews,
    emailCapture: async () => emailCapture,
    openSocialPopup: note('openSocialPopup'),
    popTransaction(status) {
      note('popTransaction')(status)
      const callbacks = transactions.pop()
      if (status === 'success') callbacks?.onSuccess?.()
      else if (status === 'error') callbacks?.onError?.()
      else callbacks?.onCancel?.()
    },
  }
  const messages = remote?.messages ?? {}
  return {
    store: createStore(state, modulesOf(remote)),
    asked,
    context: {
      commands,
      locale,
      t: (key, values = {}) => formatMessage(messages[key] ?? key, values, locale),
      adopt: () => () => {},
    },
    leave() {
      life.abort()
      life = new AbortController()
    },
  }
}
