import fc from 'fast-check'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { type AbiValue, decodeAbi, shapeOf } from './abi.ts'

const word = (value: string) => value.padStart(64, '0')
const right = (value: string) => value.padEnd(64, '0')

test.each<[string, string, string[], AbiValue]>([
  // The examples are those of the Solidity ABI specification.
  ['two static values', '(uint32,bool)', [word('45'), word('1')], [69n, true]],
  [
    'bytes, a bool and a list',
    '(bytes,bool,uint256[])',
    [word('60'), word('1'), word('a0'), word('4'), right('64617665'), word('3'), word('1'), word('2'), word('3')],
    ['0x64617665', true, [1n, 2n, 3n]],
  ],
  [
    'two lists of different kinds between static values',
    '(uint256,uint32[],bytes10,bytes)',
    [
      word('123'),
      word('80'),
      right('31323334353637383930'),
      word('e0'),
      word('2'),
      word('456'),
      word('789'),
      word('d'),
      right('48656c6c6f2c20776f726c6421'),
    ],
    [0x123n, [0x456n, 0x789n], '0x31323334353637383930', '0x48656c6c6f2c20776f726c6421'],
  ],
  ['an empty tuple', '()', [], []],
])('%s', (_, types, words, values) => {
  expect(decodeAbi(shapeOf(types), `0x${words.join('')}`)).toEqual(values)
})

const max = (bits: number) => (1n << BigInt(bits)) - 1n
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const bytes = fc.uint8Array({ maxLength: 80 }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
const word32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)

/** An ABI type, with values that fit it. */
const typed: fc.Arbitrary<{ type: string; values: fc.Arbitrary<AbiValue> }> = fc.letrec<{
  type: { type: string; values: fc.Arbitrary<AbiValue> }
}>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom<{ type: string; values: fc.Arbitrary<AbiValue> }>(
      { type: 'address', values: address },
      { type: 'bool', values: fc.boolean() },
      { type: 'bytes', values: bytes },
      { type: 'bytes32', values: word32 },
      { type: 'uint8', values: fc.bigInt(0n, max(8)) },
      { type: 'uint160', values: fc.bigInt(0n, max(160)) },
      { type: 'uint256', values: fc.bigInt(0n, max(256)) },
    ),
    tie('type').map(({ type, values }) => ({ type: `${type}[]`, values: fc.array(values, { maxLength: 3 }) })),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      type: `(${parts.map(({ type }) => type).join(',')})`,
      values: fc.tuple(...parts.map(({ values }) => values)),
    })),
  ),
})).type

const encoded = typed.chain(({ type, values }) =>
  values.map((value) => ({
    shape: shapeOf(`(${type})`),
    value,
    data: encodeAbiParameters(parseAbiParameters(type), [value] as never),
  })),
)

test('encoded values decode to themselves', () => {
  fc.assert(fc.property(encoded, ({ shape, value, data }) => expect(decodeAbi(shape, data)).toEqual([value])))
})

test('data that is longer, shorter or different in one digit never decodes to the same value', () => {
  fc.assert(
    fc.property(encoded, fc.nat(), fc.integer({ min: 1, max: 15 }), ({ shape, value, data }, place, change) => {
      expect(decodeAbi(shape, `${data}00`)).toBeUndefined()
      expect(decodeAbi(shape, `${data}${'0'.repeat(64)}`)).toBeUndefined()
      expect(decodeAbi(shape, data.slice(0, -2) as Hex)).toBeUndefined()
      const at = 2 + (place % (data.length - 2))
      const digit = (Number.parseInt(data[at] ?? '0', 16) ^ change).toString(16)
      const changed: Hex = `0x${data.slice(2, at)}${digit}${data.slice(at + 1)}`
      expect(decodeAbi(shape, changed)).not.toEqual([value])
    }),
  )
})

test.each([
  ['an address with nonzero padding', '(address)', [`1${'0'.repeat(63)}`]],
  ['a bool with the value 2', '(bool)', [word('2')]],
  ['a number that is too large for its type', '(uint8)', [word('100')]],
  ['bytes with nonzero padding', '(bytes)', [word('20'), word('1'), `ff${'0'.repeat(61)}1`]],
  ['an offset that skips a word', '(bytes)', [word('40'), word('0'), word('0')]],
  ['an offset that points to itself', '(bytes)', [word('0')]],
  ['a list that is longer than the data', '(uint256[])', [word('20'), word('ffffffff')]],
  ['the largest possible length', '(bytes)', [word('20'), 'f'.repeat(64)]],
])('%s is refused', (_, types, words) => {
  expect(decodeAbi(shapeOf(types), `0x${words.join('')}`)).toBeUndefined()
})
