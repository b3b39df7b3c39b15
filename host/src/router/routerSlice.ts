import type { ViewName } from '@portico/contracts'
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

/** A view on the stack, visible or covered. `id` distinguishes several visits to one view. */
export interface StackEntry {
  readonly id: string
  readonly view: ViewName
  readonly params: unknown
}

export interface RouterState {
  readonly isOpen: boolean
  /** Never empty; the last entry is the visible one. */
  readonly stack: readonly StackEntry[]
  /** How the current view was reached, which decides from which side it slides in: the inline end, or the start. */
  readonly direction: 'forward' | 'back' | 'none'
  /** Ids of the transactions that wait for the wallet; their callbacks are outside the store (rules.md §4). */
  readonly transactions: readonly string[]
}

export interface Destination {
  readonly view: ViewName
  readonly params?: unknown
}

const entryOf = ({ view, params }: Destination): StackEntry => ({ id: nanoid(8), view, params })
/** The payload of a prepared action is the entry, so that the dispatching code knows its id. */
const prepare = (destination: Destination) => ({ payload: entryOf(destination) })

/** Shows a view, unless it is already the current one. @param below the entries that stay below it */
const leadingTo = (below: (stack: RouterState['stack']) => RouterState['stack']) => ({
  prepare,
  reducer: (state: RouterState, { payload }: PayloadAction<StackEntry>): RouterState =>
    state.stack.at(-1)?.view === payload.view
      ? state
      : { ...state, stack: [...below(state.stack), payload], direction: 'forward' },
})

const initialState: RouterState = {
  isOpen: false,
  stack: [{ id: 'start', view: 'Connect', params: undefined }],
  direction: 'none',
  transactions: [],
}

export const routerSlice = createSlice({
  name: 'router',
  initialState: initialState as RouterState,
  reducers: {
    opened: {
      prepare,
      reducer: (state, { payload }: PayloadAction<StackEntry>): RouterState => ({
        ...state,
        isOpen: true,
        stack: [payload],
        direction: state.isOpen ? 'forward' : 'none',
      }),
    },
    viewPushed: leadingTo((stack) => stack),
    viewReplaced: leadingTo((stack) => stack.slice(0, -1)),
    viewPopped: {
      prepare: (isConnected: boolean) => ({ payload: isConnected }),
      /** rules.md §2: a connected visitor who goes back to Connect sees Account. */
      reducer: (state, { payload: isConnected }: PayloadAction<boolean>): RouterState => {
        if (state.stack.length < 2) return state
        const below = state.stack.slice(0, -1)
        const isAtConnect = isConnected && below.at(-1)?.view === 'Connect'
        const stack = isAtConnect ? [...below.slice(0, -1), entryOf({ view: 'Account' })] : below
        return { ...state, stack, direction: 'back' }
      },
    },
    /** Replaces a view that cannot be shown. If the replacement is already below it, that entry is used. */
    viewGivenUp: {
      prepare,
      reducer: (state, { payload }: PayloadAction<StackEntry>): RouterState => {
        const below = state.stack.slice(0, -1)
        const stack = below.at(-1)?.view === payload.view ? below : [...below, payload]
        return { ...state, stack, direction: 'back' }
      },
    },
    /** Removes the views of a feature that is uninstalled, so that no visitor stays on one of them. */
    viewsWithdrawn: {
      prepare: (views: readonly string[], fallback: ViewName) => ({ payload: { views, fallback } }),
      reducer: (state, { payload }: PayloadAction<{ views: readonly string[]; fallback: ViewName }>): RouterState => {
        const stack = state.stack.filter(({ view }) => !payload.views.includes(view))
        if (stack.length === state.stack.length) return state
        return { ...state, stack: stack.length ? stack : [entryOf({ view: payload.fallback })], direction: 'back' }
      },
    },
    /** Closing resets the stack (rules.md §2), which only embedded mode still shows then. */
    closed: {
      prepare,
      reducer: (_, { payload }: PayloadAction<StackEntry>): RouterState => ({
        isOpen: false,
        stack: [payload],
        direction: 'none',
        transactions: [],
      }),
    },
    transactionPushed: (state, { payload }: PayloadAction<string>): RouterState => ({
      ...state,
      transactions: [...state.transactions, payload],
    }),
    transactionRemoved: (state, { payload }: PayloadAction<string>): RouterState => ({
      ...state,
      transactions: state.transactions.filter((id) => id !== payload),
    }),
  },
})

export const {
  opened,
  viewPushed,
  viewReplaced,
  viewPopped,
  viewGivenUp,
  viewsWithdrawn,
  closed,
  transactionPushed,
  transactionRemoved,
} = routerSlice.actions

interface WithRouter {
  readonly router: RouterState
}
export const selectIsOpen = (state: WithRouter): boolean => state.router.isOpen
export const selectStack = (state: WithRouter): readonly StackEntry[] => state.router.stack
export const selectCurrentEntry = (state: WithRouter): StackEntry => state.router.stack.at(-1) as StackEntry
