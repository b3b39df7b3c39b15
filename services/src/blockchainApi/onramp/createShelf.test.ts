import { createShelf } from './createShelf.ts'

let now = 0
const shelf = () => createShelf<string>({ lifetimeMs: 10, max: 2 }, () => now)
beforeEach(() => {
  now = 0
})

test('a value is found until it expires', () => {
  const kept = shelf()
  kept.put('a', 'A')
  now = 9
  expect(kept.find('a')).toBe('A')
  now = 10
  expect(kept.find('a')).toBeUndefined()
  expect(kept.find('b')).toBeUndefined()
})

test('if there are too many values, the oldest one is removed', () => {
  const kept = shelf()
  for (const id of ['a', 'b', 'c']) kept.put(id, id)
  expect(['a', 'b', 'c'].map(kept.find)).toEqual([undefined, 'b', 'c'])
})
