import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { createReceivers, KEPT_FOR_MS, openReceiverTable, RECEIVERS_MAX } from './receivers.ts'

const FRIEND = `0x${'22'.repeat(20)}`
const SHOP = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const numbered = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

/** A browser that keeps its data; each call of `page` opens a new page. */
function browser() {
  const window = { indexedDB: new IDBFactory() }
  const clock = { ms: 1_800_000_000_000 }
  const table = () => openReceiverTable(window)
  return { clock, table, page: () => createReceivers(table(), () => clock.ms) }
}

test('on the next visit, a receiver is known to the wallet that paid it and to no other', async () => {
  const { page } = browser()
  await page().add('ada', [FRIEND, SHOP])
  await page().add('bob', [numbered(7)])
  expect([await page().of('ada'), await page().of('bob'), await page().of('eve')]).toEqual([
    [FRIEND, SHOP],
    [numbered(7)],
    [],
  ])
})

test('receivers are forgotten a year after the last payment, and deleted with the next write', async () => {
  const { clock, page, table } = browser()
  await page().add('ada', [FRIEND, SHOP])
  clock.ms += KEPT_FOR_MS - 1
  await page().add('ada', [SHOP])
  clock.ms += 1
  expect(await page().of('ada')).toEqual([SHOP])
  await page().add('bob', [FRIEND])
  expect(JSON.stringify(await table().get('all'))).not.toMatch(new RegExp(`ada[^}]+${FRIEND}`))
})

test('each wallet keeps a limited number of its latest receivers, and only the latest wallets are kept', async () => {
  const { page } = browser()
  for (let n = 0; n < RECEIVERS_MAX; n += 10) {
    await page().add(
      'ada',
      Array.from({ length: 10 }, (_, at) => numbered(n + at)),
    )
  }
  await page().add('ada', [numbered(0), numbered(1_000)])
  const known = await page().of('ada')
  expect([known.length, known.slice(-2), known.includes(numbered(1))]).toEqual([
    RECEIVERS_MAX,
    [numbered(0), numbered(1_000)],
    false,
  ])
  for (const other of ['b', 'c', 'd', 'e']) await page().add(other, [FRIEND])
  expect([await page().of('ada'), await page().of('b')]).toEqual([[], [FRIEND]])
})

test('a deleted wallet leaves no receivers behind, and other wallets keep theirs', async () => {
  const { page, table } = browser()
  await page().add('ada', [FRIEND])
  await page().add('bob', [SHOP])
  await page().remove('ada')
  expect([await page().of('ada'), await page().of('bob')]).toEqual([[], [SHOP]])
  await page().remove('bob')
  expect(await table().get('all')).toBeUndefined()
})

test('two tabs that write at the same time lose nothing', async () => {
  const { page } = browser()
  await Promise.all([1, 2, 3].map((n) => page().add('ada', [numbered(n)])))
  expect((await page().of('ada')).toSorted()).toEqual([numbered(1), numbered(2), numbered(3)])
})

test('whatever is stored, only addresses that were paid within the last year are known', async () => {
  const { clock, page, table } = browser()
  const right = { wallet: 'ada', address: FRIEND, at: clock.ms }
  const wrong = fc.oneof(
    fc.anything(),
    fc.record({ wallet: fc.anything(), address: fc.anything(), at: fc.anything() }),
    fc.constantFrom(
      { ...right, address: '<b>' },
      { ...right, at: clock.ms + KEPT_FOR_MS },
      { ...right, at: Number.NaN },
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(wrong, { maxLength: 5 }), async (found) => {
      await table().set('all', [...found.map((one) => JSON.parse(JSON.stringify(one) ?? 'null')), right])
      expect(await page().of('ada')).toEqual([FRIEND])
    }),
    { numRuns: 50 },
  )
  for (const none of [undefined, 'text', 7, { ada: [FRIEND] }]) {
    await table().set('all', none)
    expect(await page().of('ada')).toEqual([])
  }
})

test('if the browser stores nothing, receivers are known as long as the page is open', async () => {
  const receivers = createReceivers(openReceiverTable({}))
  await receivers.add('ada', [FRIEND])
  expect(await receivers.of('ada')).toEqual([FRIEND])
  await receivers.remove('ada')
  expect(await receivers.of('ada')).toEqual([])
})
