import { createRateLimit } from './rateLimit.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a project may spend its whole limit at once, then gets a retry time, and may continue after that time', async () => {
  const limit = createRateLimit({ perSecond: 2, windowS: 5 })
  expect(await limit.spend('shop', 10)).toBeUndefined()
  jest.advanceTimersByTime(1_500)
  expect(await limit.spend('shop', 1)).toBe(4)
  jest.advanceTimersByTime(3_500)
  expect(await limit.spend('shop', 10)).toBeUndefined()
})

test('one project does not use up another project’s limit', async () => {
  const limit = createRateLimit({ perSecond: 1, windowS: 1 })
  expect(await limit.spend('shop', 1)).toBeUndefined()
  expect(await limit.spend('shop', 1)).toBe(1)
  expect(await limit.spend('other', 1)).toBeUndefined()
})

test('a failing store causes an error, not a refusal', async () => {
  const { RateLimiterMemory } = jest.requireActual<typeof import('rate-limiter-flexible')>('rate-limiter-flexible')
  const limit = createRateLimit({ perSecond: 1, windowS: 1 }, (options) =>
    Object.assign(new RateLimiterMemory(options), { consume: () => Promise.reject(new Error('no connection')) }),
  )
  await expect(limit.spend('shop', 1)).rejects.toThrow('no connection')
})
