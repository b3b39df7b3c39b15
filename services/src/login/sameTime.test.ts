import { inSameTime } from './sameTime.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const after = (ms: number, outcome: () => string) =>
  new Promise<string>((resolve, reject) =>
    setTimeout(() => {
      try {
        resolve(outcome())
      } catch (error) {
        reject(error)
      }
    }, ms),
  )
const fail = () => {
  throw new Error('refused')
}

test.each([
  ['quickly found', 1, () => 'answer', 250],
  ['slowly found', 249, () => 'answer', 250],
  ['quickly refused', 1, fail, 250],
  ['slowly refused', 200, fail, 250],
  ['found late', 251, () => 'answer', 500],
  ['refused late', 480, fail, 500],
])('an answer that was %s is sent at a multiple of the step', async (_, workMs, outcome, answeredAfterMs) => {
  const startedAt = performance.now()
  const answer = inSameTime(() => after(workMs, outcome)).then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  )
  await jest.advanceTimersByTimeAsync(1_000)
  expect(await answer).toBe(answeredAfterMs)
})
