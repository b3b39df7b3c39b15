import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import { compileMessage } from '@portico/contracts/solana'
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'
import { isWritable, readMessage, readTransaction } from './readTransaction.ts'

const address = (seed: number) => encodeBase58(new Uint8Array(32).fill(seed))
const [payer, other, third, blockhash] = [address(1), address(2), address(3), address(9)]

const message = compileMessage(payer, blockhash, [
  {
    program: SYSTEM_PROGRAM,
    accounts: [
      { address: payer, isSigner: true, isWritable: true },
      { address: other, isWritable: true },
    ],
    data: Uint8Array.of(2, 0, 0, 0, 7),
  },
  { program: MEMO_PROGRAM, accounts: [{ address: third, isSigner: true }], data: Buffer.from('hello') },
])
const signature = new Uint8Array(64).fill(5)
const signatures = [signature, new Uint8Array(64).fill(6)]
const transaction = Buffer.concat([Uint8Array.of(2), ...signatures, message])

test('a compiled transaction is read back correctly', () => {
  const read = readTransaction(transaction)
  expect(read.signatures).toEqual(signatures.map(encodeBase58))
  expect(read.message).toMatchObject({
    version: 'legacy',
    header: { numRequiredSignatures: 2, numReadonlySignedAccounts: 1, numReadonlyUnsignedAccounts: 2 },
    accountKeys: [payer, third, other, SYSTEM_PROGRAM, MEMO_PROGRAM],
    recentBlockhash: blockhash,
    instructions: [
      { programIdIndex: 3, accounts: [0, 2] },
      { programIdIndex: 4, accounts: [1], data: Buffer.from('hello') },
    ],
  })
  expect(read.message.accountKeys.map((_, index) => isWritable(read.message, index))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

test('a version 0 message lists its address table lookups', () => {
  const table = decodeBase58(address(4)) ?? new Uint8Array()
  const versioned = Buffer.concat([Uint8Array.of(0x80), message, Uint8Array.of(1), table, Uint8Array.of(2, 0, 5, 1, 3)])
  expect(readMessage(versioned)).toMatchObject({
    version: 0,
    addressTableLookups: [{ accountKey: address(4), writableIndexes: [0, 5], readonlyIndexes: [3] }],
  })
})

test.each([
  ['an empty text', Uint8Array.of()],
  ['a truncated transaction', transaction.subarray(0, -1)],
  ['a transaction with trailing bytes', Buffer.concat([transaction, Uint8Array.of(0)])],
  ['a transaction with fewer signatures than its header states', Buffer.concat([Uint8Array.of(1), signature, message])],
  [
    'a transaction of an unknown version',
    Buffer.concat([Uint8Array.of(2), ...signatures, Uint8Array.of(0x81), message]),
  ],
  ['a length that never ends', new Uint8Array(8).fill(0xff)],
])('%s is not a transaction', (_, bytes) => {
  expect(() => readTransaction(bytes)).toThrow(RangeError)
})
