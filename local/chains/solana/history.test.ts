import { createHistory, type TransactionRecord } from './history.ts'

const record = (signature: string, keys: string[]) => ({ signature, keys }) as unknown as TransactionRecord

test("an address's history lists the latest transaction first", () => {
  const history = createHistory()
  for (const signature of ['a', 'b', 'c']) history.add(record(signature, signature === 'b' ? ['y'] : ['x', 'y']))
  expect(history.of('x').map(({ signature }) => signature)).toEqual(['c', 'a'])
  expect(history.of('y').map(({ signature }) => signature)).toEqual(['c', 'b', 'a'])
  expect(history.of('z')).toEqual([])
})

test('beyond its capacity the history drops the oldest transactions, also from the lists of their addresses', () => {
  const history = createHistory(2)
  history.add(record('a', ['x']))
  history.add(record('b', ['y']))
  history.add(record('c', ['y']))
  expect(history.get('a')).toBeUndefined()
  expect(history.of('x')).toEqual([])
  expect(history.of('y')).toHaveLength(2)
  expect(history.count).toBe(3)
})
