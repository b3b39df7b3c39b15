import fc from 'fast-check'
import {
  compare,
  type Decimal,
  decimalText,
  formatFee,
  formatFiat,
  inUnits,
  readDecimal,
  times,
} from '../../src/money/index.ts'
import { feeWorthOf } from './worth.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const decimals = fc.nat(24)
const price = fc.record({ digits: fc.bigInt({ min: 1n, max: 10n ** 15n }), scale: fc.nat(12) })
const coinOf = (decimals: number) => ({ symbol: 'ETH', decimals })

/** The number in a formatted text. */
const numberIn = (text: string) => readDecimal(text.replace(/[^\d.]/g, '')) as Decimal
function shownWorth(fee: bigint, decimals: number, price: string | undefined) {
  const worth = feeWorthOf(fee, { decimals, price })
  return worth && formatFiat(worth, 'en')
}

test('a shown fee is never below the exact fee, and exceeds it by less than one unit of the last digit', () => {
  fc.assert(
    fc.property(amount, decimals, (fee, scale) => {
      const shown = numberIn(formatFee(fee, coinOf(scale), 'en'))
      const exact = inUnits(fee, scale)
      expect(compare(shown, exact) >= 0).toBe(true)
      const least = { digits: shown.digits * 10n ** BigInt(8 - shown.scale) - 1n, scale: 8 }
      expect(compare(least, exact) < 0).toBe(true)
    }),
  )
})

test("a fee in dollars is never below the fee's exact worth, and exceeds it by less than a cent", () => {
  fc.assert(
    fc.property(amount, decimals, price, (fee, scale, one) => {
      const shown = numberIn(shownWorth(fee, scale, decimalText(one)) ?? '')
      const exact = times(inUnits(fee, scale), one)
      expect(compare(shown, exact) >= 0).toBe(true)
      expect(compare({ digits: shown.digits - 1n, scale: 2 }, exact) < 0).toBe(true)
    }),
  )
})

test.each([
  ['1', 18, '0.00000001 ETH'],
  ['450000000000000', 18, '0.00045 ETH'],
  ['450000000000001', 18, '0.00045001 ETH'],
  ['0', 18, '0 ETH'],
])('a fee of %s with %i decimals is shown as %s', (fee, scale, text) => {
  expect(formatFee(BigInt(fee), coinOf(scale), 'en')).toBe(text)
})

test('without a price, a fee has no worth in dollars', () => {
  expect(shownWorth(1n, 18, undefined)).toBeUndefined()
  expect(shownWorth(1n, 18, '2000')).toBe('$0.01')
})
