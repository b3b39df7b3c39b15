import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { compileMessage, type Instruction } from '@portico/contracts/solana'
import { feeOf } from './fees.ts'
import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM } from './programs.ts'
import { readMessage } from './readTransaction.ts'

const address = (seed: number) => encodeBase58(new Uint8Array(32).fill(seed))

const limit = (units: number) => {
  const data = Buffer.from([2, 0, 0, 0, 0])
  data.writeUInt32LE(units, 1)
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data }
}
const price = (microLamports: bigint) => {
  const data = Buffer.alloc(9, 3)
  data.writeBigUInt64LE(microLamports, 1)
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data }
}
const memo = { program: MEMO_PROGRAM, accounts: [], data: Buffer.from('hi') }
const signedMemo = { ...memo, accounts: [{ address: address(2), isSigner: true }] }

test.each<[string, Instruction[], bigint]>([
  ['one signature', [memo], 5_000n],
  ['two signatures', [signedMemo], 10_000n],
  ['a limit without a price', [limit(1_000_000), memo], 5_000n],
  ['a price for a limit', [limit(1_000), price(5_000_000n), memo], 10_000n],
  ['a fraction of a lamport, rounded up', [limit(1), price(1n), memo], 5_001n],
  ['a price without a limit', [price(1_000_000n), memo, memo], 405_000n],
  ['a limit above the maximum', [limit(4_000_000_000), price(1_000_000n), memo], 1_405_000n],
])('%s', (_, instructions, fee) => {
  expect(feeOf(readMessage(compileMessage(address(1), address(9), instructions)))).toBe(fee)
})
