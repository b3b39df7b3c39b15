import fc from 'fast-check'
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  maxUint256,
  parseAbiItem,
  toEventSelector,
} from 'viem'
import { effectsOf } from './readLogs.ts'
import { eventReaders } from './tokenEvents.ts'

const ME = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x2222222222222222222222222222222222222222'
const THIEF = '0x3333333333333333333333333333333333333333'
const TOKEN = '0x7777777777777777777777777777777777777777'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const ROLES = { [WETH]: 'wrappedNative' } as const

/** The log that a node returns for an event, which is given in Solidity's syntax. */
function log(address: string, event: string, values: Readonly<Record<string, unknown>>) {
  const item = parseAbiItem(`event ${event}`) as AbiEvent
  const rest = item.inputs.filter(({ indexed }) => !indexed)
  return {
    address,
    topics: encodeEventTopics({ abi: [item], args: values } as never) as Hex[],
    data: encodeAbiParameters(
      rest,
      rest.map(({ name = '' }) => values[name]),
    ),
  }
}

const TRANSFER = 'Transfer(address indexed from, address indexed to, uint256 amount)'
const NFT_TRANSFER = 'Transfer(address indexed from, address indexed to, uint256 indexed id)'
const SINGLE =
  'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount)'
const BATCH =
  'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] amounts)'
const DEPOSIT = 'Deposit(address indexed dst, uint256 wad)'
const WITHDRAWAL = 'Withdrawal(address indexed src, uint256 wad)'
const APPROVAL = 'Approval(address indexed owner, address indexed spender, uint256 amount)'
const NFT_APPROVAL = 'Approval(address indexed owner, address indexed approved, uint256 indexed id)'
const FOR_ALL = 'ApprovalForAll(address indexed owner, address indexed operator, bool approved)'
const PERMIT2_APPROVAL =
  'Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)'
const PERMIT2_PERMIT =
  'Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)'

const effects = (...logs: ReturnType<typeof log>[]) => effectsOf(logs, ME, ROLES)
const change = (amount: bigint, token?: string, tokenId?: bigint) => ({
  address: ME,
  ...(token && { token }),
  ...(tokenId !== undefined && { tokenId }),
  change: amount,
})
const NOTHING = { changes: [], grants: [], isPartial: false }

test.each([...eventReaders].map(([topic, { event }]) => [event, topic]))('%s is %s', (event, topic) => {
  expect(toEventSelector(`event ${event}`)).toBe(topic)
})

test.each<[string, ReturnType<typeof log>[], ReturnType<typeof change>[]]>([
  ['a coin transfer', [log(NATIVE, TRANSFER, { from: ME, to: FRIEND, amount: 5n })], [change(-5n)]],
  ['a token transfer', [log(TOKEN, TRANSFER, { from: FRIEND, to: ME, amount: 5n })], [change(5n, TOKEN)]],
  ['an NFT transfer', [log(TOKEN, NFT_TRANSFER, { from: ME, to: FRIEND, id: 7n })], [change(-1n, TOKEN, 7n)]],
  [
    'an ERC-1155 transfer',
    [log(TOKEN, SINGLE, { operator: ME, from: ME, to: THIEF, id: 7n, amount: 3n })],
    [change(-3n, TOKEN, 7n)],
  ],
  [
    'an ERC-1155 transfer by an approved operator',
    [log(TOKEN, SINGLE, { operator: THIEF, from: ME, to: THIEF, id: 7n, amount: 3n })],
    [change(-3n, TOKEN, 7n)],
  ],
  [
    'an ERC-1155 batch transfer',
    [log(TOKEN, BATCH, { operator: ME, from: ME, to: THIEF, ids: [7n, 8n], amounts: [3n, 4n] })],
    [change(-3n, TOKEN, 7n), change(-4n, TOKEN, 8n)],
  ],
  [
    'wrapping coins',
    [log(NATIVE, TRANSFER, { from: ME, to: WETH, amount: 5n }), log(WETH, DEPOSIT, { dst: ME, wad: 5n })],
    [change(-5n), change(5n, WETH)],
  ],
  [
    'unwrapping coins',
    [log(WETH, WITHDRAWAL, { src: ME, wad: 5n }), log(NATIVE, TRANSFER, { from: WETH, to: ME, amount: 5n })],
    [change(-5n, WETH), change(5n)],
  ],
  [
    'wrapping coins with two logs for the same amount',
    [log(WETH, TRANSFER, { from: ZERO_ADDRESS, to: ME, amount: 5n }), log(WETH, DEPOSIT, { dst: ME, wad: 5n })],
    [change(5n, WETH)],
  ],
  [
    'a token transfer that is returned',
    [
      log(TOKEN, TRANSFER, { from: ME, to: FRIEND, amount: 5n }),
      log(TOKEN, TRANSFER, { from: FRIEND, to: ME, amount: 5n }),
    ],
    [],
  ],
])('%s shows the changed balances', (_, logs, changes) => {
  expect(effects(...logs)).toEqual({ changes, grants: [], isPartial: false })
})

test.each<[string, ReturnType<typeof log>[], object[]]>([
  [
    'a limited amount of a token',
    [log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: 5n })],
    [{ token: TOKEN, spender: THIEF, amount: 5n }],
  ],
  [
    'an unlimited amount of a token',
    [log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: maxUint256 })],
    [{ token: TOKEN, spender: THIEF, amount: maxUint256, isUnlimited: true }],
  ],
  ['nothing after a revocation', [log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: 0n })], []],
  [
    'the amount of the last of several allowances',
    [
      log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: 9n }),
      log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: 4n }),
    ],
    [{ token: TOKEN, spender: THIEF, amount: 4n }],
  ],
  [
    'one NFT, if it was the last to be approved',
    [
      log(TOKEN, NFT_APPROVAL, { owner: ME, approved: FRIEND, id: 7n }),
      log(TOKEN, NFT_APPROVAL, { owner: ME, approved: THIEF, id: 7n }),
    ],
    [{ token: TOKEN, spender: THIEF, tokenId: 7n }],
  ],
  ['no NFT after a revocation', [log(TOKEN, NFT_APPROVAL, { owner: ME, approved: ZERO_ADDRESS, id: 7n })], []],
  [
    'all NFTs of a collection',
    [log(TOKEN, FOR_ALL, { owner: ME, operator: THIEF, approved: true })],
    [{ token: TOKEN, spender: THIEF }],
  ],
  ['no collection after a revocation', [log(TOKEN, FOR_ALL, { owner: ME, operator: THIEF, approved: false })], []],
  [
    'a limited amount through Permit2',
    [log(PERMIT2, PERMIT2_APPROVAL, { owner: ME, token: TOKEN, spender: THIEF, amount: 5n, expiration: 9 })],
    [{ token: TOKEN, spender: THIEF, amount: 5n }],
  ],
  [
    'an unlimited amount through a signed Permit2 permit',
    [
      log(PERMIT2, PERMIT2_PERMIT, {
        owner: ME,
        token: TOKEN,
        spender: THIEF,
        amount: (1n << 160n) - 1n,
        expiration: 9,
        nonce: 1,
      }),
    ],
    [{ token: TOKEN, spender: THIEF, amount: (1n << 160n) - 1n, isUnlimited: true }],
  ],
  [
    'an unlimited amount of a token, despite a revocation in Permit2',
    [
      log(TOKEN, APPROVAL, { owner: ME, spender: THIEF, amount: maxUint256 }),
      log(PERMIT2, PERMIT2_APPROVAL, { owner: ME, token: TOKEN, spender: THIEF, amount: 0n, expiration: 9 }),
    ],
    [{ token: TOKEN, spender: THIEF, amount: maxUint256, isUnlimited: true }],
  ],
])('a spender may take %s', (_, logs, grants) => {
  expect(effects(...logs)).toEqual({ changes: [], grants, isPartial: false })
})

test("transfers between others, and allowances given to the visitor, do not change the visitor's balances", () => {
  expect(
    effects(
      log(TOKEN, TRANSFER, { from: FRIEND, to: THIEF, amount: 5n }),
      log(TOKEN, SINGLE, { operator: ME, from: FRIEND, to: THIEF, id: 7n, amount: 3n }),
      log(TOKEN, APPROVAL, { owner: FRIEND, spender: ME, amount: 5n }),
      log(TOKEN, 'Noted(address indexed who, uint256 what)', { who: FRIEND, what: 5n }),
    ),
  ).toEqual(NOTHING)
})

test("a pool's swap event adds nothing to the token transfers", () => {
  const swap =
    'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)'
  const amounts = { amount0In: 5n, amount1In: 0n, amount0Out: 0n, amount1Out: 4n }
  expect(
    effects(
      log(TOKEN, TRANSFER, { from: ME, to: FRIEND, amount: 5n }),
      log(FRIEND, swap, { sender: THIEF, to: ME, ...amounts }),
    ),
  ).toEqual({ changes: [change(-5n, TOKEN)], grants: [], isPartial: false })
})

test.each<[string, ReturnType<typeof log>]>([
  [
    'an unknown event',
    log(TOKEN, 'PunkTransfer(address indexed from, address indexed to, uint256 id)', { from: ME, to: THIEF, id: 7n }),
  ],
  [
    'an unknown event with the account in its data',
    log(TOKEN, 'Lost(address who, uint256 amount)', { who: ME, amount: 7n }),
  ],
  [
    'a transfer event without indexed fields',
    log(TOKEN, 'Transfer(address from, address to, uint256 id)', { from: ME, to: THIEF, id: 7n }),
  ],
  ['a deposit at any other contract', log(TOKEN, DEPOSIT, { dst: ME, wad: 5n })],
  ['a withdrawal from any other contract', log(TOKEN, WITHDRAWAL, { src: ME, wad: 5n })],
  [
    'a Permit2 allowance event of another contract',
    log(TOKEN, PERMIT2_APPROVAL, { owner: ME, token: TOKEN, spender: THIEF, amount: 5n, expiration: 9 }),
  ],
  [
    'an ERC-1155 batch with lists of different lengths',
    log(TOKEN, BATCH, { operator: ME, from: ME, to: THIEF, ids: [7n, 8n], amounts: [3n] }),
  ],
])('%s makes the changes unknown', (_, unread) => {
  expect(effects(unread)).toEqual({ ...NOTHING, isPartial: true })
})

test('malformed logs, or too many of them, give no result', () => {
  expect(effectsOf([null], ME)).toBeUndefined()
  expect(effectsOf([{ address: TOKEN, topics: [5], data: '0x' }], ME)).toBeUndefined()
  const one = log(TOKEN, TRANSFER, { from: FRIEND, to: THIEF, amount: 5n })
  expect(effectsOf(Array(501).fill(one), ME)).toBeUndefined()
})

test('an account is found in whatever case its address is written', () => {
  const mixed = `0x${'aB'.repeat(20)}`
  const sent = log(TOKEN, TRANSFER, { from: mixed.toLowerCase(), to: THIEF, amount: 5n })
  const upper = { ...sent, address: sent.address.toUpperCase().replace('X', 'x') }
  expect(effectsOf([upper], mixed)?.changes).toEqual([{ ...change(-5n, TOKEN), address: mixed.toLowerCase() }])
})

const hex = (max: number) => fc.uint8Array({ maxLength: max }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const word = fc.oneof(
  fc.constantFrom(ME, THIEF, ZERO_ADDRESS).map((address) => `0x${address.slice(2).padStart(64, '0')}`),
  fc.bigInt(0n, maxUint256).map((value) => `0x${value.toString(16).padStart(64, '0')}`),
)

test('any log that names the account counts as a change, as an allowance or as unknown', () => {
  const topics = fc.tuple(fc.oneof(fc.constantFrom(...eventReaders.keys()), word), fc.array(word, { maxLength: 3 }))
  const data = fc.oneof(
    hex(100),
    fc.array(word, { maxLength: 4 }).map((all) => `0x${all.map((one) => one.slice(2)).join('')}`),
  )
  fc.assert(
    fc.property(fc.constantFrom(TOKEN, WETH, PERMIT2, NATIVE), topics, data, (address, [event, rest], source) => {
      const found = effectsOf([{ address, topics: [event, ...rest], data: source }], ME, ROLES)
      expect(found).toBeDefined()
      const isNamed = [event, ...rest, source].some((text) => text.includes(ME.slice(2)))
      const isKnown = eventReaders.has(event)
      if (isNamed && !isKnown) expect(found?.isPartial).toBe(true)
      if (!isNamed) expect(found).toEqual(NOTHING)
    }),
    { numRuns: 2_000 },
  )
})
