import fc from 'fast-check'
import { type AbiParameter, decodeFunctionData, encodeFunctionData, type Hex, parseAbiItem } from 'viem'
import type { PreviewContext } from './context.ts'
import { describeRequest } from './describeRequest.ts'
import type { Description } from './description.ts'
import { callReaders } from './evm/describeCall.ts'
import { knownContracts } from './evm/knownContracts.ts'
import { ENTRY_POINT } from './evm/smartAccountContracts.ts'
import { ACCOUNT, APES, CONTEXT, everyPart, PERMIT2, USDC, WETH } from './testing/evmRequests.ts'

/** Whatever a hostile page sends is described as exactly what it is, or as unknown, and causes no error. */

const known = knownContracts('eip155:1', true)
const WORLD: PreviewContext = {
  ...CONTEXT,
  ...known,
  names: { ...known.names, ...CONTEXT.names },
  roles: { ...known.roles, ...CONTEXT.roles },
}
/** Contracts that this module is certain of, so that their calls are described by their names. */
const CONTRACTS = [USDC, WETH, APES, PERMIT2, ENTRY_POINT, ...Object.keys(known.roles)]

const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const someHex = fc.uint8Array({ maxLength: 70 }).map(toHex)
function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** A random value of an ABI type, in viem's form. */
function arbitraryOf(parameter: AbiParameter): fc.Arbitrary<unknown> {
  const { type } = parameter
  if (type.endsWith('[]')) return fc.array(arbitraryOf({ ...parameter, type: type.slice(0, -2) }), { maxLength: 3 })
  if (type === 'tuple') {
    const parts = (parameter as { components: readonly AbiParameter[] }).components
    return fc.tuple(...parts.map(arbitraryOf)).map((all) => all)
  }
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1])
  if (bits) {
    const number = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, (1n << BigInt(bits)) - 1n))
    return bits <= 48 ? number.map(Number) : number
  }
  if (type === 'address') return fc.oneof(hex(20), fc.constantFrom(...CONTRACTS, ACCOUNT))
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ unit: 'binary', maxLength: 40 })
  return type === 'bytes' ? fc.oneof(someHex, fc.constant('0x')) : hex(Number(type.slice(5)))
}

const items = callReaders.map(({ signature }) => parseAbiItem(`function ${signature}` as 'function f()'))
const call = fc
  .constantFrom(...items)
  .chain((item) =>
    fc
      .tuple(...(item.inputs as readonly AbiParameter[]).map(arbitraryOf))
      .map((args) => ({ item, data: encodeFunctionData({ abi: [item], args } as never) as Hex })),
  )

/** A call with a changed byte, a moved word, a missing end, an added suffix, or no change. */
const spoilt = call.chain(({ item, data }) => {
  const digits = data.length - 2
  const at = fc.integer({ min: 8, max: Math.max(8, digits - 1) })
  return fc
    .oneof(
      fc.constant(data),
      fc.tuple(at, hex(1)).map(([place, byte]) => replaced(data, place - (place % 2), byte)),
      fc.tuple(at, hex(32)).map(([place, word]) => replaced(data, place - ((place - 8) % 64), word)),
      at.map((end) => data.slice(0, 2 + end - (end % 2)) as Hex),
      someHex.map((more) => `${data}${more.slice(2)}` as Hex),
    )
    .map((bytes) => ({ item, data: bytes }))
})
const replaced = (data: Hex, place: number, bytes: Hex): Hex =>
  `0x${data.slice(2, 2 + place)}${bytes.slice(2)}${data.slice(2 + place + bytes.length - 2)}`

const describeSent = (to: string, data: Hex) =>
  describeRequest({ method: 'eth_sendTransaction', params: [{ from: ACCOUNT, to, data }] }, WORLD)

/** The arguments decoded and encoded again; undefined when they cannot be decoded. */
function encodedAgain(item: (typeof items)[number], data: Hex): Hex | undefined {
  try {
    const { args } = decodeFunctionData({ abi: [item], data } as never) as { args?: readonly unknown[] }
    return encodeFunctionData({ abi: [item], args } as never)
  } catch {
    return undefined
  }
}

/** The suffix that a description shows. */
function saidBehind({ lines }: Description): string {
  const value = lines.find(({ labelKey }) => labelKey === 'preview.suffix')?.value
  return value?.type === 'raw' ? value.hex.slice(2) : ''
}

test('a described call encodes exactly its own arguments, and any data after them is shown too', () => {
  let toldOnes = 0
  fc.assert(
    fc.property(spoilt, fc.constantFrom(...CONTRACTS), ({ item, data }, to) => {
      const description = describeSent(to, data)
      if (description.kind === 'unknownCall') return
      toldOnes++
      expect(`${encodedAgain(item, data)}${saidBehind(description)}`).toBe(data)
    }),
    { numRuns: 1_500 },
  )
  // Guards against a vacuous property: a tenth of the calls must get a description.
  expect(toldOnes).toBeGreaterThan(150)
})

test("a transfer's description shows the call's first two words as the receiver and the amount", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }).map(toHex), (bytes) => {
      const data: Hex = `0xa9059cbb${bytes.slice(2)}`
      const { kind, lines } = describeSent(USDC, data)
      if (kind === 'unknownCall') return
      const words = bytes.slice(2, 130).match(/.{64}/g) ?? []
      const amount = lines.find(({ labelKey }) => labelKey === 'preview.amount')?.value
      const receiver = lines.find(({ labelKey }) => labelKey === 'preview.receiver')?.value
      expect(words).toEqual([
        receiver?.type === 'address' ? receiver.address.slice(2).padStart(64, '0') : '',
        amount?.type === 'amount' ? amount.amount.toString(16).padStart(64, '0') : '',
      ])
    }),
    { numRuns: 1_000 },
  )
})

test('no random bytes after a known selector cause an error, and every part of a description has a title', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...callReaders.map(({ selector }) => selector)),
      fc.uint8Array({ maxLength: 400 }).map(toHex),
      fc.constantFrom(...CONTRACTS),
      (selector, bytes, to) => {
        for (const part of everyPart(describeSent(to, `${selector}${bytes.slice(2)}`))) {
          expect(part.titleKey).toBe(`preview.kind.${part.kind}`)
        }
      },
    ),
    { numRuns: 1_500 },
  )
})

test('no random inputs to the universal router cause an error, and no call with an unknown step is shown as a swap', () => {
  const [router = ''] = Object.keys(known.roles).filter((address) => known.names[address]?.includes('Universal'))
  const abi = [parseAbiItem('function execute(bytes commands, bytes[] inputs, uint256 deadline)')]
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 200 }).map(toHex)), {
        maxLength: 5,
      }),
      (steps) => {
        const commands = toHex(Uint8Array.from(steps.map(([command]) => command)))
        const data = encodeFunctionData({
          abi,
          functionName: 'execute',
          args: [commands, steps.map(([, input]) => input), 9n],
        })
        const { kind, parts = [] } = describeSent(router, data)
        if (kind === 'swap') expect(parts.map((part) => part.kind)).not.toContain('unknownCall')
      },
    ),
    { numRuns: 1_000 },
  )
})

test("no method's parameters, of whatever shape, cause an error", () => {
  const method = fc.constantFrom(
    ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'],
    ...['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'toString'],
  )
  const text = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), someHex)
  const params = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(text, fc.jsonValue())), fc.dictionary(fc.string(), text))
  fc.assert(
    fc.property(method, params, (name, value) => {
      expect(typeof describeRequest({ method: name, params: value }, WORLD).kind).toBe('string')
    }),
    { numRuns: 1_500 },
  )
})
