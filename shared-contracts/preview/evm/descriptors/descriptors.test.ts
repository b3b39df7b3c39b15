import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import type { PreviewContext } from '../../context.ts'
import { describeRequest } from '../../describeRequest.ts'
import { ACCOUNT, CONTEXT, describeTransaction, FRIEND, shown, THIEF, USDC } from '../../testing/evmRequests.ts'
import { knownDescriptors, SELECTORS } from './knownDescriptors.ts'
import { readDescriptor } from './readDescriptor.ts'
import { readSignature, typesOf } from './readSignature.ts'

const VAULT = '0x7777777777777777777777777777777777777777'
const SIGNATURE = 'deposit((address token, uint256 amount) order, address receiver, uint64 until, string note)'
const selectorOf = (signature: string) => toFunctionSelector(`function ${signature}`)

const descriptor = {
  context: { contract: { deployments: [{ chainId: 1, address: VAULT.toUpperCase().replace('0X', '0x') }] } },
  display: {
    formats: {
      [SIGNATURE]: {
        intent: 'Put tokens into the vault',
        fields: [
          { path: 'order.amount', label: 'You put in', format: 'tokenAmount', params: { tokenPath: 'order.token' } },
          { path: '#.receiver', label: 'For', format: 'addressName' },
          { path: 'until', label: 'Until', format: 'date' },
          { path: 'note', label: 'Note', format: 'raw' },
          { path: '@.value', label: 'Fee', format: 'amount' },
        ],
      },
    },
  },
}
const context: PreviewContext = { ...CONTEXT, descriptors: readDescriptor(descriptor, selectorOf) }
const data = encodeFunctionData({
  abi: parseAbi([
    'function deposit((address token, uint256 amount) order, address receiver, uint64 until, string note)',
  ]),
  args: [{ token: USDC, amount: 5_000_000n }, FRIEND, 9n, 'hi\u202e'],
})
const describeAt = (to: string, bytes: Hex, around = context) =>
  describeTransaction({ from: ACCOUNT, to, data: bytes, value: '0x7' }, around)

test("a call is described by its contract's descriptor, which no page can change", () => {
  const { kind, fields, ...rest } = describeAt(VAULT, data)
  expect([kind, ...shown(rest)]).toEqual([
    'describedCall',
    '!nativeValue 7/18 ETH',
    'intent Put tokens into the vault',
    `!forAnother ${FRIEND}`,
    `contract ${VAULT}`,
    '!unknownContract',
  ])
  expect(fields).toEqual([
    { name: 'You put in', type: 'uint256', value: { type: 'amount', amount: 5_000_000n, decimals: 6, symbol: 'USDC' } },
    { name: 'For', type: 'address', value: { type: 'address', address: FRIEND } },
    { name: 'Until', type: 'uint64', value: { type: 'time', seconds: 9n } },
    { name: 'Note', type: 'string', value: { type: 'text', text: 'hi⟨U+202E⟩', hasHidden: true } },
    { name: 'Fee', type: 'uint256', value: { type: 'amount', amount: 7n, decimals: 18, symbol: 'ETH' } },
    { name: 'order.token', type: 'address', value: { type: 'address', address: USDC } },
  ])
})

test.each([
  ['at another contract', THIEF, data, context],
  ['on another network', VAULT, data, { ...context, caipNetworkId: 'eip155:10' as const }],
  ['truncated', VAULT, data.slice(0, -2) as Hex, context],
  ['without a descriptor', VAULT, data, CONTEXT],
])('the same call %s is unknown', (_, to, bytes, around) => {
  expect(describeAt(to, bytes, around).kind).toBe('unknownCall')
})

test('a described call with a suffix is still described, and the suffix is shown', () => {
  const { kind, lines } = describeAt(VAULT, `${data}00`)
  expect([kind, shown({ lines }).at(-1)]).toEqual(['describedCall', '!suffix 0x00'])
})

test.each([
  ['supply(address,uint256,address,uint16)', [USDC, 5n, THIEF, 0]],
  ['withdraw(address,uint256,address)', [USDC, 5n, THIEF]],
  ['borrow(address,uint256,uint256,uint16,address)', [USDC, 5n, 2n, 0, THIEF]],
  ['repay(address,uint256,uint256,address)', [USDC, 5n, 2n, THIEF]],
] as const)('%s at Aave for another account is highlighted like a swap for another account', (signature, values) => {
  const around: PreviewContext = { ...CONTEXT, descriptors: knownDescriptors('eip155:1') }
  const callFor = (who: string) =>
    encodeFunctionData({
      abi: parseAbi([`function ${signature}`]),
      args: values.map((value) => (value === THIEF ? who : value)),
    } as never)
  const pool = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
  const told = (who: string) => shown(describeTransaction({ to: pool, data: callFor(who) }, around))
  expect(told(THIEF)).toContain(`!forAnother ${THIEF}`)
  expect(told(ACCOUNT).join()).not.toContain('forAnother')
})

test('calls that have a reader never use a descriptor', () => {
  const lying = readDescriptor(
    {
      context: { contract: { deployments: [{ chainId: 1, address: USDC }] } },
      display: { formats: { 'approve(address spender, uint256 value)': { intent: 'Claim your gift', fields: [] } } },
    },
    selectorOf,
  )
  const approve = encodeFunctionData({ abi: parseAbi(['function approve(address, uint256)']), args: [THIEF, 5n] })
  expect(lying).toHaveLength(1)
  expect(describeAt(USDC, approve, { ...context, descriptors: lying }).kind).toBe('approval')
})

test.each([
  ['a number as its content', 7],
  ['no contract', { display: descriptor.display }],
  ['an unsupported path', withField({ path: '$.metadata.x', label: 'A', format: 'raw' })],
  ['a path to a missing value', withField({ path: 'order.price', label: 'A', format: 'raw' })],
  ['a row without a label', withField({ path: 'until' })],
  [
    'an unsupported type',
    { ...descriptor, display: { formats: { 'deposit(int256 a)': { intent: 'A', fields: [] } } } },
  ],
  ['an invalid signature', { ...descriptor, display: { formats: { 'deposit(': { intent: 'A', fields: [] } } } }],
])('a descriptor with %s is ignored', (_, source) => {
  const descriptors = readDescriptor(source, selectorOf)
  expect(describeAt(VAULT, data, { ...context, descriptors }).kind).toBe('unknownCall')
})
function withField(field: object) {
  return { ...descriptor, display: { formats: { [SIGNATURE]: { intent: 'A', fields: [field] } } } }
}

test.each([
  ['f()', '()'],
  ['f(uint256)', '(uint256)'],
  ['function f(address a,bytes calldata b)', '(address,bytes)'],
  ['f(tuple(address a, (bytes32 b)[] c)[] d, string e)', '((address,(bytes32)[])[],string)'],
  ['f(uint256', undefined],
  ['f(uint256) returns (uint256)', undefined],
  ['f(,)', undefined],
])('the signature %s has the types %s', (signature, types) => {
  const read = readSignature(signature)
  expect(read && typesOf(read)).toBe(types)
})

test('values that a descriptor leaves out are still shown, under their own names', () => {
  const [one] = context.descriptors ?? []
  if (one?.type !== 'call') throw new Error('there is no descriptor')
  const silent = { ...context, descriptors: [{ ...one, fields: [] }] }
  expect(describeAt(VAULT, data, silent).fields?.map(({ name }) => name)).toEqual([
    'order.token',
    'order.amount',
    'receiver',
    'until',
    'note',
  ])
  expect(shown(describeAt(VAULT, data, silent))).toContain('!nativeValue 7/18 ETH')
})

test.each([
  ['duration', {}, 3_725n, { type: 'text', text: '01:02:05', hasHidden: false }],
  ['date', { encoding: 'blockheight' }, 9n, { type: 'integer', integer: 9n }],
  ['date', { encoding: 'timestamp' }, 9n, { type: 'time', seconds: 9n }],
  ['enum', { $ref: '$.metadata.enums.kind' }, 2n, { type: 'text', text: 'Slow', hasHidden: false }],
  ['enum', { $ref: '$.metadata.enums.kind' }, 3n, { type: 'integer', integer: 3n }],
  ['enum', { $ref: '$.metadata.enums.constructor' }, 2n, { type: 'integer', integer: 2n }],
  ['tokenAmount', { token: USDC }, 5n, { type: 'amount', amount: 5n, decimals: 6, symbol: 'USDC' }],
  [
    'tokenAmount',
    { token: THIEF, nativeCurrencyAddress: [THIEF] },
    5n,
    { type: 'amount', amount: 5n, decimals: 18, symbol: 'ETH' },
  ],
  [
    'tokenAmount',
    { token: USDC, threshold: '0x0', message: 'Nothing' },
    (1n << 256n) - 1n,
    { type: 'amount', amount: (1n << 256n) - 1n, decimals: 6, symbol: 'USDC', isUnlimited: true },
  ],
  ['calldata', {}, 5n, { type: 'integer', integer: 5n }],
])('a value in the format %s with %j is shown as %s', (format, params, value, expected) => {
  const source = {
    context: { contract: { deployments: [{ chainId: 1, address: VAULT }] } },
    metadata: { enums: { kind: { 2: 'Slow' } } },
    display: {
      formats: { 'f(uint256[] all)': { intent: 'Do', fields: [{ path: 'all.[-1]', label: 'It', format, params }] } },
    },
  }
  const bytes = encodeFunctionData({ abi: parseAbi(['function f(uint256[] all)']), args: [[8n, value]] })
  const around = { ...CONTEXT, descriptors: readDescriptor(source, selectorOf) }
  const { fields } = describeTransaction({ from: ACCOUNT, to: VAULT, data: bytes }, around)
  expect(fields?.[0]).toEqual({ name: 'It', type: 'uint256', value: expected })
  expect(fields?.[1]).toMatchObject({ name: 'all.0', value: { integer: 8n } })
})

test('every amount in a list is shown, each in the token that is listed with it', () => {
  const source = {
    context: { contract: { deployments: [{ chainId: 1, address: VAULT }] } },
    display: {
      formats: {
        'pay((address token, uint256 amount)[] orders)': {
          intent: 'Pay',
          fields: [
            { path: 'orders.[].amount', label: 'Pay', format: 'tokenAmount', params: { tokenPath: 'orders.[].token' } },
          ],
        },
      },
    },
  }
  const bytes = encodeFunctionData({
    abi: parseAbi(['function pay((address token, uint256 amount)[] orders)']),
    args: [
      [
        { token: USDC, amount: 1n },
        { token: THIEF, amount: 2n },
      ],
    ],
  })
  const around = { ...CONTEXT, descriptors: readDescriptor(source, selectorOf) }
  const { fields } = describeTransaction({ from: ACCOUNT, to: VAULT, data: bytes }, around)
  expect(fields?.map((one) => [one.name, 'value' in one && one.value])).toEqual([
    ['Pay', { type: 'amount', amount: 1n, decimals: 6, symbol: 'USDC' }],
    ['Pay', { type: 'amount', amount: 2n }],
    ['orders.0.token', { type: 'address', address: USDC }],
    ['orders.1.token', { type: 'address', address: THIEF }],
  ])
})

describe('typed data', () => {
  const types = {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Order: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'note', type: 'string' },
    ],
  }
  const ask = (key: string, verifyingContract: string = VAULT, primaryType = 'Order') =>
    describeRequest(
      {
        method: 'eth_signTypedData_v4',
        params: [
          ACCOUNT,
          {
            types: { ...types, ...(primaryType !== 'Order' && { [primaryType]: types.Order }) },
            primaryType,
            domain: { chainId: 1, verifyingContract },
            message: { token: USDC, amount: '5', note: 'x' },
          },
        ],
      },
      {
        ...CONTEXT,
        descriptors: readDescriptor(
          {
            context: { eip712: { deployments: [{ chainId: 1, address: VAULT }] } },
            display: {
              formats: {
                [key]: {
                  intent: 'Offer something',
                  fields: [
                    { path: 'amount', label: 'You give', format: 'tokenAmount', params: { tokenPath: 'token' } },
                  ],
                },
              },
            },
          },
          selectorOf,
        ),
      },
    )

  test.each(['Order', 'Order(address token,uint256 amount,string note)'])(
    'of type %s is described by its descriptor',
    (key) => {
      const { kind, lines, fields } = ask(key)
      expect([kind, lines[0]]).toEqual([
        'typedData',
        { labelKey: 'preview.intent', value: { type: 'text', text: 'Offer something', hasHidden: false } },
      ])
      expect(fields?.map(({ name }) => name)).toEqual(['You give', 'token', 'note'])
      expect(fields?.[0]).toMatchObject({ value: { type: 'amount', amount: 5n, symbol: 'USDC' } })
    },
  )

  test.each([
    ['for another contract', ask('Order', THIEF)],
    ['of another type', ask('Order', VAULT, 'Other')],
    ['of other members', ask('Order(address token,uint256 amount)')],
  ])('%s is shown without a descriptor', (_, { lines, fields }) => {
    expect(lines.some(({ labelKey }) => labelKey === 'preview.intent')).toBe(false)
    expect(fields?.map(({ name }) => name)).toEqual(['token', 'amount', 'note'])
  })
})

test('every known selector matches its signature, and the known descriptors use exactly these selectors', () => {
  for (const [signature, selector] of Object.entries(SELECTORS))
    expect([signature, selector]).toEqual([signature, selectorOf(signature)])
  const known = knownDescriptors('eip155:1').flatMap((one) => (one.type === 'call' ? [one.selector] : []))
  expect(known.toSorted()).toEqual(Object.values(SELECTORS).toSorted())
  expect(knownDescriptors('eip155:31337')).toEqual([])
})
