import { solanaReason } from './reason.ts'

test.each<[unknown, string]>([
  ['AccountInUse', 'account in use'],
  ['BlockhashNotFound', 'blockhash not found'],
  [{ InstructionError: [0, { Custom: 1 }] }, 'step 1: error 1'],
  [{ InstructionError: [2, 'InvalidAccountData'] }, 'step 3: invalid account data'],
  [{ InstructionError: [1, { BorshIoError: 'unknown' }] }, 'step 2: borsh io error'],
  [{ InsufficientFundsForRent: { account_index: 2 } }, 'insufficient funds for rent'],
  [{ InstructionError: 'odd' }, 'instruction error'],
  [{ one: 1, two: 2 }, '{"one":1,"two":2}'],
  [7, '7'],
])('a failure that a node writes as %j is shown as "%s"', (error, words) => {
  expect(solanaReason(error)).toBe(words)
})

test('a very long reason is cut off', () => {
  expect(solanaReason({ first: 'x'.repeat(500), second: 1 })).toHaveLength(200)
})
