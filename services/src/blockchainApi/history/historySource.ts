import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem } from '@portico/contracts/services/history'

/** The number of entries per page, not counting pending ones. */
export const PAGE_ITEMS = 50

/** The latest date of ECMA-262, in seconds since 1970. */
export const DATE_MAX_S = 8_640_000_000_000

/** The time of a pending entry, which is newer than all others. */
export const PENDING = Number.POSITIVE_INFINITY

/** One action of an address, before it is shown. */
export interface HistoryEntry {
  /** Seconds since 1970, or `PENDING`. */
  readonly timestamp: number
  /** The position after this entry, in a format that only its source can read. */
  readonly after: string
  /** The entry in wire format. Missing details are fetched only now. @throws ServiceError `upstream.unavailable` */
  read(): Promise<HistoryItem>
}

export interface HistoryPage {
  /** The entries, the newest first, with pending ones before all others. Empty only if there are no more entries. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
}

/** One source of an address's actions, which gives one chain at a time; `mergeHistory` combines several chains. */
export interface HistorySource {
  /** The chains that the source serves. */
  readonly ids: readonly CaipNetworkId[]
  /**
   * @param address the address as the chain writes it
   * @param after the `after` of the previous entry; pending entries are only on the first page
   * @throws ServiceError `upstream.unavailable`, `address.malformed`, `request.invalid` for an `after` from another
   *   source
   */
  page(caipNetworkId: CaipNetworkId, address: string, after?: string): Promise<HistoryPage>
}
