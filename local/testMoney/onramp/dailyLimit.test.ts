import { createDailyLimit } from './dailyLimit.ts'
import { DAY_MAX_CENTS } from './limits.ts'

const DAY_MS = 86_400_000

test('each address has its own daily limit, which resets the next day', () => {
  let now = DAY_MS
  const limit = createDailyLimit(() => now)
  expect(limit.spend('a', DAY_MAX_CENTS - 1n)).toBe(true)
  expect(limit.spend('a', 2n)).toBe(false)
  expect(limit.has('a', 1n)).toBe(true)
  expect(limit.spend('b', DAY_MAX_CENTS)).toBe(true)
  now += DAY_MS - 1
  expect(limit.spend('a', 2n)).toBe(false)
  now += 1
  expect(limit.spend('a', DAY_MAX_CENTS)).toBe(true)
})

test('a failed purchase does not count towards the daily limit', () => {
  const limit = createDailyLimit(() => 0)
  limit.spend('a', DAY_MAX_CENTS)
  limit.giveBack('a', 5n)
  expect([limit.has('a', 5n), limit.has('a', 6n)]).toEqual([true, false])
})
