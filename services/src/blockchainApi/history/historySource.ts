import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem } from '@portico/contracts/services/history'

/** Of a page, beside what is pending. */
export const PAGE_ITEMS = 50

/** ECMA-262: a date is at most so many seconds after 1970. */
export const DATE_MAX_S = 8_640_000_000_000

/** The time of what is in no block yet: newer than everything. */
export const PENDING = Number.POSITIVE_INFINITY

/** Something that an address did, before it is shown. */
export interface HistoryEntry {
  /** Seconds since 1970, or `PENDING`. */
  readonly timestamp: number
  /** Where to go on behind it. Only its source reads it. */
  readonly after: string
  /** As it goes over the wire: what has to be asked for that is asked now. @throws ServiceError `upstream.unavailable` */
  read(): Promise<HistoryItem>
}

export interface HistoryPage {
  /** The newest first, what is pending before all. At least one, unless there are no more. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
}

/** What an address did, by somebody who knows. One chain is asked at a time; `mergeHistory` puts them together. */
export interface HistorySource {
  /** The chains that it knows. */
  readonly ids: readonly CaipNetworkId[]
  /**
   * @param address as its chain writes it
   * @param after of the entry before; what is pending comes on the first page only
   * @throws ServiceError `upstream.unavailable`, `address.malformed`, `request.invalid` for an `after` that is none of its own
   */
  page(caipNetworkId: CaipNetworkId, address: string, after?: string): Promise<HistoryPage>
}
