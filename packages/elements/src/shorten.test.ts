import { shortAmount, shorten } from './shorten.ts'

test.each([
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 4, 6, '0xf3…b92266'],
  ['vera.eth', 18, 0, 'vera.eth'],
  ['a-very-long-name-that-nobody-reads.eth', 18, 0, 'a-very-long-name-t…'],
  ['0x12345678', 4, 6, '0x12345678'],
])('%s is shortened only if that saves space', (text, start, end, expected) => {
  expect(shorten(text, start, end)).toBe(expected)
})

test.each([
  ['1.999999999999999999', 'en', '1.999'],
  ['10000.000000000000000000', 'en', '10,000.000'],
  ['10000.5', 'de', '10.000,5'],
  ['0.00', 'en', '0.00'],
  ['7', 'en', '7'],
  ['123456789012345678901234567890.123456', 'en', '123,456,789,012,345,678,901,234,567,890.123'],
])('%s is formatted for the locale %s', (amount, locale, expected) => {
  expect(shortAmount(amount, locale)).toBe(expected)
})
