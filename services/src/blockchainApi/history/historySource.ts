import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem } from '@portico/contracts/services/history'

/** Per page, besides pending ones. */
export const PAGE_ITEMS = 50

/** ECMA-262: the latest date, in seconds after 1970. */
export const DATE_MAX_S = 8_640_000_000_000

/** The time of a pending entry: newer than everything. */
export const PENDING = Number.POSITIVE_INFINITY

/** One action of an address, before it is shown. */
export interface HistoryEntry {
  /** Seconds since 1970, or `PENDING`. */
  readonly timestamp: number
  /** The position after it, readable by its source only. */
  readonly after: string
  /** In wire format; fetches missing details now. @throws ServiceError `upstream.unavailable` */
  read(): Promise<HistoryItem>
}

export interface HistoryPage {
  /** The newest first, pending ones before all others. At least one, unless there are no more. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
}

/** The actions of an address, from one source. Serves one chain at a time; `mergeHistory` combines them. */
export interface HistorySource {
  /** The chains it serves. */
  readonly ids: readonly CaipNetworkId[]
  /**
   * @param address in the chain's spelling
   * @param after of the previous entry; pending ones are on the first page only
   * @throws ServiceError `upstream.unavailable`, `address.malformed`, `request.invalid` for an `after` of another
   *   source
   */
  page(caipNetworkId: CaipNetworkId, address: string, after?: string): Promise<HistoryPage>
}
