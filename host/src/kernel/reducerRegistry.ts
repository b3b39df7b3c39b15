import { combineReducers, type Reducer, type UnknownAction } from '@reduxjs/toolkit'

type State = Record<string, unknown>

/** A registry for reducers that can be added and removed. The toolkit's `combineSlices` cannot remove reducers. */
export function createReducerRegistry(own: Record<string, Reducer>) {
  const reducers = { ...own }
  const combine = () => combineReducers(reducers) as Reducer<State, UnknownAction>
  let combined = combine()

  return {
    /** Keys without a reducer are removed from the state; all others stay. */
    reducer(state: State | undefined, action: UnknownAction): State {
      const kept = state && Object.fromEntries(Object.entries(state).filter(([key]) => key in reducers))
      return combined(kept && Object.keys(kept).length === Object.keys(state ?? {}).length ? state : kept, action)
    },
    /** @throws Error if the key is taken, because two features must not share it */
    add(key: string, reducer: Reducer): void {
      if (key in reducers) throw new Error(`state key "${key}" is taken`)
      reducers[key] = reducer
      combined = combine()
    },
    remove(key: string): void {
      delete reducers[key]
      combined = combine()
    },
  }
}

export type ReducerRegistry = ReturnType<typeof createReducerRegistry>
