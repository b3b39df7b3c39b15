import { hexOf, readHex, readQuantity } from './bytes.ts'

test.each([
  ['0x0', 0n],
  [0, 0n],
  ['123', 123n],
  [`0x${'f'.repeat(64)}`, (1n << 256n) - 1n],
  [`${(1n << 256n) - 1n}`, (1n << 256n) - 1n],
  [`${1n << 256n}`, undefined],
  ['0x', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['01', undefined],
  [-1, undefined],
  [1.5, undefined],
  [2 ** 53, undefined],
])('%s is either read as a quantity or refused', (source, quantity) => {
  expect(readQuantity(source)).toBe(quantity)
})

test('hexadecimal must consist of whole bytes', () => {
  expect(readHex('0xABcd')).toBe('0xabcd')
  expect(readHex('0xabc')).toBeUndefined()
  expect(readHex('abcd')).toBeUndefined()
  expect(hexOf(Uint8Array.of(0, 255))).toBe('0x00ff')
})
