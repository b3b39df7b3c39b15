import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit'

type State = Record<string, unknown>

/** Reducers that come and go. The toolkit's `combineSlices` can add but not remove. */
export function createReducerRegistry(own: Record<string, Reducer>) {
  const reducers = { ...own }
  let combined = combineReducers(reducers) as Reducer<State, UnknownAction>

  const rebuild = () => {
    combined = combineReducers(reducers) as Reducer<State, UnknownAction>
  }

  return {
    /** Keys without a reducer leave the state; those that stay keep theirs. */
    reducer(state: State | undefined, action: UnknownAction): State {
      const kept = state && Object.fromEntries(Object.entries(state).filter(([key]) => key in reducers))
      return combined(kept && Object.keys(kept).length === Object.keys(state ?? {}).length ? state : kept, action)
    },
    /** @throws Error when the key is taken: two features must not share a piece of state */
    add(key: string, reducer: Reducer): void {
      if (key in reducers) throw new Error(`state key "${key}" is taken`)
      reducers[key] = reducer
      rebuild()
    },
    remove(key: string): void {
      delete reducers[key]
      rebuild()
    },
  }
}

export type ReducerRegistry = ReturnType<typeof createReducerRegistry>
