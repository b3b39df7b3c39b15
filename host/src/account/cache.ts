import {
  type Account,
  accountKey,
  type ChainNamespace,
  type SerializedError,
  transactionConfirmed,
} from '@portico/contracts'
import { createSlice, type PayloadAction, type Reducer } from '@reduxjs/toolkit'

/** What is known about one account. A failed request leaves `value` unchanged. */
export interface CacheEntry<T> {
  readonly value?: T
  readonly error?: SerializedError | undefined
  /** Epoch milliseconds of the last response; undefined once that response is outdated. */
  readonly at?: number | undefined
  /** Epoch milliseconds of the last failure; cleared by the next response. */
  readonly failedAt?: number | undefined
  readonly isLoading: boolean
  /** Epoch milliseconds of the last request. */
  readonly requestedAt: number
  /** The number of the latest request; only the response to that request is used. */
  readonly serial: number
}

/** Entries, keyed by `accountKey`. */
export type CacheState<T> = Readonly<Record<string, CacheEntry<T>>>

/** The outcome of a request: a value or an error. */
type Outcome<T> = Pick<CacheEntry<T>, 'serial'> & {
  readonly key: string
  readonly at: number
  readonly value?: T
  readonly error?: SerializedError
}

interface CacheOptions {
  /** A confirmed transaction outdates all entries of its chain family; responses in flight are then ignored. */
  readonly dependsOnTransactions?: boolean
}

/**
 * A cache of facts about accounts, kept only in the store; `loadCached` fills it. A response to an older request never
 * replaces a newer one, and a failure keeps the known value.
 * @param name the slice's name, which is also its key in the state
 */
export function createCache<N extends string, T>(name: N, { dependsOnTransactions = false }: CacheOptions = {}) {
  type State = CacheState<T>
  const slice = createSlice({
    name,
    initialState: {} as State,
    reducers: {
      requested(state, { payload: { key, at } }: PayloadAction<{ key: string; at: number }>): State {
        const known = (state as State)[key]
        return {
          ...(state as State),
          [key]: { ...known, isLoading: true, requestedAt: at, serial: (known?.serial ?? 0) + 1 },
        }
      },
      ended(state, { payload: { key, serial, at, ...outcome } }: PayloadAction<Outcome<T>>): State {
        const known = (state as State)[key]
        if (known?.serial !== serial) return state as State
        const time = outcome.error ? { failedAt: at } : { at, failedAt: undefined, error: undefined }
        return { ...(state as State), [key]: { ...known, isLoading: false, ...time, ...outcome } }
      },
    },
    extraReducers(build) {
      if (!dependsOnTransactions) return
      build.addCase(transactionConfirmed, (state, { payload }): State => outdated(state as State, payload.namespace))
    },
  })
  return {
    name,
    reducer: slice.reducer as Reducer<State>,
    requested: slice.actions.requested as (payload: { key: string; at: number }) => PayloadAction<unknown>,
    ended: slice.actions.ended as (payload: Outcome<T>) => PayloadAction<unknown>,
    select: (state: { readonly [K in N]: State }, account: Account | undefined): CacheEntry<T> | undefined =>
      account && state[name][accountKey(account)],
  }
}

export type Cache<N extends string, T> = ReturnType<typeof createCache<N, T>>

function outdated<T>(state: CacheState<T>, namespace: ChainNamespace): CacheState<T> {
  const entries = Object.entries(state).map(([key, entry]) => [
    key,
    key.startsWith(`${namespace}:`)
      ? { ...entry, at: undefined, failedAt: undefined, isLoading: false, serial: entry.serial + 1 }
      : entry,
  ])
  return Object.fromEntries(entries)
}
