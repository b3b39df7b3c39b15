import type { Middleware, UnknownAction } from '@reduxjs/toolkit'

/** Gets the action, and the state before it. */
type Effect<Action, State> = (action: Action, before: State) => unknown

interface Listener<State> {
  readonly isFor: (action: UnknownAction, now: State, before: State) => boolean
  readonly effect: Effect<never, State>
}

/** Runs `effect` after each matching action. Returns a function that stops this. */
export interface StartListening<State> {
  <Action>(options: {
    readonly actionCreator: { match(action: unknown): action is Action }
    readonly effect: Effect<Action, State>
  }): () => void
  (options: { readonly predicate: Listener<State>['isFor']; readonly effect: Effect<UnknownAction, State> }): () => void
}

/**
 * The part of the toolkit's listener middleware that the host needs: the whole middleware would add 1 kB to what is
 * loaded before the list of wallets. Remotes get the toolkit's own middleware (`install.ts`).
 */
export function createActionListeners<State>() {
  const listeners = new Set<Listener<State>>()
  const report = (error: unknown) => console.error('[portico]', error)

  const middleware: Middleware = (store) => (next) => (action) => {
    const before = store.getState() as State
    const result = next(action)
    const now = store.getState() as State
    for (const { isFor, effect } of [...listeners]) {
      try {
        if (isFor(action as UnknownAction, now, before)) Promise.resolve(effect(action as never, before)).catch(report)
      } catch (error) {
        report(error)
      }
    }
    return result
  }

  const startListening: StartListening<State> = (
    options: { readonly effect: Effect<never, State> } & (
      | { readonly actionCreator: { match(action: unknown): boolean } }
      | { readonly predicate: Listener<State>['isFor'] }
    ),
  ) => {
    const isFor = 'predicate' in options ? options.predicate : options.actionCreator.match
    const listener = { isFor, effect: options.effect }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { middleware, startListening, stopListening: () => listeners.clear() }
}
