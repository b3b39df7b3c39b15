import { Buffer as Small } from './smallBuffer.ts'

test.each(['', 'a', 'Grüezi ✓', '\u0000'])('strings and bytes convert as in Node: %j', (text) => {
  for (const encoding of ['utf8', 'hex', 'base64'] as const) {
    const written = Buffer.from(text).toString(encoding)
    expect(Small.from(text).toString(encoding)).toBe(written)
    expect([...Small.from(written, encoding)]).toEqual([...Buffer.from(written, encoding)])
  }
})

test('base64url without padding is read too', () => {
  expect([...Small.from('-_8', 'base64')]).toEqual([...Buffer.from('-_8', 'base64')])
})

test('parts are concatenated', () => {
  const parts = [new Uint8Array([1, 2]), new Uint8Array([]), new Uint8Array([3])]
  expect(Small.concat(parts).toString('hex')).toBe('010203')
})
