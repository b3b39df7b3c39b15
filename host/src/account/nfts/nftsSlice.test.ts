import { accountDisconnected, transactionConfirmed } from '@portico/contracts'
import { NFTS_LIFETIME_MS, nftsRead, nftsSlice, selectNfts, selectNftsSerial } from './nftsSlice.ts'
import type { ShownNft } from './shownNft.ts'

const KEY = 'eip155:1:0xa'
const one = (id: string, isSpam = false): ShownNft => ({ key: id, contract: '0x1', id, traits: [], isSpam })
const page = (ids: readonly string[], next?: string) => ({ nfts: ids.map((id) => one(id)), next })
const spam = (ids: readonly string[], next?: string) => ({ nfts: ids.map((id) => one(id, true)), next })

type Action = Parameters<typeof nftsSlice.reducer>[1]
const after = (...actions: Action[]) => actions.reduce(nftsSlice.reducer, nftsSlice.getInitialState())
const listAfter = (...actions: Action[]) => selectNfts({ nfts: after(...actions) }, KEY)
const idsAfter = (...actions: Action[]) => listAfter(...actions)?.nfts.map(({ id }) => id)

const begin = nftsRead({ key: KEY, page: page(['a', 'b'], 'n1'), at: 1_000 })
const more = nftsRead({ key: KEY, cursor: 'n1', page: page(['b', 'c'], 'n2'), at: 2_000 })
const confirmed = transactionConfirmed({ namespace: 'eip155', hash: '0x1' })

test('a new page is appended to the list, without the tokens that the list already has', () => {
  expect(idsAfter(begin, more)).toEqual(['a', 'b', 'c'])
  expect(listAfter(begin, more)?.next).toBe('n2')
})

test('a page whose cursor is not the expected one is dropped', () => {
  expect(idsAfter(begin, more, more)).toEqual(['a', 'b', 'c'])
  expect(listAfter(begin, nftsRead({ key: KEY, cursor: 'n9', page: page(['z']), at: 1 }))?.next).toBe('n1')
})

test('a service that returns the same cursor again has reached its end', () => {
  expect(listAfter(begin, nftsRead({ key: KEY, cursor: 'n1', page: page(['c'], 'n1'), at: 2 }))?.next).toBeUndefined()
})

test('if the first page is unchanged when read again, the later pages are kept', () => {
  expect(idsAfter(begin, more, nftsRead({ ...begin.payload, at: 60_000 }))).toEqual(['a', 'b', 'c'])
})

test('a changed first page starts a new list', () => {
  const other = nftsRead({ key: KEY, page: page(['x', 'a'], 'n1'), at: 60_000 })
  expect(idsAfter(begin, more, other)).toEqual(['x', 'a'])
})

test('a transaction outdates the list, and the first page read after it starts a new list', () => {
  expect(listAfter(begin, more, confirmed)).toMatchObject({ at: undefined, nfts: { length: 3 } })
  expect(idsAfter(begin, more, confirmed, begin)).toEqual(['a', 'b'])
  expect(selectNftsSerial({ nfts: after(begin, confirmed) })).toBe(1)
})

test('a transaction of another family does not affect the list', () => {
  expect(listAfter(begin, transactionConfirmed({ namespace: 'solana', hash: '1' }))?.at).toBe(1_000)
})

test('consecutive pages of nothing but spam are counted', () => {
  const spammy = nftsRead({ key: KEY, cursor: 'n1', page: spam(['s'], 'n2'), at: 1 })
  expect(listAfter(begin)?.barren).toBe(0)
  expect(listAfter(begin, spammy)?.barren).toBe(1)
  const good = nftsRead({ key: KEY, cursor: 'n2', page: page(['g'], 'n3'), at: 1 })
  expect(listAfter(begin, spammy, good)?.barren).toBe(0)
})

test("disconnecting drops the family's lists; lists of other accounts are kept while fresh", () => {
  expect(listAfter(begin, accountDisconnected({ namespace: 'eip155' }))).toBeUndefined()
  const other = (at: number) => nftsRead({ key: 'eip155:10:0xa', page: page([]), at })
  expect(listAfter(begin, other(1_000 + NFTS_LIFETIME_MS - 1))).toBeDefined()
  expect(listAfter(begin, other(1_000 + NFTS_LIFETIME_MS))).toBeUndefined()
})
