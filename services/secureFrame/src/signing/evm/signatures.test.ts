import { hexToBytes } from '@noble/hashes/utils.js'
import { type Hex, personalMessageBytes, readTypedData } from '@portico/contracts/preview'
import fc from 'fast-check'
import { keccak256, parseTransaction, serializeTransaction, hashTypedData as viemHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { EVM_KEY } from '../../rpc/testing/testWallet.ts'
import { serializeSignature, signHash } from './ecdsa.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { hashTypedData } from './hashTypedData.ts'
import { personalHash } from './personalSign.ts'
import { signTransaction } from './signTransaction.ts'

const key = hexToBytes(EVM_KEY)
const theirs = privateKeyToAccount(`0x${EVM_KEY}`)
const RUNS = { numRuns: 50 }

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const hex = (least: number, most = least) => fc.uint8Array({ minLength: least, maxLength: most }).map(hexOf)
const quantity = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })
const asHex = (value: bigint): Hex => `0x${value.toString(16)}`

test('messages, as text and as bytes, get the same signatures as from another library', async () => {
  const check = async (message: string, raw: { raw: Hex } | string) => {
    const bytes = personalMessageBytes(message) ?? new Uint8Array()
    expect(serializeSignature(signHash(personalHash(bytes), key))).toBe(await theirs.signMessage({ message: raw }))
  }
  await fc.assert(
    // Messages of 32 bytes are never signed.
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }).filter((text) => Buffer.byteLength(text) !== 32),
      (text) => check(hexOf(Buffer.from(text)), text),
    ),
    RUNS,
  )
  await check('grüße 👋', 'grüße 👋')
  await check('0xdeadbeef', { raw: '0xdeadbeef' })
  await check('0xnothex', '0xnothex')
})

const fees = fc.oneof(
  fc.record({ maxFeePerGas: quantity(50), maxPriorityFeePerGas: quantity(40) }).map(({ maxFeePerGas, ...rest }) => ({
    maxFeePerGas: asHex(maxFeePerGas + rest.maxPriorityFeePerGas),
    maxPriorityFeePerGas: asHex(rest.maxPriorityFeePerGas),
  })),
  fc.record({ gasPrice: quantity(50).map(asHex) }),
)
const transactions = fc
  .record({
    to: fc.option(hex(20), { nil: undefined }),
    value: quantity(200).map(asHex),
    data: hex(0, 300),
    chainId: fc.integer({ min: 1, max: 2 ** 40 }).map((id) => asHex(BigInt(id))),
    gas: quantity(24).map(asHex),
    fees,
  })
  .map(({ fees: price, ...rest }): FilledTransaction => ({ from: theirs.address, ...rest, ...price }))

test('transactions get the same signatures as from another library', async () => {
  await fc.assert(
    fc.asyncProperty(transactions, fc.nat(), async (filled, nonce) => {
      const { raw, hash } = signTransaction(filled, BigInt(nonce), key)
      const common = {
        to: filled.to,
        value: BigInt(filled.value),
        data: filled.data,
        gas: BigInt(filled.gas),
        chainId: Number(filled.chainId),
        nonce,
      }
      const expected = await theirs.signTransaction(
        filled.maxFeePerGas === undefined
          ? { ...common, type: 'legacy', gasPrice: BigInt(filled.gasPrice ?? 0) }
          : {
              ...common,
              type: 'eip1559',
              maxFeePerGas: BigInt(filled.maxFeePerGas),
              maxPriorityFeePerGas: BigInt(filled.maxPriorityFeePerGas ?? 0),
            },
      )
      expect([raw, hash]).toEqual([expected, keccak256(expected)])
    }),
    RUNS,
  )
})

test('a signed transaction can be read back', () => {
  const filled: FilledTransaction = {
    from: theirs.address,
    to: `0x${'22'.repeat(20)}`,
    value: '0xde0b6b3a7640000',
    data: '0x',
    chainId: '0x1',
    gas: '0x5208',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x1',
  }
  const read = parseTransaction(signTransaction(filled, 0n, key).raw as `0x02${string}`)
  expect(read).toMatchObject({ chainId: 1, value: 10n ** 18n, gas: 21_000n, maxFeePerGas: 2_000_000_000n })
  expect(serializeTransaction(read)).toBe(signTransaction(filled, 0n, key).raw)
})

/** A value for each type that typed data can have. */
const SIMPLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uint256: quantity(256).map(String),
  uint8: fc.nat({ max: 255 }),
  int64: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }).map(String),
  bool: fc.boolean(),
  address: hex(20),
  bytes32: hex(32),
  bytes4: hex(4),
  bytes: hex(0, 70),
  string: fc.string({ unit: 'grapheme' }),
  'uint256[]': fc.array(quantity(256).map(String), { maxLength: 4 }),
  'bytes2[2][]': fc.array(fc.tuple(hex(2), hex(2)), { maxLength: 3 }),
}
const names = Object.keys(SIMPLE)
const members = names.map((type, index) => ({ name: `m${index}`, type }))
const values = fc.record(Object.fromEntries(members.map(({ name, type }) => [name, SIMPLE[type] ?? fc.constant(0)])))
const domains = fc.record(
  {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.nat(),
    verifyingContract: hex(20),
    salt: hex(32),
  },
  { requiredKeys: [] },
)

test('typed data of every type get the same hash as from another library', async () => {
  await fc.assert(
    fc.asyncProperty(domains, values, fc.array(values, { maxLength: 2 }), async (domain, one, several) => {
      const data = {
        domain,
        types: {
          Order: [
            { name: 'one', type: 'Zed' },
            { name: 'several', type: 'Zed[]' },
            { name: 'who', type: 'Ant' },
          ],
          Zed: members,
          Ant: [{ name: 'name', type: 'string' }],
        },
        primaryType: 'Order',
        message: { one, several, who: { name: 'Ada' } },
      } as const
      const read = readTypedData(JSON.parse(JSON.stringify(data)))
      if (!read) throw new Error('this can be read')
      // The other library needs the domain's type unless the domain is complete.
      const types = { ...data.types, EIP712Domain: read.types.get('EIP712Domain') }
      expect(hexOf(hashTypedData(read))).toBe(viemHash({ ...data, types } as never))
    }),
    RUNS,
  )
})
