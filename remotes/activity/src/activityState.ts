import {
  accountDisconnected,
  type HostState,
  type SerializedError,
  type StateModule,
  TRANSACTION_HISTORY_LIFETIME_S,
  transactionConfirmed,
} from '@portico/contracts'
import { createAction, type UnknownAction } from '@reduxjs/toolkit'
import { type HistoryList, type HistoryPage, NOTHING_READ, withNewest, withOlder } from './historyList.ts'

interface State {
  /** Number of confirmed transactions. Each one makes every history stale. */
  readonly serial: number
  /** Histories, keyed by `accountKey`. */
  readonly lists: Readonly<Record<string, HistoryList>>
}

interface PageRequest {
  /** `accountKey` */
  readonly key: string
  /** The newest page if absent. */
  readonly cursor?: string | undefined
}

export const pageAsked = createAction<PageRequest>('activity/pageAsked')
/** `at`: milliseconds since 1970. */
export const pageRead = createAction<PageRequest & { page: HistoryPage; at: number }>('activity/pageRead')
export const pageFailed = createAction<PageRequest & { error: SerializedError; at: number }>('activity/pageFailed')
/** The page is no longer wanted. */
export const pageLeft = createAction<PageRequest>('activity/pageLeft')

const EMPTY: State = { serial: 0, lists: {} }

/** services.md §7.4: a history older than this is requested again. */
export const LIFETIME_MS = TRANSACTION_HISTORY_LIFETIME_S * 1_000

/** Avoids Immer drafts, because a list can hold thousands of entries. */
function change(list: HistoryList, serial: number, action: UnknownAction): HistoryList {
  if (pageAsked.match(action)) {
    const { cursor } = action.payload
    return cursor === undefined
      ? { ...list, isRefreshing: true, serial }
      : { ...list, isGoingOn: true, moreError: undefined }
  }
  if (pageRead.match(action)) {
    const { cursor, page, at } = action.payload
    return cursor === undefined
      ? { ...withNewest(list, page), isRefreshing: false, triedAt: at }
      : { ...withOlder(list, cursor, page), isGoingOn: false }
  }
  if (pageFailed.match(action)) {
    const { cursor, error, at } = action.payload
    return cursor === undefined
      ? { ...list, isRefreshing: false, triedAt: at, error }
      : { ...list, isGoingOn: false, moreError: error }
  }
  if (pageLeft.match(action)) {
    return action.payload.cursor === undefined
      ? { ...list, isRefreshing: false, serial: -1 }
      : { ...list, isGoingOn: false }
  }
  return list
}

/** Drops the lists of other accounts and networks once they expire, to keep the state small. */
const kept = (lists: State['lists'], key: string, at: number): State['lists'] =>
  Object.fromEntries(
    Object.entries(lists).filter(([other, { triedAt }]) => other === key || at - triedAt < LIFETIME_MS),
  )

function reducer(state: State = EMPTY, action: UnknownAction): State {
  if (accountDisconnected.match(action)) return { ...state, lists: {} }
  if (transactionConfirmed.match(action)) return { ...state, serial: state.serial + 1 }
  if (![pageAsked, pageRead, pageFailed, pageLeft].some(({ match }) => match(action))) return state
  const { key } = (action as ReturnType<typeof pageAsked>).payload
  const lists = pageRead.match(action) ? kept(state.lists, key, action.payload.at) : state.lists
  return { ...state, lists: { ...lists, [key]: change(lists[key] ?? NOTHING_READ, state.serial, action) } }
}

/** The only writer of transaction histories. */
export const activityState: StateModule = { reducerPath: 'activity', reducer: reducer as StateModule['reducer'] }

/** The host's state plus this remote's. `activity` is missing while the remote is being replaced in an open tab. */
export type ActivityRoot = HostState & { readonly activity?: State }

export const selectList = ({ activity }: ActivityRoot, key: string): HistoryList => activity?.lists[key] ?? NOTHING_READ

/** Whether a transaction was confirmed since the newest entries were requested. */
export const selectIsOutdated = ({ activity }: ActivityRoot, key: string): boolean =>
  activity !== undefined && activity.lists[key]?.serial !== activity.serial
