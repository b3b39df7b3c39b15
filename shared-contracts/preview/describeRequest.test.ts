import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { encodeBase58 } from '../src/chains/bytes.ts'
import { APPROVAL_METHODS } from '../src/embeddedWallet/rpcMethods.ts'
import type { PreviewContext } from './context.ts'
import { describeRequest } from './describeRequest.ts'
import type { Description } from './description.ts'
import { callReaders } from './evm/describeCall.ts'
import { ACCOUNT, CONTEXT, describeTransaction, everyPart, FRIEND, shown, USDC } from './testing/evmRequests.ts'
import { keyOf, transactionBytes, u32, u64 } from './testing/solanaTransactions.ts'

const SOLANA: PreviewContext = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  account: keyOf(1),
  native: { symbol: 'SOL', decimals: 9 },
}

const message = (params: unknown) => describeRequest({ method: 'personal_sign', params }, CONTEXT)

test.each<[string, unknown, string[]]>([
  ['a text', ['Hello', ACCOUNT], ['message Hello']],
  ['a text in hexadecimal', ['0x48656c6c6f', ACCOUNT], ['message Hello']],
  ['a text that only starts like hexadecimal', ['0xHello', ACCOUNT], ['message 0xHello']],
  ['a text with a hidden character', ['pay \u202eevil', ACCOUNT], ['!message pay ⟨U+202E⟩evil']],
  ['a hash', [`0x${'ff'.repeat(32)}`, ACCOUNT], ['!messageIsBytes', `!message 0x${'ff'.repeat(32)}`]],
  ['another account', ['Hello', FRIEND], ['message Hello', `!otherAccount ${FRIEND}`]],
  ['an empty text', ['', ACCOUNT], ['message ']],
])('a message: %s', (_, params, lines) => {
  expect(message(params).kind).toBe('message')
  expect(shown(message(params))).toEqual(lines)
})

test.each([
  ['eth_sign', [ACCOUNT, '0x00']],
  ['eth_sendUserOperation', [{}]],
  ['wallet_grantPermissions', [{}]],
  ['toString', []],
  ['personal_sign', 'Hello'],
  ['personal_sign', [5]],
  ['personal_sign', undefined],
  ['eth_sendTransaction', [() => 1]],
  ['wallet_sendCalls', [{ calls: [] }]],
  ['wallet_sendCalls', [{ calls: [{ to: FRIEND }, { to: 'friend' }] }]],
  ['wallet_sendCalls', [{ chainId: 'one', calls: [{ to: FRIEND }] }]],
  ['wallet_sendCalls', [{ from: 'me', calls: [{ to: FRIEND }] }]],
  ['solana_signTransaction', { transaction: '0' }],
  ['solana_signMessage', ['Hello']],
])('%s of %j is shown as unreadable', (method, params) => {
  const description = describeRequest({ method, params }, CONTEXT)
  expect([description.kind, ...shown(description)]).toEqual(['unknownRequest', '!unknownRequest', `method ${method}`])
})

test('a batch shows that it is for another network, its capabilities, and that it may be executed only in part', () => {
  const params = [
    { chainId: '0x89', from: ACCOUNT, calls: [{ to: FRIEND, value: '0x1' }], capabilities: { paymasterService: {} } },
  ]
  expect(shown(describeRequest({ method: 'wallet_sendCalls', params }, CONTEXT))).toEqual([
    '!otherNetwork eip155:137',
    'capabilities paymasterService',
    'notAtomic',
  ])
})

test('the raw data is included, with hidden characters made visible', () => {
  const { raw } = message(['pay \u202eevil\u200b', ACCOUNT])
  expect(raw).toEqual({ type: 'json', json: `[\n  "pay \\u202eevil\\u200b",\n  "${ACCOUNT}"\n]` })
  expect(raw.type === 'json' && JSON.parse(raw.json)).toEqual(['pay \u202eevil\u200b', ACCOUNT])
})

/** Checks that a description is plain data which the UI can draw. */
function isWhole(description: Description) {
  for (const part of everyPart(description)) {
    expect(part.titleKey).toBe(`preview.kind.${part.kind}`)
    expect(part.raw).toBeDefined()
    for (const { labelKey, value } of part.lines) {
      expect(labelKey).toMatch(/^preview\./)
      if (value?.type === 'amount') expect(value.amount).toBeGreaterThanOrEqual(0n)
    }
  }
}

const hex = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

test('every request gets a description, and none causes an error', () => {
  const context = fc.constantFrom(CONTEXT, SOLANA)
  const methods = fc.oneof(fc.constantFrom<string>(...APPROVAL_METHODS), fc.string())
  fc.assert(
    fc.property(methods, fc.oneof(fc.anything(), fc.array(fc.jsonValue())), context, (method, params, known) =>
      isWhole(describeRequest({ method, params }, known)),
    ),
  )
})

test('every call gets a description, and none causes an error', () => {
  const selectors = fc.constantFrom(...callReaders.map(({ selector }) => selector))
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(0n, 1n, 0x20n, 0x40n, 0x60n, 0x80n, (1n << 160n) - 1n, (1n << 256n) - 1n),
      fc.bigInt(0n, (1n << 256n) - 1n),
    ),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(selectors, words, hex(0, 3), (selector, values, rest) => {
      const data = `${selector}${values.map((value) => value.toString(16).padStart(64, '0')).join('')}${rest.slice(2)}`
      isWhole(describeTransaction({ to: USDC, data }))
    }),
  )
})

test('every Solana transaction, whatever its bytes, gets a description, and none causes an error', () => {
  const whole = transactionBytes({
    payer: keyOf(1),
    instructions: [
      { program: '11111111111111111111111111111111', accounts: [keyOf(1), keyOf(2)], data: [...u32(2), ...u64(5n)] },
    ],
  })
  const changed = fc
    .tuple(fc.nat(whole.length - 1), fc.nat(255))
    .map(([at, byte]) => Uint8Array.from(whole, (own, index) => (index === at ? byte : own)))
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), changed)
  fc.assert(
    fc.property(bytes, (source) => {
      isWhole(
        describeRequest({ method: 'solana_signTransaction', params: { transaction: encodeBase58(source) } }, SOLANA),
      )
      isWhole(describeRequest({ method: 'solana_signMessage', params: { message: encodeBase58(source) } }, SOLANA))
    }),
  )
})

const MAX = (1n << 256n) - 1n
const TRANSFERS = [
  ['transfer(address,uint256)', 'tokenTransfer', 'receiver'],
  ['approve(address,uint256)', 'approval', 'spender'],
] as const

test('a sent amount is exact to the last unit, and changing one digit of the call changes the description', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TRANSFERS),
      hex(20, 20),
      fc.oneof(fc.bigInt(1n, MAX), fc.constantFrom(1n, MAX, MAX - 1n, 1n << 255n)),
      fc.nat(),
      fc.integer({ min: 1, max: 15 }),
      ([signature, kind, role], receiver, amount, place, change) => {
        const data = encodeFunctionData({
          abi: parseAbi([`function ${signature}`]),
          args: [receiver, amount],
        } as never)
        const description = describeTransaction({ to: USDC, data })
        expect(description.kind).toBe(kind)
        const said = shown(description)
        expect(said[0]?.replace(/^!/, '')).toMatch(new RegExp(`^\\w+ ${amount}/6 USDC$`))
        expect(said).toContain(`${role} ${receiver}`)

        const at = 2 + (place % (data.length - 2))
        const digit = (Number.parseInt(data[at] ?? '0', 16) ^ change).toString(16)
        const other = describeTransaction({ to: USDC, data: `${data.slice(0, at)}${digit}${data.slice(at + 1)}` })
        expect([other.kind, ...shown(other)]).not.toEqual([description.kind, ...said])
        if (at < 34) expect(other.kind).toBe('unknownCall')
      },
    ),
  )
})

test('an amount of the network’s own currency is exact to the last unit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, MAX), fc.boolean(), (amount, isHex) => {
      const value = isHex ? `0x${amount.toString(16)}` : `${amount}`
      expect(shown(describeTransaction({ to: FRIEND, value }))[0]).toBe(`amount ${amount}/18 ETH`)
      expect(shown(describeTransaction({ to: FRIEND, value: amount }))[0]).toBe(`amount ${amount}/18 ETH`)
    }),
  )
})
