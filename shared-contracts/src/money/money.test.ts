import fc from 'fast-check'
import {
  amountText,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  dividedBy,
  floorTo,
  formatDecimal,
  formatFiat,
  inUnits,
  localDecimal,
  parseAmount,
  plus,
  readDecimal,
  readLocalDecimal,
  roundTo,
  times,
} from './index.ts'

const amounts = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const places = fc.integer({ min: 0, max: 36 })
const decimals: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: 0n, max: 10n ** 40n }),
  scale: fc.integer({ min: 0, max: 30 }),
})
const LOCALES = ['en', 'de', 'fr', 'de-CH', 'ar-EG', 'hi', 'fa', 'pt-BR', 'tr', 'ja']

test('what is shown of an amount is read back as the same amount', () => {
  fc.assert(fc.property(amounts, places, (amount, scale) => parseAmount(amountText(amount, scale), scale) === amount))
})

test('what a field shows in any locale is read back as the same amount', () => {
  fc.assert(
    fc.property(amounts, places, fc.constantFrom(...LOCALES), (amount, scale, locale) => {
      const shown = localDecimal(amountText(amount, scale), locale)
      return parseAmount(readLocalDecimal(shown, locale) ?? '', scale) === amount
    }),
  )
})

test.each([
  ['1', 6, 1_000_000n],
  ['0.5', 6, 500_000n],
  ['.5', 6, 500_000n],
  ['5.', 6, 5_000_000n],
  ['1.50', 1, 15n],
  ['0', 18, 0n],
  ['0.0000001', 6, 'tooPrecise'],
  ['1.5', 0, 'tooPrecise'],
  [`${2n ** 256n}`, 0, 'tooLarge'],
  [`${2n ** 256n - 1n}`, 0, 2n ** 256n - 1n],
  ['', 6, 'malformed'],
  ['.', 6, 'malformed'],
  ['-1', 6, 'malformed'],
  ['+1', 6, 'malformed'],
  ['1e3', 6, 'malformed'],
  ['NaN', 6, 'malformed'],
  ['Infinity', 6, 'malformed'],
  ['1,000', 6, 'malformed'],
  ['1.0.0', 6, 'malformed'],
  ['0x10', 6, 'malformed'],
  [' 1', 6, 'malformed'],
  ['١', 6, 'malformed'],
  ['9'.repeat(300), 0, 'malformed'],
])('%j of a token with %i decimals is %s', (text, scale, expected) => {
  expect(parseAmount(text, scale)).toBe(expected)
})

test.each([
  ['1,5', 'de', '1.5'],
  ['1.5', 'de', undefined],
  ['1.5', 'en', '1.5'],
  ['1,5', 'en', undefined],
  ['1,000', 'en', undefined],
  ['1.000,5', 'de', undefined],
  [' 12 ', 'en', '12'],
  ['٣٫٥', 'ar-EG', '3.5'],
  ['3.5', 'ar-EG', undefined],
  ['1e3', 'en', undefined],
  ['−1', 'en', undefined],
])('%j typed in %s is %s', (text, locale, expected) => {
  expect(readLocalDecimal(text, locale)).toBe(expected)
})

test('a price out of JSON is exactly what JSON says', () => {
  expect(decimalText(decimalOf(0.1) as Decimal)).toBe('0.1')
  expect(decimalText(decimalOf(1e-7) as Decimal)).toBe('0.0000001')
  expect(decimalText(decimalOf(1.25e-9) as Decimal)).toBe('0.00000000125')
  expect(decimalText(decimalOf(0) as Decimal)).toBe('0')
  for (const none of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e21]) expect(decimalOf(none)).toBeUndefined()
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), (price) => {
      const read = decimalOf(price)
      return read !== undefined && Number(decimalText(read)) === price
    }),
  )
})

test('sums and products are exact', () => {
  const tenth = readDecimal('0.1') as Decimal
  expect(decimalText(plus(tenth, readDecimal('0.2') as Decimal))).toBe('0.3')
  expect(decimalText(times(inUnits(3n, 18), readDecimal('2.5') as Decimal))).toBe('0.0000000000000000075')
  fc.assert(fc.property(decimals, decimals, (a, b) => compare(plus(a, b), plus(b, a)) === 0))
  fc.assert(fc.property(decimals, decimals, (a, b) => compare(times(a, b), times(b, a)) === 0))
})

test('rounding loses less than one unit of the last place, and cutting never adds', () => {
  fc.assert(
    fc.property(decimals, places, (value, to) => {
      const unit: Decimal = { digits: 1n, scale: to }
      const cut = floorTo(value, to)
      const near = roundTo(value, to)
      const isClose = compare(value, plus(cut, unit)) < 0 && compare(near, plus(cut, unit)) <= 0
      return compare(cut, value) <= 0 && isClose
    }),
  )
})

test('what is divided and multiplied again is never more than before, and less by less than a unit of the quotient', () => {
  fc.assert(
    fc.property(decimals, decimals, places, (a, b, scale) => {
      const quotient = dividedBy(a, b, scale)
      if (!quotient) return b.digits === 0n
      const next = plus(quotient, { digits: 1n, scale })
      return compare(times(quotient, b), a) <= 0 && compare(times(next, b), a) > 0
    }),
  )
})

test.each([
  ['1234567.891', 'en', {}, '1,234,567.891'],
  ['1234567.891', 'de', {}, '1.234.567,891'],
  ['1234.5', 'ar-EG', {}, '١٬٢٣٤٫٥'],
  ['0.99999', 'en', { max: 3 }, '0.999'],
  ['5', 'en', { min: 2 }, '5.00'],
  ['123456789012345678901234567890.5', 'en', {}, '123,456,789,012,345,678,901,234,567,890.5'],
])('%s in %s, with %j, is read as %s', (text, locale, shown, expected) => {
  expect(formatDecimal(readDecimal(text) as Decimal, locale, shown)).toBe(expected)
})

test('dollars stand where a locale puts them', () => {
  const value = readDecimal('1234.5') as Decimal
  expect(formatFiat(value, 'en')).toBe('$1,234.50')
  expect(formatFiat(value, 'de').replace(/\s/g, ' ')).toBe('1.234,50 $')
})
