import { decodeBase58, encodeBase58 } from './base58.ts'

test.each([
  ['', ''],
  ['00', '1'],
  ['0000000000000000000000000000000000000000000000000000000000000000', '11111111111111111111111111111111'],
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ['0000287fb4cd', '11233QC4'],
])('%s is written %s, and read again', (hex, text) => {
  expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text)
  expect(Buffer.from(decodeBase58(text) ?? []).toString('hex')).toBe(hex)
})

test.each(['0', 'O', 'I', 'l', 'ab c', 'é'])('%s is no base58', (text) => {
  expect(decodeBase58(text)).toBeUndefined()
})
