import { describeError, isExecuted, toTransactionError } from './transactionErrors.ts'

test.each([
  [2, 'AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  [7, 'BlockhashNotFound', 'Blockhash not found'],
  [34, 'CommitCancelled', 'Commit cancelled'],
  [
    { index: 1, err: () => 4 },
    { InstructionError: [1, 'AccountDataTooSmall'] },
    'Error processing Instruction 1: Account data too small',
  ],
  [
    { index: 0, err: () => ({ code: 26 }) },
    { InstructionError: [0, { Custom: 26 }] },
    'Error processing Instruction 0: custom program error: 0x1a',
  ],
  [
    { index: 0, err: () => ({}) },
    { InstructionError: [0, 'BorshIoError'] },
    'Error processing Instruction 0: Borsh io error',
  ],
  [
    { accountIndex: 3 },
    { InsufficientFundsForRent: { account_index: 3 } },
    'Transaction results in an account (3) with insufficient funds for rent',
  ],
  [{ index: 2 }, { DuplicateInstruction: 2 }, 'Transaction contains a duplicate instruction (2) that is not allowed'],
])('%j is reported as on real clusters', (given, error, sentence) => {
  expect(toTransactionError(given)).toEqual(error)
  expect(describeError(toTransactionError(given))).toBe(sentence)
})

test('only executed transactions are part of the chain', () => {
  expect(isExecuted('InsufficientFundsForFee')).toBe(false)
  expect(isExecuted({ InstructionError: [0, { Custom: 1 }] })).toBe(true)
})
