import { array, assert, dictionary, jsonValue, property, string } from 'fast-check'
import { rawElements, rawMembers } from './rawJson.ts'

test('a number that is too large for JavaScript is passed on unchanged', () => {
  expect(rawMembers('{"id":1,"result":{"rentEpoch":18446744073709551615}}').get('result')).toBe(
    '{"rentEpoch":18446744073709551615}',
  )
  expect(rawElements('[1.10, 18446744073709551615 ,1e2]')).toEqual(['1.10', '18446744073709551615', '1e2'])
})

test.each([
  ['an empty object', ' { } ', []],
  ['brackets and quotes inside a text', '{"a":"]},\\"{[:","b":"\\\\"}', ['a', 'b']],
  ['a name that is written with escapes', '{"\\u006dethod":1}', ['method']],
  ['a name that every object has', '{"__proto__":1,"constructor":2}', ['__proto__', 'constructor']],
])('%s is read correctly', (_, text, names) => {
  expect([...rawMembers(text).keys()]).toEqual(names)
})

test('if two members have the same name, the last one counts, so that a node cannot read the other one', () => {
  const text = '{"method":"eth_call","method":"eth_accounts"}'
  expect(rawMembers(text).get('method')).toBe(JSON.stringify(JSON.parse(text).method))
})

/** The value as JSON represents it: without -0. */
const jsonOnly = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

test('arrays and objects are split into their parts, whatever whitespace they contain', () => {
  assert(
    property(array(jsonValue()), (values) => {
      for (const indent of [0, 2]) {
        expect(rawElements(JSON.stringify(values, null, indent)).map((part) => JSON.parse(part))).toEqual(
          jsonOnly(values),
        )
      }
    }),
  )
  assert(
    property(dictionary(string(), jsonValue()), (value) => {
      for (const indent of [0, 2]) {
        const members = [...rawMembers(JSON.stringify(value, null, indent))]
        expect(members.map(([name, part]) => [name, JSON.parse(part)])).toEqual(jsonOnly(Object.entries(value)))
      }
    }),
  )
})
