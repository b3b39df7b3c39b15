import { merge, readTracked, type TrackedTransaction, trackedOf } from './tracked.ts'

const one = (hash: string, sentAt = Date.now(), rest: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  caipNetworkId: 'eip155:1',
  from: '0x1',
  hash,
  sentAt,
  phase: 'pending',
  ...rest,
})

test('unreadable entries, such as those of another release or script, are dropped, and the rest is read', () => {
  const good = one('0x2')
  const bad = [{ hash: 5 }, { ...good, phase: 'lost' }, { ...good, caipNetworkId: 'moon:1' }, { ...good, sentAt: '1' }]
  expect(readTracked([...bad, good] as never)).toEqual([good])
  expect(readTracked(undefined)).toEqual([])
})

test('the list is newest first and without duplicates, and a known final phase wins', () => {
  const now = Date.now()
  const [old, young] = [one('0x2', now - 5_000), one('0x3', now)]
  const done = { ...old, phase: 'confirmed' as const }
  expect(merge([done], [old, young])).toEqual([young, done])
})

test('a transaction is forgotten after a week, or after fifty others', () => {
  const now = Date.now()
  const many = Array.from({ length: 60 }, (_, index) => one(`0x${index}`, now - index))
  const old = one('0xold', now - 8 * 24 * 3_600_000)
  const kept = merge(many, [old])
  expect([kept.length, kept.includes(old), kept[0]?.hash]).toEqual([50, false, '0x0'])
})

test('a transaction is stored with what is needed to detect that it is lost', () => {
  const base = { caipNetworkId: 'solana:x', from: 'me' } as const
  const solana = { ...base, namespace: 'solana', transaction: 'AA==', lastValidBlockHeight: 9 } as const
  expect(trackedOf(solana, 'sig', undefined)).toMatchObject({ hash: 'sig', phase: 'pending', lastValidBlockHeight: 9 })
  const spends = [{ txid: 'a', vout: 1 }]
  const bitcoin = { ...base, caipNetworkId: 'bip122:x', namespace: 'bip122', psbt: '', spends } as const
  expect(trackedOf(bitcoin, 'txid', undefined).spends).toEqual(spends[0])
})
