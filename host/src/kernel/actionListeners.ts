import type { Middleware, UnknownAction } from '@reduxjs/toolkit'

interface ListenerApi<State, Dispatch> {
  getState(): State
  /** The state before the action. */
  getOriginalState(): State
  readonly dispatch: Dispatch
}

type Effect<Action, State, Dispatch> = (action: Action, api: ListenerApi<State, Dispatch>) => unknown

interface Listener<State, Dispatch> {
  readonly isFor: (action: UnknownAction, now: State, before: State) => boolean
  readonly effect: Effect<never, State, Dispatch>
}

/** Runs `effect` after each matching action. Returns a function that stops this. */
export interface StartListening<State, Dispatch> {
  <Action>(options: {
    readonly actionCreator: { match(action: unknown): action is Action }
    readonly effect: Effect<Action, State, Dispatch>
  }): () => void
  (options: {
    readonly predicate: (action: UnknownAction, now: State, before: State) => boolean
    readonly effect: Effect<UnknownAction, State, Dispatch>
  }): () => void
}

/**
 * The part of the toolkit's listener middleware that the host needs: the whole middleware would add 1 kB to what is
 * loaded before the list of wallets. Remotes get the toolkit's own middleware (`install.ts`).
 */
export function createActionListeners<State, Dispatch>() {
  const listeners = new Set<Listener<State, Dispatch>>()
  const report = (error: unknown) => console.error('[portico]', error)

  const middleware: Middleware = (store) => (next) => (action) => {
    const before = store.getState() as State
    const result = next(action)
    const now = store.getState() as State
    const api = { getState: store.getState, getOriginalState: () => before, dispatch: store.dispatch as Dispatch }
    for (const { isFor, effect } of [...listeners]) {
      try {
        if (isFor(action as UnknownAction, now, before)) Promise.resolve(effect(action as never, api)).catch(report)
      } catch (error) {
        report(error)
      }
    }
    return result
  }

  const startListening: StartListening<State, Dispatch> = (
    options: { readonly effect: Effect<never, State, Dispatch> } & (
      | { readonly actionCreator: { match(action: unknown): boolean } }
      | { readonly predicate: Listener<State, Dispatch>['isFor'] }
    ),
  ) => {
    const isFor = 'predicate' in options ? options.predicate : options.actionCreator.match
    const listener = { isFor, effect: options.effect }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { middleware, startListening, stopListening: () => listeners.clear() }
}
