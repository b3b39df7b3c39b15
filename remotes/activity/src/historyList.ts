import type { SerializedError } from '@portico/contracts'
import type { Entry } from './entry.ts'

/** What is known of the history of one account on one network. */
export interface HistoryList {
  /** The newest first. Undefined: nothing has been read yet. */
  readonly entries?: readonly Entry[]
  /** Where to go on behind the last one. Undefined: there is nothing behind it, or nothing has been read. */
  readonly next?: string | undefined
  /** When the newest ones were asked for last: milliseconds since 1970, at the end of it. */
  readonly triedAt: number
  /** How many transactions had been confirmed when the newest ones were asked for. */
  readonly serial: number
  /** The newest ones are on their way. */
  readonly isRefreshing: boolean
  /** Older ones are on their way. */
  readonly isGoingOn: boolean
  /** Why the newest could not be had. */
  readonly error?: SerializedError | undefined
  /** Why older ones could not be had. */
  readonly moreError?: SerializedError | undefined
  /** How many pages, one after the other, had nothing to show. */
  readonly barren: number
  /** The service does not know this network: asking again is of no use. */
  readonly isUnserved?: boolean | undefined
}

export const NOTHING_READ: HistoryList = { triedAt: 0, serial: -1, isRefreshing: false, isGoingOn: false, barren: 0 }

/** What one answer has, after spam and other networks are left out. */
export interface HistoryPage {
  readonly entries: readonly Entry[]
  readonly next?: string | undefined
  /** Nobody can say it of this network. */
  readonly isUnserved?: boolean
}

/**
 * The newest page over what was known. What is known behind its last entry stays; where the two do not meet, there is a gap
 * between them, and the list begins anew.
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

/** The page behind `cursor`; an answer that comes after the list has begun anew is of no use. */
export function withOlder(list: HistoryList, cursor: string, { entries, next }: HistoryPage): HistoryList {
  if (list.next !== cursor) return list
  const known = list.entries ?? []
  const ids = new Set(known.map(({ id }) => id))
  const older = entries.filter(({ id }) => !ids.has(id))
  return {
    ...list,
    entries: older.length > 0 ? [...known, ...older] : known,
    // A service that leads back to where it was has come to its end.
    next: next === cursor ? undefined : next,
    moreError: undefined,
    barren: older.length > 0 ? 0 : list.barren + 1,
  }
}
