import type { CaipNetworkId } from '@portico/contracts'
import type { History } from '@portico/contracts/services/history'
import { ServiceError } from '../../http/errors.ts'
import type { Log } from '../../log.ts'
import { type Cursor, readCursor, writeCursor } from '../cursor.ts'
import { type HistoryEntry, type HistoryPage, type HistorySource, PAGE_ITEMS, PENDING } from './historySource.ts'
import { mapAtOnce } from './mapAtOnce.ts'
import { type Order, takeNewest } from './takeNewest.ts'

/** Limited, because public nodes refuse many parallel requests. */
const READS_AT_ONCE = 5

export interface MergedHistory {
  /** The chains that have a source. */
  readonly ids: readonly CaipNetworkId[]
  /**
   * The actions of an address on several chains, the newest first, without duplicates.
   * @param cursor the `next` of the previous page
   * @throws ServiceError `upstream.unavailable` if no chain answers, `address.malformed` if every chain rejects the
   *   address, `request.invalid` for a cursor that belongs to another request
   */
  page(networks: readonly CaipNetworkId[], address: string, cursor?: string): Promise<History>
}

interface ChainPage extends HistoryPage {
  readonly caipNetworkId: CaipNetworkId
  /** How many entries at the start of the page are newer than the previous page. */
  readonly skipped: number
}

const order: Order<HistoryEntry> = {
  keyOf: (entry) => entry,
  compare: (a, b) => (a.timestamp === b.timestamp ? 0 : b.timestamp - a.timestamp),
}

const isMalformedAddress = (reason: unknown) => reason instanceof ServiceError && reason.code === 'address.malformed'

/** @param sources if several serve a chain, the first of them is used */
export function mergeHistory(sources: readonly HistorySource[], log: Log): MergedHistory {
  const byNetwork = new Map<CaipNetworkId, HistorySource>()
  for (const source of sources) for (const id of source.ids) if (!byNetwork.has(id)) byNetwork.set(id, source)

  async function ask(caipNetworkId: CaipNetworkId, address: string, begin?: Cursor): Promise<ChainPage> {
    const source = byNetwork.get(caipNetworkId)
    if (!source) throw new ServiceError('chain.unsupported')
    const after = begin?.parts.get(caipNetworkId)
    const page = await source.page(caipNetworkId, address, after)
    // Newer entries are skipped, because they would appear below older ones.
    const firstShown = page.entries.findIndex(
      ({ timestamp }) => !begin || after !== undefined || timestamp <= begin.timestamp,
    )
    return { ...page, caipNetworkId, skipped: firstShown === -1 ? page.entries.length : firstShown }
  }

  /** A chain that fails is left out of later pages, because its entries would appear below older ones. */
  async function askAll(networks: readonly CaipNetworkId[], address: string, begin?: Cursor): Promise<ChainPage[]> {
    const answers = await Promise.allSettled(networks.map((id) => ask(id, address, begin)))
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    // A network that rejects the address as malformed does not count as failed: each Bitcoin network knows only its own
    // addresses.
    const missing = failures.filter((reason) => !isMalformedAddress(reason))
    if (failures.length > 0 && failures.length === answers.length) throw missing[0] ?? failures[0]
    const invalid = failures.find((reason) => reason instanceof ServiceError && reason.code === 'request.invalid')
    if (invalid) throw invalid
    if (missing.length > 0) log.warn('the history of a chain is missing', { chains: missing.length })
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }

  return {
    ids: [...byNetwork.keys()],
    async page(networks, address, cursor) {
      const begin = cursor === undefined ? undefined : readCursor(cursor, networks)
      const pages = await askAll(begin ? [...begin.parts.keys()] : networks, address, begin)
      const streams = pages.map(({ entries, skipped, hasMore }) => ({ entries: entries.slice(skipped), hasMore }))
      const pending = streams.flatMap(({ entries }) => entries.filter(({ timestamp }) => timestamp === PENDING))
      const { groups, used } = takeNewest(streams, order, PAGE_ITEMS + pending.length)
      const shown = groups.flat()

      const parts = new Map<CaipNetworkId, string | undefined>()
      for (const [index, { caipNetworkId, entries, skipped, hasMore }] of pages.entries()) {
        const gone = skipped + (used[index] ?? 0)
        if (!hasMore && gone === entries.length) continue
        parts.set(caipNetworkId, entries[gone - 1]?.after ?? begin?.parts.get(caipNetworkId))
      }
      const last = shown.findLast(({ timestamp }) => timestamp !== PENDING)
      const timestamp = last?.timestamp ?? begin?.timestamp ?? Math.floor(Date.now() / 1_000)
      return {
        data: await mapAtOnce(shown, READS_AT_ONCE, (entry) => entry.read()),
        next: parts.size > 0 ? writeCursor({ timestamp, parts }) : null,
      }
    },
  }
}
