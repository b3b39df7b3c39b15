import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { createKeyRing, parseKeys } from './keyRing.ts'

const keyText = (fill: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => index ^ fill)).toString('base64url')
const [FIRST, SECOND] = [`k1:${keyText(1)}`, `k2:${keyText(2)}`]
const ringOf = (text: string, store: 'auth' | 'recovery' = 'auth') => createKeyRing(parseKeys(text) ?? [], store)

const OWN = { subject: 'visitor-1', splitId: '00000000-0000-4000-8000-000000000001' }

test('a sealed text can be opened, and looks different each time it is sealed', () => {
  const ring = ringOf(FIRST)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      const text = Buffer.from(any, 'utf8').toString('utf8')
      const sealed = ring.seal(text, OWN)
      expect(sealed.keyId).toBe('k1')
      expect(ring.open(sealed, OWN)).toBe(text)
      expect(ring.seal(text, OWN).text).not.toBe(sealed.text)
    }),
    { numRuns: 50 },
  )
})

test('a sealed text that was cut or that has one changed bit does not open', () => {
  const ring = ringOf(FIRST)
  const sealed = ring.seal('the share of a visitor', OWN)
  const bytes = Buffer.from(sealed.text, 'base64url')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const text = changed.toString('base64url')
      expect(() => ring.open({ ...sealed, text }, OWN)).toThrow('A share does not open.')
    }),
  )
  for (let length = 0; length < bytes.length; length += 1) {
    const text = bytes.subarray(0, length).toString('base64url')
    expect(() => ring.open({ ...sealed, text }, OWN)).toThrow('A share does not open.')
  }
})

test.each([
  ['the row of another visitor', { ...OWN, subject: 'visitor-2' }, 'auth'],
  ['another split', { ...OWN, splitId: '00000000-0000-4000-8000-000000000002' }, 'auth'],
  ['the other store, though it has the same key', OWN, 'recovery'],
] as const)('a sealed share does not open in %s', (_, belonging, store) => {
  const sealed = ringOf(FIRST).seal('a share', OWN)
  expect(() => ringOf(FIRST, store).open(sealed, belonging)).toThrow('A share does not open.')
})

test('after a key change, new shares use the new key, and old shares open as long as the old key is kept', () => {
  const old = ringOf(FIRST).seal('a share', OWN)
  const both = ringOf(`${SECOND}, ${FIRST}`)
  expect(both.sealsWith).toBe('k2')
  expect(both.keyIds).toEqual(['k2', 'k1'])
  expect(both.open(old, OWN)).toBe('a share')
  const fresh = both.seal('a share', OWN)
  expect(fresh.keyId).toBe('k2')
  expect(ringOf(SECOND).open(fresh, OWN)).toBe('a share')
  expect(() => ringOf(SECOND).open(old, OWN)).toThrow('The key "k1" is not in the key ring.')
})

test('another key under the same id does not open a share, and the error does not reveal the share’s content', () => {
  const sealed = ringOf(FIRST).seal('a share', OWN)
  const other = `k1:${randomBytes(32).toString('base64url')}`
  expect(() => ringOf(other).open(sealed, OWN)).toThrow(/^A share does not open\.$/)
})

test.each([
  ['an empty text', ''],
  ['a key without an id', keyText(1)],
  ['a key with an empty id', `:${keyText(1)}`],
  ['a key of 31 bytes', `k1:${keyText(1).slice(0, 42)}`],
  ['a key of 33 bytes', `k1:${Buffer.alloc(33, 7).toString('base64url')}`],
  ['a key of 32 equal bytes', `k1:${Buffer.alloc(32).toString('base64url')}`],
  ['a duplicate id', `${FIRST},k1:${keyText(2)}`],
  ['a duplicate key', `${FIRST},k2:${keyText(1)}`],
  ['a trailing comma', `${FIRST},`],
  ['a hexadecimal key', `k1:${'ab'.repeat(32)}`],
])('%s is refused in the list of keys', (_, text) => {
  expect(parseKeys(text)).toBeUndefined()
})

test('a key ring needs at least one key', () => {
  expect(() => createKeyRing([], 'auth')).toThrow('A share store needs a key.')
})
