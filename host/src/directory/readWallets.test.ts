import { ENTRIES_MAX } from '@portico/contracts/services/walletQuery'
import { idOf, manyWallets, walletOf } from '../../testing/directory.ts'
import { readKeptWallets, readWallets } from './readWallets.ts'

test('a valid response is read unchanged', () => {
  const data = manyWallets(3)
  expect(readWallets({ data, count: 500 })).toMatchObject({
    data: data.map(({ id, name }) => ({ id, name })),
    count: 500,
  })
})

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'wallets'],
  ['a list without its envelope', manyWallets(2)],
  ['a list that is not an array', { data: {}, count: 1 }],
  ['a negative count', { data: [], count: -1 }],
])('%s is not a valid response', (_, body) => expect(readWallets(body)).toBeUndefined())

test('more wallets than requested are not read', () => {
  const list = readWallets({ data: manyWallets(5_000), count: Number.MAX_SAFE_INTEGER })
  expect(list?.data).toHaveLength(ENTRIES_MAX)
  expect(list?.count).toBe(100_000)
})

test('a wallet that appears twice counts once, and one without a readable name is dropped', () => {
  const data = [walletOf(1), walletOf(1, { name: 'Again' }), walletOf(2, { name: '\u200b\u202e' })]
  expect(readWallets({ data, count: 3 })?.data.map(({ id }) => id)).toEqual([idOf(1)])
})

test('a name is one plain line of limited length', () => {
  const names = ['\u202egnp.exe', 'a\nb', 'x'.repeat(5_000)]
  const data = names.map((name, index) => walletOf(index + 1, { name }))
  expect(readWallets({ data, count: 3 })?.data.map(({ name }) => name)).toEqual(['gnp.exe', 'a b', 'x'.repeat(40)])
})

test('only valid stored wallets are restored', () => {
  expect(readKeptWallets([walletOf(1), 7, { id: 'x' }, null]).map(({ id }) => id)).toEqual([idOf(1)])
})
