import { base58 } from '@scure/base'
import fc from 'fast-check'
import { decodeBase58, encodeBase58 } from './base58.ts'

const bytes = fc.uint8Array({ maxLength: 80 })

test('any bytes are written as everybody writes them, and read back', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const text = encodeBase58(given)
      expect(text).toBe(base58.encode(given))
      expect(decodeBase58(text)).toEqual(given)
    }),
  )
})

test('leading zeros are kept', () => {
  expect(encodeBase58(Uint8Array.of(0, 0, 1))).toBe('112')
  expect(decodeBase58('112')).toEqual(Uint8Array.of(0, 0, 1))
})

test.each(['0', 'O', 'I', 'l', ' 2', '2\n', 'é', '😀'])('%j is no base58', (text) => {
  expect(decodeBase58(text)).toBeUndefined()
})
