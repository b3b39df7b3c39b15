import type { HostState } from '@portico/contracts'
import {
  configureStore,
  createListenerMiddleware,
  type Reducer,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { type BalanceState, balanceCache } from './account/balanceSlice.ts'
import { type IdentityState, identityCache } from './account/identitySlice.ts'
import type { NftsState } from './account/nfts/nftsSlice.ts'
import { connectionsSlice } from './connections/connectionsSlice.ts'
import { networksSlice } from './connections/networksSlice.ts'
import { type PairingState, pairingSlice } from './connections/pairingSlice.ts'
import { type DirectoryState, directorySlice } from './directory/directorySlice.ts'
import { type FeedbackState, feedbackSlice } from './feedbackSlice.ts'
import type { HostServices } from './hostServices.ts'
import { createMiddlewareRegistry } from './kernel/middlewareRegistry.ts'
import { createReducerRegistry } from './kernel/reducerRegistry.ts'
import { type RemotesState, remotesSlice } from './kernel/remotesSlice.ts'
import { type ProjectState, projectSlice } from './project/projectSlice.ts'
import { type RouterState, routerSlice } from './router/routerSlice.ts'
import { type SettingsState, settingsSlice } from './settingsSlice.ts'
import { type SiwxState, siwxSlice } from './siwx/siwxSlice.ts'

/** The host's own state. A remote sees its `HostState` part, and adds its slices beside it. */
export interface RootState extends HostState {
  readonly router: RouterState
  readonly feedback: FeedbackState
  readonly remotes: RemotesState
  readonly project: ProjectState
  readonly settings: SettingsState
  readonly pairing: PairingState
  readonly directory: DirectoryState
  readonly siwx: SiwxState
  readonly balance: BalanceState
  readonly identity: IdentityState
  /** Absent until the code that acts on accounts has loaded. */
  readonly nfts?: NftsState | undefined
}

export type ShellDispatch = ThunkDispatch<RootState, HostServices, UnknownAction>

const own = {
  router: routerSlice.reducer,
  feedback: feedbackSlice.reducer,
  remotes: remotesSlice.reducer,
  project: projectSlice.reducer,
  settings: settingsSlice.reducer,
  connections: connectionsSlice.reducer,
  networks: networksSlice.reducer,
  pairing: pairingSlice.reducer,
  directory: directorySlice.reducer,
  siwx: siwxSlice.reducer,
  balance: balanceCache.reducer,
  identity: identityCache.reducer,
} satisfies Record<string, Reducer>

/** One modal's store. Thunks get the services as their extra argument, so that tests can replace them. */
export function createStore(services: HostServices) {
  const reducers = createReducerRegistry(own)
  const middlewares = createMiddlewareRegistry()
  const listeners = createListenerMiddleware({
    extra: services,
    onError: (error) => console.error('[portico]', error),
  })
  const store = configureStore({
    reducer: reducers.reducer as Reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false })
        .prepend(listeners.middleware)
        .concat(middlewares.middleware),
    devTools: false,
  })
  return {
    store: store as ShellStore,
    reducers,
    middlewares,
    startListening: listeners.startListening as TypedStartListening<RootState, ShellDispatch>,
    stopListening: () => listeners.clearListeners(),
  }
}

export interface ShellStore {
  getState(): RootState
  readonly dispatch: ShellDispatch
  subscribe(listener: () => void): () => void
  [Symbol.observable](): never
  replaceReducer(next: Reducer): void
}
