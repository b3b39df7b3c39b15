import { toCoins, toSatoshis } from './amounts.ts'

test.each([
  [1n, '0.00000001'],
  [99_999_999n, '0.99999999'],
  [100_000_000n, '1.00000000'],
  [2_099_999_997_690_000n, '20999999.97690000'],
])('%s satoshis are %s coins, and convert back without a loss', (satoshis, coins) => {
  expect(toCoins(satoshis)).toBe(coins)
  expect(toSatoshis(Number(coins))).toBe(Number(satoshis))
})
