import { ENTRY_PX, offsetsOf, rowAfterKey, rowAt, TITLE_PX } from './layout.ts'
import { rowsOf } from './rows.ts'
import { entry } from './testing.ts'

const now = Date.UTC(2026, 10, 23, 12)
const at = (...date: [year: number, month: number, day: number]) => Date.UTC(...date, 12)
const timeline = {
  pending: [entry('8')],
  past: [
    entry('7', { at: at(2026, 10, 20) }),
    entry('6', { at: at(2026, 10, 2) }),
    entry('5', { at: at(2026, 4, 30) }),
    entry('4', { at: at(2025, 4, 30) }),
  ],
}
const rows = (locale = 'en', tail?: 'awaited') => rowsOf(timeline, tail, { locale, now, pendingTitle: 'Pending' })
const said = (all: ReturnType<typeof rows>) => all.map((row) => (row.kind === 'title' ? row.text : row.key))

test('views.md §20: entries are grouped by month, newest first, with other years named and pending ones on top', () => {
  expect(said(rows())).toEqual(['Pending', '8', 'November', '7', '6', 'May', '5', 'May 2025', '4'])
})

test("months are written in the visitor's language", () => {
  expect(said(rows('de')).filter((text) => text.length > 1)).toEqual(['Pending', 'November', 'Mai', 'Mai 2025'])
  expect(said(rows('ja'))).toContain('2025年5月')
})

test('an empty list has no titles, and a placeholder at the bottom shows that a page is loading', () => {
  expect(rowsOf({ pending: [], past: [] }, 'awaited', { locale: 'en', now, pendingTitle: 'Pending' })).toEqual([
    { kind: 'awaited', key: 'tail' },
  ])
  expect(rows('en', 'awaited').at(-1)?.kind).toBe('awaited')
})

test('no two rows share a key', () => {
  const keys = rows('en', 'awaited').map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('every height in the list belongs to one row', () => {
  const offsets = offsetsOf(rows())
  expect(offsets.at(-1)).toBe(4 * TITLE_PX + 5 * ENTRY_PX)
  rows().forEach((_, index) => {
    expect(rowAt(offsets, offsets[index] ?? Number.NaN)).toBe(index)
    expect(rowAt(offsets, (offsets[index + 1] ?? Number.NaN) - 1)).toBe(index)
  })
  expect([rowAt(offsets, -50), rowAt(offsets, 1e9), rowAt([0], 7)]).toEqual([0, 8, 0])
})

test.each([
  ['ArrowDown', 1, 3],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 3, 1],
  ['ArrowUp', 1, 1],
  ['PageDown', 1, 8],
  ['PageUp', 8, 1],
  ['Home', 8, 1],
  ['End', 1, 8],
  ['a', 1, undefined],
  ['ArrowDown', 0, undefined],
])('%s moves from row %i to row %s and skips titles', (key, from, to) => {
  expect(rowAfterKey(rows(), from, key)).toBe(to)
})
