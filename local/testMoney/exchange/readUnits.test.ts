import { assert, bigInt, integer, property } from 'fast-check'
import { formatUnits } from 'viem'
import { readUnits } from './readUnits.ts'

test.each([
  ['12.5', 6, 12_500_000n],
  ['12.500000000', 6, 12_500_000n],
  ['0.000001', 6, 1n],
  ['7', 0, 7n],
  ['7.0', 0, 7n],
  ['0.0000001', 6, undefined],
  ['7.5', 0, undefined],
])('%s with %i decimals', (amount, decimals, units) => {
  expect(readUnits(amount, decimals)).toBe(units)
})

test('any written amount is read back unchanged', () => {
  assert(
    property(bigInt(0n, 2n ** 256n - 1n), integer({ min: 0, max: 36 }), (units, decimals) => {
      expect(readUnits(formatUnits(units, decimals), decimals)).toBe(units)
    }),
  )
})
