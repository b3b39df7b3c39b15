import type { ReadTransaction } from './readTransaction.ts'
import { createWaiting } from './waiting.ts'

const paidBy = (...accountKeys: readonly string[]) => ({ message: { accountKeys } }) as unknown as ReadTransaction

test('transactions of a held payer wait until all are released, in order', () => {
  const waiting = createWaiting()
  const [first, second] = [paidBy('anna', 'ben'), paidBy('anna')]
  expect(waiting.keeps(first)).toBe(false)
  waiting.hold('anna')
  expect([first, second].map(waiting.keeps)).toEqual([true, true])
  // Holding twice changes nothing.
  waiting.hold('anna')
  expect(waiting.end()).toEqual([first, second])
  expect(waiting.end()).toEqual([])
  expect(waiting.keeps(first)).toBe(false)
})

test('transactions of other payers do not wait, whatever accounts they touch', () => {
  const waiting = createWaiting()
  waiting.hold('anna')
  expect(waiting.keeps(paidBy('ben', 'anna'))).toBe(false)
  expect(waiting.end()).toEqual([])
})
