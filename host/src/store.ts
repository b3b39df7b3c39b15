import type { HostState } from '@portico/contracts'
import { configureStore, type Reducer, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { balanceCache } from './account/balanceSlice.ts'
import { identityCache } from './account/identitySlice.ts'
import type { NftsState } from './account/nfts/nftsSlice.ts'
import { connectionsSlice } from './connections/connectionsSlice.ts'
import { networksSlice } from './connections/networksSlice.ts'
import { pairingSlice } from './connections/pairingSlice.ts'
import { directorySlice } from './directory/directorySlice.ts'
import { feedbackSlice } from './feedbackSlice.ts'
import type { HostServices } from './hostServices.ts'
import { createActionListeners } from './kernel/actionListeners.ts'
import { createMiddlewareRegistry } from './kernel/middlewareRegistry.ts'
import { createReducerRegistry } from './kernel/reducerRegistry.ts'
import { remotesSlice } from './kernel/remotesSlice.ts'
import { projectSlice } from './project/projectSlice.ts'
import { routerSlice } from './router/routerSlice.ts'
import { settingsSlice } from './settingsSlice.ts'
import { siwxSlice } from './siwx/siwxSlice.ts'

type OwnState = { readonly [Name in keyof typeof own]: ReturnType<(typeof own)[Name]> }

/** The host's own state. A remote sees only the `HostState` in it, and adds its own slices. */
export interface RootState extends Omit<HostState, keyof OwnState>, OwnState {
  /** Absent until the acting code has loaded. */
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
  const { middleware: listening, startListening, stopListening } = createActionListeners<RootState>()
  const store = configureStore({
    reducer: reducers.reducer as Reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false })
        .prepend(listening)
        .concat(middlewares.middleware),
    devTools: false,
  })
  return {
    store: store as ShellStore,
    reducers,
    middlewares,
    startListening,
    stopListening,
  }
}

export interface ShellStore {
  getState(): RootState
  readonly dispatch: ShellDispatch
  subscribe(listener: () => void): () => void
  [Symbol.observable](): never
  replaceReducer(next: Reducer): void
}
