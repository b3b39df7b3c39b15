import { assert, bigInt, double, integer, property } from 'fast-check'
import {
  compareDecimals,
  decimalOf,
  lessDecimal,
  readDecimal,
  toCents,
  toScale,
  writeDecimal,
  writeMoney,
} from './decimal.ts'

test.each([
  [0.00066413, '0.00066413', '0.00066413'],
  [3000, '3000', '3000.00'],
  [1e21, '1000000000000000000000', '1000000000000000000000.00'],
  [1.5e-7, '0.00000015', '0.00000015'],
  [30_000.5, '30000.5', '30000.50'],
  [0, '0', '0.00'],
])('%d is written as the decimal %s and as the amount of money %s', (value, text, money) => {
  expect(writeDecimal(decimalOf(value))).toBe(text)
  expect(writeMoney(decimalOf(value))).toBe(money)
})

test('a JSON number does not change when it is converted to a decimal and back', () => {
  assert(
    property(double({ min: 1e-12, max: 1e15, noNaN: true }), (value) => {
      const { digits, scale } = decimalOf(value)
      expect(Number(`${digits}e-${scale}`)).toBe(value)
    }),
    { numRuns: 100 },
  )
})

test('decimals are compared by value, not as text', () => {
  assert(
    property(bigInt(0n, 10n ** 12n), bigInt(0n, 10n ** 12n), integer({ min: 0, max: 4 }), (one, other, scale) => {
      const text = writeDecimal({ digits: one, scale })
      const expected = one < other ? -1 : Number(one > other)
      expect(compareDecimals(readDecimal(text), { digits: other, scale })).toBe(expected)
    }),
    { numRuns: 100 },
  )
  expect(compareDecimals(readDecimal('100.00'), readDecimal('100'))).toBe(0)
})

test('digits beyond the scale are dropped', () => {
  expect(toScale(readDecimal('10.999'), 2)).toBe(1_099n)
})

test('a difference is exact, and zero if it would be negative', () => {
  const decimals = bigInt(0n, 10n ** 20n).map((digits) => ({ digits, scale: Number(digits % 9n) }))
  assert(
    property(decimals, decimals, (one, other) => {
      const left = lessDecimal(one, other)
      const scale = 9
      const [all, taken] = [toScale(one, scale), toScale(other, scale)]
      expect(toScale(left, scale)).toBe(all > taken ? all - taken : 0n)
    }),
    { numRuns: 200 },
  )
  expect(writeMoney(lessDecimal(decimalOf(0.3), decimalOf(0.1)))).toBe('0.20')
})

test.each([
  [1.005, '1.01'],
  [1.004_999_9, '1.00'],
  [95.9, '95.90'],
  [0, '0.00'],
  [1e-7, '0.00'],
  [8_500.015, '8500.02'],
])('%d rounded to cents is %s', (value, text) => {
  expect(writeMoney(toCents(decimalOf(value)))).toBe(text)
})
