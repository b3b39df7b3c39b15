import { readCode } from './readCode.ts'

test.each([
  ['one digit', '4', '4'],
  ['a whole code', '123456', '123456'],
  ['a code in two halves', '123 456', '123456'],
  ['a code between spaces and line breaks', '\n 123\u00a0456 ', '123456'],
  ['a code with a hyphen', '123-456', '123456'],
  ['a code in a sentence', 'Your code is 123 456.', '123456'],
  ['a code in a sentence with other numbers', 'Valid for 10 minutes: 123456 (1 of 5 tries)', '123456'],
  ['Arabic digits', '١٢٣٤٥٦', '123456'],
  ['Persian digits', '۱۲۳۴۵۶', '123456'],
  ['full-width digits', '１２３ ４５６', '123456'],
  ['a part of a code', '12 3', '123'],
  ['no digit at all', 'abc', ''],
  ['more digits than a code has', '1234567', '123456'],
])('%s: %j is %j', (_, text, code) => expect(readCode(text)).toBe(code))
