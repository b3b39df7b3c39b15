import { base58 } from '@scure/base'
import fc from 'fast-check'
import { decodeBase58, decodeBase64, decodeHex, encodeBase58, encodeBase64, encodeHex } from './bytes.ts'

const bytes = fc.uint8Array({ maxLength: 80 })

test('any bytes are encoded in base58 as another library encodes them, and are decoded back', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const text = encodeBase58(given)
      expect(text).toBe(base58.encode(given))
      expect(decodeBase58(text)).toEqual(given)
    }),
  )
})

test('any bytes are encoded in hexadecimal and in base64 as Node encodes them, and are decoded back', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      expect(encodeHex(given)).toBe(Buffer.from(given).toString('hex'))
      expect(decodeHex(encodeHex(given))).toEqual(given)
      expect(encodeBase64(given)).toBe(Buffer.from(given).toString('base64'))
      expect(decodeBase64(encodeBase64(given))).toEqual(given)
    }),
  )
})

test.each([
  ['', ''],
  ['00', '1'],
  ['0000000000000000000000000000000000000000000000000000000000000000', '11111111111111111111111111111111'],
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ['0000287fb4cd', '11233QC4'],
])('%s is encoded as %s, and decoded back', (hex, text) => {
  expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text)
  expect(Buffer.from(decodeBase58(text) ?? []).toString('hex')).toBe(hex)
})

test.each(['0', 'O', 'I', 'l', 'ab c', ' 2', '2\n', 'é', '😀', 7, undefined])('%j is not base58', (text) => {
  expect(decodeBase58(text)).toBeUndefined()
})

test.each(['ab!', 'a', 'é'])('%j is not base64', (text) => {
  expect(decodeBase64(text)).toBeUndefined()
})

test('base58 beyond the length limit is not decoded', () => {
  expect(decodeBase58('2222', 4)).toBeDefined()
  expect(decodeBase58('2222', 3)).toBeUndefined()
  expect(decodeBase58('2'.repeat(1_701))).toBeUndefined()
})

test('the longest message that a wallet may be asked to sign is decoded at once', () => {
  const started = performance.now()
  expect(decodeBase58('z'.repeat(65_536), 65_536)?.length).toBe(47_989)
  expect(performance.now() - started).toBeLessThan(5_000)
})
