import type { CaipNetworkId } from '@portico/contracts'
import { History, type HistoryItem } from '@portico/contracts/services/history'
import { parse } from 'valibot'
import type { HistorySource } from '../src/blockchainApi/history/historySource.ts'
import { mergeHistory } from '../src/blockchainApi/history/mergeHistory.ts'
import { createLog } from '../src/log.ts'
import { type FakeRest, type RestBehaviour, type RestFixture, replaying, sayingTo } from './fakeRest.ts'
import { FAULTS } from './faults.ts'

export interface HistoryCase {
  readonly source: HistorySource
  readonly caipNetworkId: CaipNetworkId
  /** A chain of the family that the source does not serve. */
  readonly unserved: CaipNetworkId
  /** An account with more entries than fit on a page. */
  readonly owner: string
  /** All entries of the owner, the newest first, according to the chain itself. */
  readonly hashes: readonly string[]
  /** The newest entry, with its metadata and transfers. */
  readonly newest: Partial<HistoryItem>
  /** An account whose history has no entries. */
  readonly stranger: string
  /** The same source, for a URL without a server. */
  readonly nobody: HistorySource
}

const quiet = createLog('error', () => {})

const SURELY_ENOUGH = 100

/** Reads all pages of a source, in wire format. */
export async function wholeHistory(
  source: HistorySource,
  caipNetworkId: CaipNetworkId,
  address: string,
  onPage?: (page: History) => unknown,
): Promise<HistoryItem[]> {
  const merged = mergeHistory([source], quiet)
  const items: HistoryItem[] = []
  let cursor: string | undefined
  for (let count = 0; count < SURELY_ENOUGH; count++) {
    const page = await merged.page([caipNetworkId], address, cursor)
    // The schema drops nothing.
    expect(parse(History, JSON.parse(JSON.stringify(page)))).toEqual(page)
    items.push(...page.data)
    await onPage?.(page)
    if (!page.next) return items
    cursor = page.next
  }
  throw new Error('It does not end.')
}

/** The common behavior of all history sources. */
export function describeHistory(name: string, make: () => HistoryCase) {
  describe(name, () => {
    test('all entries of an account are listed over several pages, the newest first and without duplicates', async () => {
      const { source, caipNetworkId, owner, hashes } = make()
      let pages = 0
      const items = await wholeHistory(source, caipNetworkId, owner, () => pages++)
      expect(items.map(({ metadata }) => metadata.hash)).toEqual(hashes)
      expect(new Set(items.map(({ id }) => id)).size).toBe(hashes.length)
      expect(pages).toBeGreaterThan(1)
      expect(items.every(({ metadata }) => metadata.chain === caipNetworkId)).toBe(true)
    })

    test('an entry has its operation, sender, receiver and amount', async () => {
      const { source, caipNetworkId, owner, newest } = make()
      const [first] = (await source.page(caipNetworkId, owner)).entries
      expect(await first?.read()).toMatchObject(newest)
    })

    test('the next page can begin after any entry', async () => {
      const { source, caipNetworkId, owner, hashes } = make()
      const { entries } = await source.page(caipNetworkId, owner)
      const pending = entries.findIndex(({ timestamp }) => Number.isFinite(timestamp))
      for (const at of [pending, pending + 1, entries.length - 2]) {
        const [next] = (await source.page(caipNetworkId, owner, entries[at]?.after)).entries
        expect((await next?.read())?.metadata.hash).toBe(hashes[at + 1])
      }
    })

    test('an unused account has no history', async () => {
      const { source, caipNetworkId, stranger } = make()
      expect(await source.page(caipNetworkId, stranger)).toEqual({ entries: [], hasMore: false })
    })

    test('an unserved chain and an invalid cursor are reported as errors in the request', async () => {
      const { source, caipNetworkId, unserved, owner } = make()
      await expect(source.page(unserved, owner)).rejects.toMatchObject({ code: 'chain.unsupported', status: 400 })
      for (const after of ['', '7', '"x"', '{}', '[1]', '{"height":-1}']) {
        const page = source.page(caipNetworkId, owner, after)
        await expect(page).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
      }
    })

    test('an unreachable upstream is reported as an error of the service', async () => {
      const { nobody, caipNetworkId, owner } = make()
      await expect(nobody.page(caipNetworkId, owner)).rejects.toMatchObject({ code: 'upstream.unavailable' })
    })
  })
}

export interface FailureCase {
  readonly server: FakeRest
  readonly at: (...urls: URL[]) => HistorySource
  readonly caipNetworkId: CaipNetworkId
  readonly owner: string
  /** The answers that the public service gives when it works. */
  readonly fixtures: readonly RestFixture[]
  /** A URL without a server. */
  readonly nobody: URL
}

const unreadable: readonly (readonly [string, RestBehaviour])[] = [
  ['answers with a list of unexpected items', sayingTo('{"items":[1,"x",null],"next_page_params":null}')],
  ['answers with a list of unreadable items', sayingTo('[{"txid":7,"vin":[],"vout":"none","fee":0.5}]')],
]

/** How a source handles failures of its public service. */
export function describeFailures(name: string, make: () => FailureCase) {
  describe(`failures of ${name}`, () => {
    test.each<readonly [string, RestBehaviour]>([...FAULTS, ...unreadable])(
      'when it %s, the history is unavailable, and the error reveals nothing about the upstream',
      async (_, behaviour) => {
        const { server, at, caipNetworkId, owner } = make()
        server.behave(behaviour)
        const page = at(new URL('/?apikey=s3cret', server.url)).page(caipNetworkId, owner)
        const error: Error = await page.then(
          () => Promise.reject(new Error('An answer came.')),
          (reason) => reason,
        )
        expect(error).toMatchObject({ code: 'upstream.unavailable', status: 503 })
        expect(`${error.message} ${error.cause}`).not.toMatch(/s3cret|127\.0\.0\.1/)
      },
    )

    test('when it is unreachable, the next source of the chain is used', async () => {
      const { server, at, caipNetworkId, owner, fixtures, nobody } = make()
      server.behave(replaying(fixtures))
      expect((await at(nobody, server.url).page(caipNetworkId, owner)).entries.length).toBeGreaterThan(0)
    })
  })
}
