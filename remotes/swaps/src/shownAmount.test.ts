import { compare, type Decimal, inUnits, plus, readDecimal, times } from '@portico/contracts/money'
import fc from 'fast-check'
import { exactWorthOf, shownAmount, worthOf } from './shownAmount.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const decimals = fc.nat(24)
const price = fc.record({ digits: fc.bigInt({ min: 1n, max: 10n ** 15n }), scale: fc.nat(12) })
const coinOf = (decimals: number) => ({ symbol: 'ETH', decimals })

/** The displayed text, as a number. */
const numberIn = (text: string) => readDecimal(text.replace(/[^\d.]/g, '')) as Decimal

test('a received amount is rounded down, by less than its last digit', () => {
  fc.assert(
    fc.property(amount, decimals, (received, scale) => {
      const shown = numberIn(shownAmount(received, coinOf(scale), 'en'))
      const exact = inUnits(received, scale)
      expect(compare(shown, exact) <= 0).toBe(true)
      expect(
        compare({ ...shown, digits: shown.digits * 10n ** BigInt(6 - shown.scale) + 1n, scale: 6 }, exact) > 0,
      ).toBe(true)
    }),
  )
})

test('a value is rounded to the cent for display and kept exact for comparison', () => {
  fc.assert(
    fc.property(amount, decimals, price, (sum, scale, one) => {
      const [shown, exact] = [worthOf(sum, coinOf(scale), one), exactWorthOf(sum, coinOf(scale), one)]
      if (!shown || !exact) throw new Error('there is a price')
      expect(compare(exact, times(inUnits(sum, scale), one))).toBe(0)
      const half = { digits: 5n, scale: 3 }
      expect(compare(plus(shown, half), exact) >= 0 && compare(plus(exact, half), shown) >= 0).toBe(true)
    }),
  )
})

test('without a price there is no value', () => {
  expect(worthOf(1n, coinOf(18), undefined)).toBeUndefined()
})
