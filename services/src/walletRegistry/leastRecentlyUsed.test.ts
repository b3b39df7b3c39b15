import { LeastRecentlyUsed } from './leastRecentlyUsed.ts'

const KB = 1_000
/** A cache whose values are their own sizes in kilobytes. */
const create = (maxKb: number) => new LeastRecentlyUsed<number>(maxKb * KB, (value) => value * KB)

test('the least recently used value is removed, and no more values than necessary', () => {
  const cache = create(70)
  cache.set('a', 20)
  cache.set('b', 20)
  cache.set('c', 20)
  cache.get('a')
  cache.set('d', 10)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([20, undefined, 20, 10])
})

test('a new value replaces the old one', () => {
  const cache = create(41)
  cache.set('a', 40)
  cache.set('a', 10)
  cache.set('b', 30)
  expect([cache.get('a'), cache.get('b')]).toEqual([10, 30])
})

test('a value larger than the limit is not kept', () => {
  const cache = create(20)
  cache.set('a', 21)
  expect(cache.get('a')).toBeUndefined()
})

test('very many small values, or values with long names, do not fill the memory', () => {
  const cache = create(20)
  for (let index = 0; index < 1_000; index++) cache.set(`${index}`, 0)
  expect(cache.get('0')).toBeUndefined()
  expect(cache.get('999')).toBe(0)
  cache.set('x'.repeat(10_000), 0)
  expect(cache.get('999')).toBeUndefined()
})
