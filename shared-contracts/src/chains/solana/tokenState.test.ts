import fc from 'fast-check'
import { bytesOf } from './address.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import { type Mint, readMint, readTokenAccount, withheldOf } from './tokenState.ts'

const u64 = (value: bigint) => Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const zeros = (count: number) => Array<number>(count).fill(0)
const mintBytes = (decimals: number, isOpened = 1) => [...zeros(36), 7, ...zeros(7), decimals, isOpened, ...zeros(36)]
const extension = (type: number, data: readonly number[]) => [type, 0, data.length, 0, ...data]
const extended = (...extensions: readonly number[][]) =>
  Uint8Array.from([...mintBytes(6), ...zeros(83), 1, ...extensions.flat()])

/** A mint with extensions in which the account type is replaced. */
const ofKind = (kind: number) => extended().map((byte, at) => (at === 165 ? kind : byte))

const fee = (epoch: bigint, most: bigint, basisPoints: number) => [
  ...u64(epoch),
  ...u64(most),
  basisPoints & 0xff,
  basisPoints >> 8,
]
const withFee = extension(1, [...zeros(72), ...fee(0n, 100n, 50), ...fee(10n, 5_000n, 250)])
const read = (bytes: Uint8Array) => readMint(bytes, TOKEN_2022_PROGRAM)

test("a mint states its token's decimals", () => {
  expect(readMint(Uint8Array.from(mintBytes(9)), TOKEN_PROGRAM)).toEqual({
    decimals: 9,
    supply: 7n,
    isBound: false,
    accountBytes: 165,
  })
  expect(read(Uint8Array.from(mintBytes(9)))).toMatchObject({ decimals: 9, isBound: false, accountBytes: 170 })
})

test.each([
  ['it is not initialised', Uint8Array.from(mintBytes(9, 0)), TOKEN_PROGRAM],
  ['it is a token account', Uint8Array.from(zeros(165)), TOKEN_PROGRAM],
  ['it has extensions, but belongs to the original program', extended(), TOKEN_PROGRAM],
  ['it is a Token-2022 account with extensions', ofKind(2), TOKEN_2022_PROGRAM],
  ['another program owns it', Uint8Array.from(mintBytes(9)), SYSTEM_PROGRAM],
  ['it ends before its extensions could begin', extended().subarray(0, 100), TOKEN_2022_PROGRAM],
])('an account is not a mint if %s', (_, bytes, program) => {
  expect(readMint(bytes, program)).toBeUndefined()
})

test.each([
  ['cannot be moved', extension(9, []), true, 174],
  ['has a transfer hook', extension(14, [...zeros(32), ...zeros(31), 1]), true, 175],
  ['has an empty transfer hook', extension(14, zeros(64)), false, 175],
  ['can be paused', extension(26, zeros(33)), false, 174],
  ['has a name', extension(19, zeros(80)), false, 170],
])('the extension of a token that %s is recognized', (_, bytes, isBound, accountBytes) => {
  // Another extension comes before this one, and padding comes after it.
  expect(read(extended(extension(3, zeros(32)), bytes, zeros(8)))).toMatchObject({ isBound, accountBytes })
})

const feeMint = read(extended(withFee)) as Mint

test.each([
  [9n, 10_000n, 50n],
  [9n, 1n, 1n], // rounded up
  [9n, 1_000_000n, 100n], // the maximum
  [10n, 10_000n, 250n], // the newer fee, from its epoch on
  [11n, 1_000_000n, 5_000n],
  [11n, 0n, 0n],
])('in epoch %s, the fee for an amount of %s is %s', (epoch, amount, withheld) => {
  expect(withheldOf(amount, feeMint, epoch)).toBe(withheld)
})

test('the fee is never more than the amount, and is rounded up by less than one unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
      fc.bigInt({ min: 0n, max: 10_000n }),
      (amount, basisPoints) => {
        const one = { epoch: 0n, most: (1n << 64n) - 1n, basisPoints }
        const withheld = withheldOf(amount, { ...feeMint, transferFees: [one, one] }, 0n) ?? 0n
        expect(withheld <= amount && withheld * 10_000n >= amount * basisPoints).toBe(true)
        expect(withheld === 0n || (withheld - 1n) * 10_000n < amount * basisPoints).toBe(true)
      },
    ),
  )
})

const KEY = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const account = (state: number) => [
  ...bytesOf(KEY),
  ...bytesOf(TOKEN_PROGRAM),
  ...u64((1n << 64n) - 1n),
  ...zeros(36),
  state,
  ...zeros(56),
]

test('a token account states its owner, its mint, its amount, and whether it is frozen', () => {
  const expected = { mint: KEY, owner: TOKEN_PROGRAM, amount: (1n << 64n) - 1n, isFrozen: false }
  expect(readTokenAccount(Uint8Array.from(account(1)))).toEqual(expected)
  expect(readTokenAccount(Uint8Array.from([...account(2), 2, 7, 0, 0, 0]))).toEqual({ ...expected, isFrozen: true })
  expect(readTokenAccount(Uint8Array.from(account(0)))).toBeUndefined()
  expect(readTokenAccount(extended(withFee))).toBeUndefined()
})
