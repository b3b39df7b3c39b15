import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { readTypedData } from './readTypedData.ts'
import { encodeType, isSimple } from './types.ts'

test('a type is written as EIP-712 writes it', () => {
  const data = readTypedData({
    types: {
      Mail: [
        { name: 'to', type: 'Person[]' },
        { name: 'asset', type: 'Asset' },
      ],
      Person: [{ name: 'name', type: 'string' }],
      Asset: [{ name: 'token', type: 'address' }],
      Other: [{ name: 'token', type: 'address' }],
    },
    primaryType: 'Mail',
    domain: {},
    message: { to: [], asset: { token: `0x${'1'.repeat(40)}` } },
  })
  expect(data && encodeType(data.types, 'Mail')).toBe(
    'Mail(Person[] to,Asset asset)Asset(address token)Person(string name)',
  )
})

test.each([
  ['uint8', true],
  ['uint256', true],
  ['uint', false],
  ['uint264', false],
  ['int12', false],
  ['bytes1', true],
  ['bytes32', true],
  ['bytes33', false],
  ['bytes', true],
  ['address', true],
  ['address20', false],
])('whether %s is an EIP-712 type: %p', (type, isOne) => {
  expect(isSimple(type)).toBe(isOne)
})

const max = (bits: number) => (1n << BigInt(bits)) - 1n
const hexOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

const field = fc.oneof(
  fc.tuple(fc.constant('uint256'), fc.bigInt(0n, max(256)).map(String)),
  fc.tuple(fc.constant('int128'), fc.bigInt(-(1n << 127n), max(127)).map(String)),
  fc.tuple(fc.constant('address'), hexOf(20)),
  fc.tuple(fc.constant('bytes32'), hexOf(32)),
  fc.tuple(fc.constant('bytes'), hexOf(5)),
  fc.tuple(fc.constant('bool'), fc.boolean()),
  fc.tuple(fc.constant('string'), fc.string({ unit: 'grapheme' })),
  fc.tuple(fc.constant('uint8[]'), fc.array(fc.nat(255), { maxLength: 3 })),
)

test('the parsed data has the same hash as the data that the site sent', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
      const types = { Thing: fields.map(([type], index) => ({ name: `f${index}`, type: type as string })) }
      const domain = { name: 'Site', chainId: 1 }
      const message = Object.fromEntries(fields.map(([, value], index) => [`f${index}`, value]))
      const source = { types, primaryType: 'Thing' as const, domain, message }
      const read = readTypedData(JSON.stringify(source))
      expect(read).toBeDefined()
      const hash = (value: unknown) => hashTypedData({ ...source, message: value } as never)
      expect(hash(read?.message.value)).toBe(hash(message))
    }),
  )
})
