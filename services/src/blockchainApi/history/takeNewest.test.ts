import { array, assert, integer, property, record, uniqueArray } from 'fast-check'
import { type Order, takeNewest } from './takeNewest.ts'

interface Entry {
  readonly key: string
  readonly age: number
}
const order: Order<Entry> = { keyOf: ({ key }) => key, compare: (a, b) => a.age - b.age }
const entriesOf = (text: string): Entry[] => text.split('').map((key) => ({ key, age: key.charCodeAt(0) }))
const stream = (text: string, hasMore = false) => ({ entries: entriesOf(text), hasMore })
const keysOf = (groups: readonly (readonly Entry[])[]) => groups.map(([first]) => first?.key).join('')

test('entries of several streams with the same key are grouped', () => {
  const { groups, used, hasMore } = takeNewest([stream('ace'), stream('bcd')], order, 10)
  expect(keysOf(groups)).toBe('abcde')
  expect(groups[2]).toHaveLength(2)
  expect([used, hasMore]).toEqual([[3, 3], false])
})

test('reading stops at the limit, and where a stream is cut off', () => {
  expect(takeNewest([stream('ad'), stream('bc')], order, 3)).toMatchObject({ used: [1, 2], hasMore: true })
  const unsure = takeNewest([stream('ab', true), stream('cd')], order, 10)
  expect([keysOf(unsure.groups), unsure.used]).toEqual(['ab', [2, 0]])
})

test('entries with the same time keep the order of their streams', () => {
  const at = (keys: string) => ({ entries: keys.split('').map((key) => ({ key, age: 1 })), hasMore: false })
  const { groups } = takeNewest([at('xy'), at('yz'), at('xz')], order, 10)
  expect(keysOf(groups)).toBe('xyz')
})

test('at equal times, a stream that is cut off comes first, because it may continue with entries of the others', () => {
  const at = (keys: string, hasMore: boolean) => ({
    entries: keys.split('').map((key) => ({ key, age: 1 })),
    hasMore,
  })
  const { groups, used } = takeNewest([at('y', false), at('ab', true)], order, 10)
  expect([keysOf(groups), used]).toEqual(['ab', [0, 2]])
})

test('a list that is split into streams and read in parts is put back together', () => {
  const ages = uniqueArray(integer({ min: 0, max: 999 }), { maxLength: 40 })
  const deals = array(record({ first: integer({ min: 0, max: 3 }), second: integer({ min: 0, max: 3 }) }), {
    minLength: 40,
    maxLength: 40,
  })
  assert(
    property(ages, deals, integer({ min: 1, max: 7 }), (unsorted, dealt, limit) => {
      // Up to two entries have the same time.
      const all = [...unsorted].sort((a, b) => a - b).map((age) => ({ key: String(age), age: age >> 1 }))
      let rests = [0, 1, 2, 3].map((index) =>
        all.filter((_, at) => dealt[at]?.first === index || dealt[at]?.second === index),
      )
      const seen: string[] = []
      for (let more = true; more; ) {
        const taken = takeNewest(
          rests.map((entries) => ({ entries, hasMore: false })),
          order,
          limit,
        )
        seen.push(...taken.groups.map(([first]) => first?.key ?? ''))
        rests = rests.map((rest, index) => rest.slice(taken.used[index]))
        more = taken.hasMore
      }
      expect([...seen].sort()).toEqual(all.map(({ key }) => key).sort())
      expect(seen.map((key) => Number(key) >> 1)).toEqual(all.map(({ age }) => age))
    }),
    { numRuns: 100 },
  )
})
