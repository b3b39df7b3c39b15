import type { SerializedError } from '@portico/contracts'
import type { Entry } from './entry.ts'

/** The known history of one account on one network. */
export interface HistoryList {
  /** Newest first; undefined if nothing has been read yet. */
  readonly entries?: readonly Entry[]
  /** Cursor of the next page; undefined if there is none or nothing has been read. */
  readonly next?: string | undefined
  /** When the last request for the newest entries ended, in milliseconds since 1970. */
  readonly triedAt: number
  /** Number of confirmed transactions when the newest entries were requested. */
  readonly serial: number
  /** The newest entries are loading. */
  readonly isRefreshing: boolean
  /** Older entries are loading. */
  readonly isGoingOn: boolean
  /** Why the newest entries could not be loaded. */
  readonly error?: SerializedError | undefined
  /** Why older entries could not be loaded. */
  readonly moreError?: SerializedError | undefined
  /** Number of consecutive pages with nothing to show. */
  readonly barren: number
  /** The service does not know this network, so retrying is pointless. */
  readonly isUnserved?: boolean | undefined
}

export const NOTHING_READ: HistoryList = { triedAt: 0, serial: -1, isRefreshing: false, isGoingOn: false, barren: 0 }

/** One page of history, without spam and other networks. */
export interface HistoryPage {
  readonly entries: readonly Entry[]
  readonly next?: string | undefined
  /** No service covers this network. */
  readonly isUnserved?: boolean
}

/**
 * Puts the newest page on top of the known entries. Known entries older than the page's last entry stay. Without an
 * overlap there would be a gap, so the list starts over.
 */
export function withNewest(list: HistoryList, { entries, next, isUnserved }: HistoryPage): HistoryList {
  const last = entries.findLast(({ status }) => status !== 'pending')
  const known = list.entries ?? []
  const at = last && next ? known.findIndex(({ id }) => id === last.id) : -1
  const fresh = { ...list, error: undefined, isUnserved }
  if (at < 0) return { ...fresh, entries, next, moreError: undefined, barren: 0 }
  const ids = new Set(entries.map(({ id }) => id))
  return { ...fresh, entries: [...entries, ...known.slice(at + 1).filter(({ id }) => !ids.has(id))] }
}

/** Appends the page at `cursor`, or ignores it if the list has started over since. */
export function withOlder(list: HistoryList, cursor: string, { entries, next }: HistoryPage): HistoryList {
  if (list.next !== cursor) return list
  const known = list.entries ?? []
  const ids = new Set(known.map(({ id }) => id))
  const older = entries.filter(({ id }) => !ids.has(id))
  return {
    ...list,
    entries: older.length > 0 ? [...known, ...older] : known,
    // A service that returns the same cursor has no more pages.
    next: next === cursor ? undefined : next,
    moreError: undefined,
    barren: older.length > 0 ? 0 : list.barren + 1,
  }
}
