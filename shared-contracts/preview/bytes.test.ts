import fc from 'fast-check'
import { base58Of, hexOf, readBase58, readHex, readQuantity } from './bytes.ts'

test('base58 comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(readBase58(base58Of(bytes), 200)).toEqual(bytes)
    }),
  )
})

test.each([
  // draft-msporny-base58
  ['Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
])('%s in base58', (text, written) => {
  expect(base58Of(new TextEncoder().encode(text))).toBe(written)
})

test('zeros in front stand for themselves, and what is no base58 is nothing', () => {
  expect(base58Of(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd))).toBe('11233QC4')
  for (const text of ['0', 'O', 'I', 'l', ' ', '2NEpo7TZRRrLZSi2U!']) expect(readBase58(text, 100)).toBeUndefined()
  expect(readBase58('2222', 3)).toBeUndefined()
})

test('the longest message is read at once', () => {
  const started = performance.now()
  expect(readBase58('z'.repeat(65_536), 65_536)?.length).toBe(47_989)
  expect(performance.now() - started).toBeLessThan(5_000)
})

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
])('%s as a quantity', (source, quantity) => {
  expect(readQuantity(source)).toBe(quantity)
})

test('bytes in hexadecimal are whole bytes', () => {
  expect(readHex('0xABcd')).toBe('0xabcd')
  expect(readHex('0xabc')).toBeUndefined()
  expect(readHex('abcd')).toBeUndefined()
  expect(hexOf(Uint8Array.of(0, 255))).toBe('0x00ff')
})
