import fc from 'fast-check'
import { BALANCE_FRACTION_DIGITS, formatUnits } from './formatBalance.ts'

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.nat({ max: 30 })

test('a balance with all its digits is exactly the amount on the chain', () => {
  fc.assert(
    fc.property(amount, decimals, (value, digits) => {
      expect(BigInt(formatUnits(String(value), digits).replace('.', ''))).toBe(value)
    }),
  )
})

test('a shortened balance is rounded down, never up', () => {
  fc.assert(
    fc.property(amount, decimals, fc.nat({ max: 30 }), (value, digits, fraction) => {
      const floored =
        fraction < digits ? value / 10n ** BigInt(digits - fraction) : value * 10n ** BigInt(fraction - digits)
      const shown = formatUnits(String(value), digits, fraction)
      expect(BigInt(shown.replace('.', ''))).toBe(floored)
      expect(shown.split('.')[1]?.length ?? 0).toBe(fraction)
    }),
  )
})

test('a shortened balance has the same digits as the start of the whole balance', () => {
  fc.assert(
    fc.property(amount, decimals, fc.nat({ max: 30 }), (value, digits, fraction) => {
      const shown = formatUnits(String(value), digits, Math.min(digits, fraction))
      expect(formatUnits(String(value), digits).startsWith(shown)).toBe(true)
    }),
  )
})

test.each([
  ['an empty account', '0', 18, '0.000'],
  ['§5: 1.2349 ether floors to three digits', '1234900000000000000', 18, '1.234'],
  ['§5: nearly one ether does not become one', '999999999999999999', 18, '0.999'],
  ['dust shows as nothing', '1', 18, '0.000'],
  ['a token of six decimals', '1500000', 6, '1.500'],
  ['a token without decimals', '42', 0, '42.000'],
  ['a token of fewer decimals than are shown', '15', 1, '1.500'],
  ['an amount spent', '-1234900000000000000', 18, '-1.234'],
  ['dust spent has no sign', '-1', 18, '0.000'],
])('%s', (_, value, digits, shown) => {
  expect(formatUnits(value, digits, BALANCE_FRACTION_DIGITS)).toBe(shown)
})

test('without fraction digits there is no decimal point', () => {
  expect(formatUnits('1999', 3, 0)).toBe('1')
})
