import fc from 'fast-check'
import {
  amountText,
  ceilTo,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  dividedBy,
  floorTo,
  formatDecimal,
  formatFiat,
  formatPercent,
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

test('a shown amount is read back as the same amount', () => {
  fc.assert(fc.property(amounts, places, (amount, scale) => parseAmount(amountText(amount, scale), scale) === amount))
})

test("a field's text in any locale is read back as the same amount", () => {
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
])('%j of a token with %i decimals is read as %s', (text, scale, expected) => {
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
])('%j typed in %s is read as %s', (text, locale, expected) => {
  expect(readLocalDecimal(text, locale)).toBe(expected)
})

test('a price from JSON has exactly the value that JSON states', () => {
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

test('rounding down never adds anything, and rounding takes away less than one unit of the last place', () => {
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

test('a cost is never rounded down, and is rounded up by less than one unit of the last place', () => {
  fc.assert(
    fc.property(decimals, places, (value, to) => {
      const up = ceilTo(value, to)
      const before: Decimal = plus(up, { digits: -1n, scale: to })
      expect(compare(up, value) >= 0).toBe(true)
      expect(compare(before, value) < 0).toBe(true)
      expect(compare(up, floorTo(value, to)) === 0).toBe(compare(floorTo(value, to), value) === 0)
    }),
  )
  expect(decimalText(ceilTo({ digits: -11n, scale: 2 }, 1))).toBe('-0.2')
})

test('a quotient times its divisor never exceeds the dividend; with one more unit in the quotient, it would', () => {
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
])('%s in %s, with %j, is shown as %s', (text, locale, shown, expected) => {
  expect(formatDecimal(readDecimal(text) as Decimal, locale, shown)).toBe(expected)
})

/** The text as typed in the locale, without group separators. */
function ungrouped(text: string, locale: string): string {
  const group = new Intl.NumberFormat(locale).formatToParts(123_456_789n).find(({ type }) => type === 'group')?.value
  return group ? text.replaceAll(group, '') : text
}
const readBack = (text: string, locale: string) => readDecimal(readLocalDecimal(ungrouped(text, locale), locale) ?? '')
const locales = fc.constantFrom(...LOCALES)

test('a number shown in full is read back as the same number, in any locale', () => {
  fc.assert(
    fc.property(decimals, locales, (value, locale) => {
      const back = readBack(formatDecimal(value, locale), locale)
      expect(back && compare(back, value)).toBe(0)
    }),
  )
})

test('a shortened number is never too high, and too low by less than a unit of the last digit', () => {
  const digits = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(decimals, locales, digits, digits, (value, locale, one, other) => {
      const [min, max] = one < other ? [one, other] : [other, one]
      const shown = formatDecimal(value, locale, { min, max })
      const back = readBack(shown, locale)
      if (!back) throw new Error(`${shown} cannot be read`)
      expect(compare(back, value) <= 0).toBe(true)
      expect(compare(plus(back, { digits: 1n, scale: max }), value) > 0).toBe(true)
      const { length } = [...(shown.split(localDecimal('.', locale))[1] ?? '')]
      expect(length >= min && length <= max).toBe(true)
    }),
  )
})

test('money is shown to the cent, and further digits are cut off', () => {
  const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
  fc.assert(
    fc.property(decimals, locales, currencies, (value, locale, currency) => {
      const shown = formatFiat(value, locale, currency)
      // The number is surrounded by the currency sign, blanks and direction marks.
      const [number = ''] = /\p{Nd}.*\p{Nd}/u.exec(shown) ?? []
      const back = readBack(number, locale)
      expect(back && compare(back, floorTo(value, 2))).toBe(0)
    }),
  )
})

test.each([
  ['en', '12.5%', '−3%'],
  ['de', '12,5 %', '−3 %'],
  ['tr', '%12,5', '−%3'],
  ['fr', '12,5 %', '−3 %'],
])('in %s, a percentage is shown as %s, and a loss as %s', (locale, share, less) => {
  const plain = (value: Decimal) => formatPercent(value, locale).replace(/\s/g, ' ')
  expect(plain(readDecimal('12.5') as Decimal)).toBe(share)
  expect(plain({ digits: -3n, scale: 0 })).toBe(less)
})

test('a percentage keeps all its digits', () => {
  fc.assert(
    fc.property(decimals, locales, (value, locale) => {
      expect(formatPercent(value, locale)).toContain(formatDecimal(value, locale))
    }),
  )
})

test('the dollar sign is where a locale puts it', () => {
  const value = readDecimal('1234.5') as Decimal
  expect(formatFiat(value, 'en')).toBe('$1,234.50')
  expect(formatFiat(value, 'de').replace(/\s/g, ' ')).toBe('1.234,50 $')
})

test.each(['en', 'de', 'fr', 'ar-EG', 'de-CH', 'hi'])(
  'a whole amount in %s shows all its digits, and no fraction',
  (locale) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (digits) => {
        const text = formatFiat({ digits, scale: 0 }, locale, 'EUR', 0)
        const number = new Intl.NumberFormat(locale).format(digits)
        expect(text).toContain(number)
        expect(text.match(/\p{Nd}/gu)?.length).toBe(String(digits).length)
      }),
    )
  },
)
