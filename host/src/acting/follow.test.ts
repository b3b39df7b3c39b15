import { follow } from './follow.ts'
import type { ChainStatus } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Follows one transaction; `lookAt` decides what each poll finds. */
function followed(lookAt: (msSince: number) => ChainStatus | Error, over: Partial<TrackedTransaction> = {}) {
  let current: TrackedTransaction = {
    caipNetworkId: 'eip155:1',
    from: '0x1',
    hash: '0x2',
    sentAt: Date.now(),
    phase: 'pending',
    ...over,
  }
  const begun = Date.now()
  const life = new AbortController()
  let looks = 0
  const end = follow({
    async look() {
      looks++
      const found = lookAt(Date.now() - begun)
      if (found instanceof Error) throw found
      return found
    },
    current: () => current,
    onStatus: ({ phase }) => {
      current = { ...current, phase }
    },
    signal: life.signal,
  })
  return { end, life, phase: () => current.phase, looks: () => looks }
}

test('a transaction is polled until it is final, and no longer', async () => {
  const one = followed((ms) => ({ phase: ms < 5_000 ? 'pending' : 'confirmed' }))
  await jest.advanceTimersByTimeAsync(10_000)
  await one.end
  const { looks } = one
  const before = looks()
  await jest.advanceTimersByTimeAsync(60_000)
  expect([one.phase(), looks() - before]).toEqual(['confirmed', 0])
})

test('a transaction counts as dropped once no node has known it for three minutes', async () => {
  const one = followed(() => ({ phase: 'unknown' }))
  await jest.advanceTimersByTimeAsync(179_000)
  expect(one.phase()).toBe('pending')
  await jest.advanceTimersByTimeAsync(11_000)
  expect(one.phase()).toBe('dropped')
})

test('a transaction that waits for other Safe owners is never dropped, because no node can know it yet', async () => {
  const one = followed(() => ({ phase: 'unknown' }), { isOfSafe: true })
  await jest.advanceTimersByTimeAsync(3_600_000)
  expect(one.phase()).toBe('pending')
})

test('a dropped transaction is still polled, and can be confirmed later', async () => {
  const one = followed((ms) => ({ phase: ms < 400_000 ? 'unknown' : 'confirmed' }))
  await jest.advanceTimersByTimeAsync(200_000)
  expect(one.phase()).toBe('dropped')
  await jest.advanceTimersByTimeAsync(220_000)
  expect(one.phase()).toBe('confirmed')
})

test('the three minutes start again after the machine has slept', async () => {
  const one = followed(() => ({ phase: 'unknown' }))
  await jest.advanceTimersByTimeAsync(1_000)
  jest.setSystemTime(Date.now() + 3_600_000)
  await jest.advanceTimersByTimeAsync(30_000)
  expect(one.phase()).toBe('pending')
})

test('unreachable nodes do not make a transaction count as dropped', async () => {
  const one = followed((ms) => (ms < 600_000 ? new Error('offline') : { phase: 'confirmed' }))
  await jest.advanceTimersByTimeAsync(590_000)
  expect(one.phase()).toBe('pending')
  await jest.advanceTimersByTimeAsync(30_000)
  expect(one.phase()).toBe('confirmed')
})

test('polling ends when the modal is disposed of', async () => {
  const one = followed(() => ({ phase: 'pending' }))
  await jest.advanceTimersByTimeAsync(1_000)
  one.life.abort()
  await one.end
  const before = one.looks()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(one.looks()).toBe(before)
})
