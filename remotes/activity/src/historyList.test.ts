import { type HistoryList, NOTHING_READ, withNewest, withOlder } from './historyList.ts'
import { entry } from './testing.ts'

const entries = (...ids: number[]) => ids.map((id) => entry(id))
const idsOf = ({ entries: all }: HistoryList) => all?.map(({ id }) => Number(id))
const first = withNewest(NOTHING_READ, { entries: entries(1, 2, 3), next: 'a' })
const second = withOlder(first, 'a', { entries: entries(4, 5, 6), next: 'b' })

test('pages stand behind one another, each entry once', () => {
  expect([idsOf(second), second.next]).toEqual([[1, 2, 3, 4, 5, 6], 'b'])
  expect(idsOf(withOlder(second, 'b', { entries: entries(6, 7) }))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('what is new stands above what is known, which stays, and it goes on where it ended', () => {
  const now = withNewest(second, { entries: entries(-1, 0, 1), next: 'x' })
  expect([idsOf(now), now.next]).toEqual([[-1, 0, 1, 2, 3, 4, 5, 6], 'b'])
})

test('what a chain has taken back is gone', () => {
  expect(idsOf(withNewest(second, { entries: entries(0, 2, 3), next: 'x' }))).toEqual([0, 2, 3, 4, 5, 6])
})

test('where the new does not meet the known, the list begins anew', () => {
  const now = withNewest(second, { entries: entries(-30, -29, -28), next: 'x' })
  expect([idsOf(now), now.next]).toEqual([[-30, -29, -28], 'x'])
})

test('a short history is all there is', () => {
  const now = withNewest(second, { entries: entries(3) })
  expect([idsOf(now), now.next]).toEqual([[3], undefined])
})

test('what is pending is no place to go on from', () => {
  const waiting = [entry(0, { status: 'pending' })]
  expect(idsOf(withNewest(second, { entries: waiting, next: 'x' }))).toEqual([0])
})

test('an answer that belongs to a list that has begun anew is left out', () => {
  expect(withOlder(second, 'a', { entries: entries(9), next: 'z' })).toBe(second)
})

test('a service that leads in a circle has come to its end', () => {
  expect(withOlder(second, 'b', { entries: entries(4, 5), next: 'b' }).next).toBeUndefined()
})

test('pages without anything new are counted, and one with something ends the count', () => {
  const once = withOlder(second, 'b', { entries: [], next: 'c' })
  const twice = withOlder(once, 'c', { entries: entries(1), next: 'd' })
  expect([once.barren, twice.barren]).toEqual([1, 2])
  expect(withOlder(twice, 'd', { entries: entries(7), next: 'e' }).barren).toBe(0)
})
