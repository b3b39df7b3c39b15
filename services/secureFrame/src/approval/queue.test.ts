import { createQueue, unlessDropped, WAITING_MAX } from './queue.ts'

const never = new AbortController().signal
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: { failure?: string }) => error.failure,
  )

/** Jobs that end when the test says so. */
function jobs() {
  const started: number[] = []
  const ends: (() => void)[] = []
  const job = (n: number) => (signal: AbortSignal) =>
    unlessDropped(
      new Promise<number>((resolve) => {
        started.push(n)
        ends.push(() => resolve(n))
      }),
      signal,
    )
  return { started, job, end: () => ends.shift()?.() }
}

test('requests are shown one after another, in order', async () => {
  const queue = createQueue()
  const { started, job, end } = jobs()
  const results = [1, 2, 3].map((n) => queue.run(job(n), never))
  expect([started, queue.waiting()]).toEqual([[1], 2])
  end()
  await expect(results[0]).resolves.toBe(1)
  await Promise.resolve()
  expect(started).toEqual([1, 2])
  end()
  await expect(results[1]).resolves.toBe(2)
  await Promise.resolve()
  end()
  await expect(results[2]).resolves.toBe(3)
})

test('a failing request does not hold up the next one', async () => {
  const queue = createQueue()
  const failing = queue.run(() => Promise.reject(new Error('no')), never)
  const next = queue.run(async () => 'next', never)
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('next')
})

test('up to 64 requests wait; the next one fails', async () => {
  const queue = createQueue()
  const { job } = jobs()
  const waiting = Array.from({ length: WAITING_MAX + 1 }, (_, n) =>
    outcomeOf(queue.run(job(n), new AbortController().signal)),
  )
  expect(await outcomeOf(queue.run(job(99), never))).toBe('internal')
  expect(queue.waiting()).toBe(WAITING_MAX)
  queue.drop()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['rejected']))
})

test('dropped requests are rejected, and a request made after the drop is shown', async () => {
  const queue = createQueue()
  const { started, job, end } = jobs()
  const dropped = [1, 2].map((n) => outcomeOf(queue.run(job(n), never)))
  queue.drop()
  expect(await Promise.all(dropped)).toEqual(['rejected', 'rejected'])
  const next = queue.run(job(3), never)
  await Promise.resolve()
  expect(started).toEqual([1, 3])
  queue.drop()
  expect(await outcomeOf(next)).toBe('rejected')
  end()
})

test('a request whose page has gone is neither shown nor waited for', async () => {
  const queue = createQueue()
  const { started, job } = jobs()
  const first = outcomeOf(queue.run(job(1), never))
  const page = new AbortController()
  const second = outcomeOf(queue.run(job(2), page.signal))
  page.abort()
  expect(await second).toBe('rejected')
  expect(queue.waiting()).toBe(0)
  expect(await outcomeOf(queue.run(job(3), page.signal))).toBe('rejected')
  queue.drop()
  expect([await first, started]).toEqual(['rejected', [1]])
})
