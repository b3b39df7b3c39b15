import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem } from '@portico/contracts/services/history'
import { array, assert, asyncProperty, integer } from 'fast-check'
import { ServiceError } from '../../http/errors.ts'
import { createLog } from '../../log.ts'
import { type HistorySource, PAGE_ITEMS, PENDING } from './historySource.ts'
import { type MergedHistory, mergeHistory } from './mergeHistory.ts'

const A: CaipNetworkId = 'eip155:1'
const B: CaipNetworkId = 'eip155:10'
const C: CaipNetworkId = 'eip155:137'
const ADDRESS = '0x0000000000000000000000000000000000000001'

const lines: string[] = []
const log = createLog('warn', (line) => lines.push(line))
beforeEach(() => {
  lines.length = 0
})

const itemOf = (chain: CaipNetworkId, hash: string, timestamp: number): HistoryItem => ({
  id: `${chain}:${hash}`,
  metadata: {
    operationType: 'send',
    hash,
    minedAt: new Date(Number.isFinite(timestamp) ? timestamp * 1_000 : 0).toISOString(),
    sentFrom: ADDRESS,
    sentTo: ADDRESS,
    status: 'confirmed',
    nonce: 0,
    chain,
  },
  transfers: [],
})

/**
 * A chain with entries at `times`, which may change between pages. A page starts after the entry named by the cursor.
 */
function chainOf(id: CaipNetworkId, times: number[], pageLength = PAGE_ITEMS): HistorySource & { requests: number } {
  return {
    ids: [id],
    requests: 0,
    async page(_, __, after) {
      this.requests++
      const sorted = [...times]
        .sort((a, b) => (a === b ? 0 : b - a))
        .map((time, index) => ({ time, hash: `${time}#${times.length - index}` }))
      const begin = after === undefined ? 0 : sorted.findIndex(({ hash }) => hash === after) + 1
      const rest = sorted.slice(begin)
      const entries = rest.slice(0, pageLength).map(({ time, hash }) => ({
        timestamp: time,
        after: hash,
        read: async () => itemOf(id, hash, time),
      }))
      return { entries, hasMore: rest.length > entries.length }
    },
  }
}

const failing = (id: CaipNetworkId, error = new ServiceError('upstream.unavailable')): HistorySource => ({
  ids: [id],
  page: () => Promise.reject(error),
})

async function pagesOf(history: MergedHistory, betweenPages = () => {}) {
  const pages: HistoryItem[][] = []
  let cursor: string | undefined
  do {
    const page = await history.page(history.ids, ADDRESS, cursor)
    pages.push(page.data)
    cursor = page.next ?? undefined
    betweenPages()
  } while (cursor)
  return pages
}
const momentsOf = (items: readonly HistoryItem[]) => items.map(({ metadata }) => Date.parse(metadata.minedAt) / 1_000)

test('the history of several chains is one list, the newest first, with each entry once', async () => {
  const times = array(integer({ min: 0, max: 400 }), { maxLength: 120 })
  const length = integer({ min: 1, max: 30 })
  await assert(
    asyncProperty(times, times, times, length, length, async (a, b, c, first, second) => {
      const history = mergeHistory([chainOf(A, a, first), chainOf(B, b, second), chainOf(C, c)], log)
      const pages = await pagesOf(history)
      const all = pages.flat()
      expect(momentsOf(all)).toEqual([...a, ...b, ...c].sort((x, y) => y - x))
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(PAGE_ITEMS)
    }),
    { numRuns: 60 },
  )
})

test('entries that arrive between two pages are not listed below older ones', async () => {
  const old = Array.from({ length: 70 }, (_, index) => index)
  const quiet = [5, 3]
  const history = mergeHistory([chainOf(A, old), chainOf(B, quiet)], log)
  const all = (await pagesOf(history, () => quiet.unshift(1_000 + quiet.length))).flat()
  expect(momentsOf(all)).toEqual([...old, 5, 3].sort((a, b) => b - a))
})

test('pending entries come first, appear only once, and do not count towards the page size', async () => {
  const settled = Array.from({ length: PAGE_ITEMS + 10 }, (_, index) => index)
  const history = mergeHistory([chainOf(A, [PENDING, 2_000, 1]), chainOf(B, settled)], log)
  const pages = await pagesOf(history)
  expect(pages.map((page) => page.length)).toEqual([PAGE_ITEMS + 1, 12])
  expect(pages.flat().filter(({ metadata }) => metadata.hash.startsWith('Infinity'))).toHaveLength(1)
  expect(pages[0]?.[0]?.metadata.hash).toMatch('Infinity')
})

test('a chain that fails does not affect the others, and is not requested again for later pages', async () => {
  const times = Array.from({ length: 120 }, (_, index) => index)
  const history = mergeHistory([chainOf(A, times), failing(B)], log)
  expect((await pagesOf(history)).flat()).toHaveLength(120)
  expect(lines.filter((line) => line.includes('the history of a chain is missing'))).toHaveLength(1)
})

test('the result is an error if no chain answers, or if no chain accepts the address', async () => {
  const malformed = () => new ServiceError('address.malformed')
  const none = mergeHistory([failing(A), failing(B, malformed())], log)
  await expect(none.page([A, B], ADDRESS)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  const wrong = mergeHistory([failing(A, malformed()), failing(B, malformed())], log)
  await expect(wrong.page([A, B], ADDRESS)).rejects.toMatchObject({ code: 'address.malformed' })
  expect(lines).toEqual([])
})

test('a network that rejects an address of a related network does not count as failed', async () => {
  const history = mergeHistory([chainOf(A, [1]), failing(B, new ServiceError('address.malformed'))], log)
  expect((await pagesOf(history)).flat()).toHaveLength(1)
  expect(lines).toEqual([])
})

test('if two sources serve a chain, the first one is used', async () => {
  const [first, second] = [chainOf(A, [1]), chainOf(A, [2])]
  const history = mergeHistory([first, second], log)
  expect(history.ids).toEqual([A])
  expect(momentsOf((await history.page([A], ADDRESS)).data)).toEqual([1])
  expect(second.requests).toBe(0)
})

test('the cursor of another request is rejected', async () => {
  const times = Array.from({ length: 120 }, (_, index) => index)
  const history = mergeHistory([chainOf(A, times), chainOf(B, times)], log)
  const { next } = await history.page([A, B], ADDRESS)
  await expect(history.page([A], ADDRESS, next ?? '')).rejects.toMatchObject({ code: 'request.invalid' })
  for (const cursor of ['', 'e30', 'bnVsbA', Buffer.from('{"timestamp":1,"parts":{}}').toString('base64url')]) {
    await expect(history.page([A], ADDRESS, cursor)).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
  }
})

test('at most five entries are read in parallel', async () => {
  let underWay = 0
  let most = 0
  const entries = Array.from({ length: 40 }, (_, index) => ({
    timestamp: 100 - index,
    after: String(index),
    async read() {
      most = Math.max(most, ++underWay)
      await new Promise(setImmediate)
      underWay--
      return itemOf(A, String(index), 100 - index)
    },
  }))
  const history = mergeHistory([{ ids: [A], page: async () => ({ entries, hasMore: false }) }], log)
  expect((await history.page([A], ADDRESS)).data.map(({ metadata }) => metadata.hash)).toEqual(
    entries.map(({ after }) => after),
  )
  expect(most).toBe(5)
})
