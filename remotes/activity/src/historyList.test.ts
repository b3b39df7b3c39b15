import { type HistoryList, NOTHING_READ, withNewest, withOlder } from './historyList.ts'
import { entry } from './testing.ts'

const entries = (...ids: number[]) => ids.map((id) => entry(id))
const idsOf = ({ entries: all }: HistoryList) => all?.map(({ id }) => Number(id))
const first = withNewest(NOTHING_READ, { entries: entries(1, 2, 3), next: 'a' })
const second = withOlder(first, 'a', { entries: entries(4, 5, 6), next: 'b' })

test('pages are appended, and each entry appears once', () => {
  expect([idsOf(second), second.next]).toEqual([[1, 2, 3, 4, 5, 6], 'b'])
  expect(idsOf(withOlder(second, 'b', { entries: entries(6, 7) }))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('new entries are added above the known ones, and paging continues where it ended', () => {
  const now = withNewest(second, { entries: entries(-1, 0, 1), next: 'x' })
  expect([idsOf(now), now.next]).toEqual([[-1, 0, 1, 2, 3, 4, 5, 6], 'b'])
})

test('an entry that was reorganized away is removed', () => {
  expect(idsOf(withNewest(second, { entries: entries(0, 2, 3), next: 'x' }))).toEqual([0, 2, 3, 4, 5, 6])
})

test('the list starts over when the newest page does not overlap it', () => {
  const now = withNewest(second, { entries: entries(-30, -29, -28), next: 'x' })
  expect([idsOf(now), now.next]).toEqual([[-30, -29, -28], 'x'])
})

test('a short history has no next page', () => {
  const now = withNewest(second, { entries: entries(3) })
  expect([idsOf(now), now.next]).toEqual([[3], undefined])
})

test('paging does not continue from a pending entry', () => {
  const waiting = [entry(0, { status: 'pending' })]
  expect(idsOf(withNewest(second, { entries: waiting, next: 'x' }))).toEqual([0])
})

test('a page for a list that has since started over is ignored', () => {
  expect(withOlder(second, 'a', { entries: entries(9), next: 'z' })).toBe(second)
})

test('a service that returns the same cursor again has no more pages', () => {
  expect(withOlder(second, 'b', { entries: entries(4, 5), next: 'b' }).next).toBeUndefined()
})

test('empty pages are counted until a page has entries', () => {
  const once = withOlder(second, 'b', { entries: [], next: 'c' })
  const twice = withOlder(once, 'c', { entries: entries(1), next: 'd' })
  expect([once.barren, twice.barren]).toEqual([1, 2])
  expect(withOlder(twice, 'd', { entries: entries(7), next: 'e' }).barren).toBe(0)
})
