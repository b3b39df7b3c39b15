import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { legacyFields, withSignature } from './solanaTransaction.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const addressOf = (fill: number) => encodeBase58(key(fill))
const signature = new Uint8Array(64).fill(9)

/** A transaction with two signatures; its message has a header and three keys. */
const transaction = (isVersioned: boolean) =>
  Uint8Array.from([
    2,
    ...new Uint8Array(128),
    ...(isVersioned ? [0x80] : []),
    ...[2, 0, 1],
    3,
    ...key(1),
    ...key(2),
    ...key(3),
    ...[0, 0],
  ])

test.each([false, true])('a signature that is returned alone is inserted (versioned: %s)', (isVersioned) => {
  const signed = withSignature(transaction(isVersioned), addressOf(2), encodeBase58(signature))
  expect([...signed.subarray(1, 65)]).toEqual(Array(64).fill(0))
  expect([...signed.subarray(65, 129)]).toEqual(Array(64).fill(9))
  expect([...signed.subarray(129)]).toEqual([...transaction(isVersioned).subarray(129)])
})

test.each([
  ['of an account that is not a signer', addressOf(3), encodeBase58(signature)],
  ['that is invalid', addressOf(1), 'abc'],
  ['that is missing', addressOf(1), ''],
])('a signature %s is refused', (_, address, text) =>
  expect(() => withSignature(transaction(false), address, text)).toThrow(),
)

test('older wallets get the parts of a legacy transaction too', () => {
  const id = { toBase58: () => 'Program' }
  const legacy = {
    serialize: () => new Uint8Array(),
    feePayer: { toBase58: () => 'Payer' },
    recentBlockhash: 'Hash',
    instructions: [
      { programId: id, data: new Uint8Array([1]), keys: [{ pubkey: id, isSigner: true, isWritable: false }] },
    ],
  }
  expect(legacyFields(legacy)).toEqual({
    feePayer: 'Payer',
    recentBlockhash: 'Hash',
    instructions: [
      { programId: 'Program', data: '2', keys: [{ pubkey: 'Program', isSigner: true, isWritable: false }] },
    ],
  })
  expect(legacyFields(transaction(true))).toEqual({})
})
