import { follow } from './follow.ts'
import type { ChainStatus } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Follows one transaction; the test decides what each poll finds. */
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

test('a transaction is polled until it is final, and not after', async () => {
  const one = followed((ms) => ({ phase: ms < 5_000 ? 'pending' : 'confirmed' }))
  await jest.advanceTimersByTimeAsync(10_000)
  await one.end
  const { looks } = one
  const before = looks()
  await jest.advanceTimersByTimeAsync(60_000)
  expect([one.phase(), looks() - before]).toEqual(['confirmed', 0])
})

test('a transaction unknown to every node for three minutes counts as dropped, and not before', async () => {
  const one = followed(() => ({ phase: 'unknown' }))
  await jest.advanceTimersByTimeAsync(179_000)
  expect(one.phase()).toBe('pending')
  await jest.advanceTimersByTimeAsync(11_000)
  expect(one.phase()).toBe('dropped')
})

test('a transaction that waits for other Safe owners is never dropped, since no node can know it', async () => {
  const one = followed(() => ({ phase: 'unknown' }), { isOfSafe: true })
  await jest.advanceTimersByTimeAsync(3_600_000)
  expect(one.phase()).toBe('pending')
})

test('a dropped transaction is still polled, and may be confirmed after all', async () => {
  const one = followed((ms) => ({ phase: ms < 400_000 ? 'unknown' : 'confirmed' }))
  await jest.advanceTimersByTimeAsync(200_000)
  expect(one.phase()).toBe('dropped')
  await jest.advanceTimersByTimeAsync(220_000)
  expect(one.phase()).toBe('confirmed')
})

test('the count restarts after the machine has slept', async () => {
  const one = followed(() => ({ phase: 'unknown' }))
  await jest.advanceTimersByTimeAsync(1_000)
  jest.setSystemTime(Date.now() + 3_600_000)
  await jest.advanceTimersByTimeAsync(30_000)
  expect(one.phase()).toBe('pending')
})

test('unreachable nodes do not make it dropped', async () => {
  const one = followed((ms) => (ms < 600_000 ? new Error('offline') : { phase: 'confirmed' }))
  await jest.advanceTimersByTimeAsync(590_000)
  expect(one.phase()).toBe('pending')
  await jest.advanceTimersByTimeAsync(30_000)
  expect(one.phase()).toBe('confirmed')
})

test('polling ends with the modal', async () => {
  const one = followed(() => ({ phase: 'pending' }))
  await jest.advanceTimersByTimeAsync(1_000)
  one.life.abort()
  await one.end
  const before = one.looks()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(one.looks()).toBe(before)
})
