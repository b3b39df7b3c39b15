import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import { mintBytes, readMint, readTokenAccount, tokenAmount } from './tokenAccounts.ts'

test.each([
  [0n, 6, '0'],
  [1n, 6, '0.000001'],
  [1_250_000n, 6, '1.25'],
  [10_000_000n, 6, '10'],
  [1_200n, 0, '1200'],
  [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
])('%s with %s decimals is %s', (amount, decimals, text) => {
  expect(tokenAmount(amount, decimals)).toMatchObject({ amount: `${amount}`, decimals, uiAmountString: text })
})

const key = (seed: number) => new Uint8Array(32).fill(seed)

function accountBytes(length: number) {
  const data = Buffer.alloc(length)
  data.set(key(1), 0)
  data.set(key(2), 32)
  data.writeBigUInt64LE(77n, 64)
  data.writeUInt8(1, 108)
  return data
}

test('a mint of either program is read with its authority', () => {
  const data = mintBytes({ authority: key(7), decimals: 6 })
  for (const programAddress of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
    expect(readMint({ programAddress, data })).toEqual({
      decimals: 6,
      supply: 0n,
      isInitialized: true,
      mintAuthority: encodeBase58(key(7)),
      freezeAuthority: null,
    })
    expect(readTokenAccount({ programAddress, data })).toBeUndefined()
  }
})

test('a token account is read with its owner, with and without extensions', () => {
  const extended = accountBytes(170)
  extended.writeUInt8(2, 165)
  for (const data of [accountBytes(165), extended]) {
    expect(readTokenAccount({ programAddress: TOKEN_2022_PROGRAM, data })).toMatchObject({
      mint: encodeBase58(key(1)),
      owner: encodeBase58(key(2)),
      amount: 77n,
      state: 'initialized',
      delegate: undefined,
    })
    expect(readMint({ programAddress: TOKEN_2022_PROGRAM, data })).toBeUndefined()
  }
})

test('an account of another program is neither a mint nor a token account, whatever its length', () => {
  expect(readTokenAccount({ programAddress: SYSTEM_PROGRAM, data: accountBytes(165) })).toBeUndefined()
  expect(readMint({ programAddress: SYSTEM_PROGRAM, data: new Uint8Array(82) })).toBeUndefined()
})
