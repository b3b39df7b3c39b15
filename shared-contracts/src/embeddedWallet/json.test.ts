import fc from 'fast-check'
import { copyJson, type JsonBounds } from './json.ts'

const bounds: JsonBounds = { depth: 4, values: 50, characters: 100 }
const roomy: JsonBounds = { depth: 1_000, values: 100_000, characters: 1_000_000 }

const nested = (depth: number) => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value]
  return value
}
const circle: Record<string, unknown> = {}
circle.self = circle

test('JSON is copied unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__"'))
      const copied = copyJson(value, roomy)
      expect(copied).toEqual(value)
      if (typeof value === 'object' && value !== null) expect(copied).not.toBe(value)
    }),
  )
})

test.each([
  ['a bigint becomes a quantity', { value: 255n }, { value: '0xff' }],
  ['an undefined value is left out', { a: undefined, b: 1 }, { b: 1 }],
  ['an undefined value in a list is null', [undefined, 1], [null, 1]],
  ['a gap in a list is null', Array(2), [null, null]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['names of inherited properties', { constructor: 1, toString: 2 }, { constructor: 1, toString: 2 }],
])('%s', (_, value, expected) => {
  expect(copyJson(value, bounds)).toEqual(expected)
})

test.each([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['infinity', { a: Number.POSITIVE_INFINITY }],
  ['a negative bigint', -1n],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['bytes', new Uint8Array(4)],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['a field that looks like the prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ['a circular object', circle],
  ['lists that are nested too deeply', nested(5)],
  ['too many values', Array(50).fill(0)],
  ['too many values in a list that is mostly gaps', Array(4_294_967_295)],
  ['a text that is too long', 'a'.repeat(101)],
  ['names that are too long', { ['a'.repeat(101)]: 1 }],
  ['many short texts', Array(40).fill('aaa')],
])('%s is refused', (_, value) => {
  expect(copyJson(value, bounds)).toBeUndefined()
})

test('data just within the bounds is copied', () => {
  expect(copyJson(nested(4), bounds)).toEqual(nested(4))
  expect(copyJson(Array(49).fill(0), bounds)).toHaveLength(49)
  expect(copyJson('a'.repeat(100), bounds)).toHaveLength(100)
})

test('a copy does not change when its source changes', () => {
  const request = { calls: [{ to: '0x1' }] }
  const copied = copyJson(request, bounds)
  request.calls[0] = { to: '0x2' }
  expect(copied).toEqual({ calls: [{ to: '0x1' }] })
})
