import { ServiceError } from './errors.ts'
import { createProjectLimit } from './projectLimit.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const SHOP = 'shop'

async function refusals(times: number, spend: () => Promise<void>) {
  let refused = 0
  for (let n = 0; n < times; n += 1) {
    await spend().catch((error: unknown) => {
      expect(error).toBeInstanceOf(ServiceError)
      refused += 1
    })
  }
  return refused
}

test('one client gets at most a quarter of its project’s limit; requests beyond this quarter do not affect others', async () => {
  const limit = createProjectLimit({ perSecond: 100, windowS: 10 })
  expect(await refusals(1_000, () => limit.spend(SHOP, 'greedy', 1))).toBe(750)
  for (const visitor of ['a', 'b', 'c']) expect(await refusals(250, () => limit.spend(SHOP, visitor, 1))).toBe(0)
  expect(await refusals(1, () => limit.spend(SHOP, 'd', 1))).toBe(1)
})

test('a client of two projects has a share of each project’s limit', async () => {
  const limit = createProjectLimit({ perSecond: 100, windowS: 10 })
  await refusals(300, () => limit.spend(SHOP, 'visitor', 1))
  expect(await refusals(1, () => limit.spend('other', 'visitor', 1))).toBe(0)
})

test('one client can send a batch of a hundred calls if the project’s limit allows it', async () => {
  const limit = createProjectLimit({ perSecond: 40, windowS: 5 })
  await limit.spend(SHOP, 'visitor', 100)
  const small = createProjectLimit({ perSecond: 2, windowS: 5 })
  await small.spend(SHOP, 'visitor', 10)
})

test('a client that is charged only after its request has to wait before it can continue', async () => {
  const limit = createProjectLimit({ perSecond: 100, windowS: 10 })
  await limit.spend(SHOP, 'visitor', 1)
  await limit.charge(SHOP, 'visitor', 300)
  await expect(limit.spend(SHOP, 'visitor', 1)).rejects.toMatchObject({ code: 'rate.limited', retryAfterS: 10 })
  jest.advanceTimersByTime(10_000)
  await limit.spend(SHOP, 'visitor', 1)
})

test('a call from within the process counts only for its project', async () => {
  const limit = createProjectLimit({ perSecond: 1, windowS: 10 })
  expect(await refusals(11, () => limit.spend(SHOP, undefined, 1))).toBe(1)
})
