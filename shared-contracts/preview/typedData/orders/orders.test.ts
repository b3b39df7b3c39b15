import fc from 'fast-check'
import type { PreviewContext } from '../../context.ts'
import { describeRequest } from '../../describeRequest.ts'
import type { Description } from '../../description.ts'
import { knownContracts } from '../../evm/knownContracts.ts'
import { NATIVE } from '../../evm/swapLines.ts'
import { allowanceSentences } from '../../shown/allowanceSentences.ts'
import { isOdd } from '../../shown/odd.ts'
import { ACCOUNT, APES, CONTEXT, FRIEND, shown, THIEF, UNKNOWN, USDC, WETH } from '../../testing/evmRequests.ts'
import {
  ape,
  blurOrder,
  blurRoot,
  cowOrder,
  dollars,
  ether,
  oneInchOrder,
  seaportBulk,
  seaportComponents,
  seaportOrder,
  type TestOrder,
  uniswapExclusive,
  uniswapV2,
  zeroExLimit,
  zeroExOtc,
  zeroExRfq,
} from '../../testing/orders.ts'

const known = knownContracts('eip155:1', true)
const WORLD: PreviewContext = { ...CONTEXT, names: known.names, roles: known.roles }

const sign = (order: TestOrder, context = WORLD) =>
  describeRequest({ method: 'eth_signTypedData_v4', params: [ACCOUNT, order] }, context)
/** The lines of the order itself, which come before those of its domain. */
const told = (description: Description) => {
  const lines = shown(description)
  const end = lines.findIndex((line) => line.startsWith('domainName'))
  return [description.kind, ...lines.slice(0, end < 0 ? undefined : end)]
}
const sentences = (description: Description) =>
  allowanceSentences(description, {
    amount: ({ amount, symbol }) => `${amount} ${symbol}`,
    address: (address) => address,
    text: (key, values) => `${key} ${values?.id}`,
  }).map(({ key, values, isDanger }) => `${isDanger ? '!!' : ''}${key} ${values?.amount}`)

const DEADLINE = 'deadline 4000000000'
const SALE = ['gives 1000000000/6 USDC', `token ${USDC}`, 'gets 500000000000000000/18 WETH', 'token WETH', DEADLINE]

test.each<[string, TestOrder, readonly string[]]>([
  ['CoW Protocol', cowOrder(), SALE],
  ['CoW Protocol, to the seller', cowOrder({ receiver: NATIVE }), SALE],
  ['1inch', oneInchOrder(), SALE],
  ['0x, a limit order', zeroExLimit(), SALE],
  ['0x, an order for one quote', zeroExRfq(), SALE],
  [
    '0x, signed by the taker',
    zeroExOtc(),
    ['gives 500000000000000000/18 WETH', 'token WETH', 'gets 1000000000/6 USDC', `token ${USDC}`, DEADLINE],
  ],
  [
    'UniswapX, at the end of its auction',
    uniswapV2(),
    ['gives 1000000000/6 USDC', `token ${USDC}`, 'gets 400000000000000000/18 ETH', DEADLINE],
  ],
  [
    'UniswapX, with a share for another account',
    uniswapExclusive(),
    [
      'gives 1000000000/6 USDC',
      `token ${USDC}`,
      'gets 400000000000000000/18 ETH',
      'othersGet 1000000000000000/18 ETH',
      `receiver ${FRIEND}`,
      DEADLINE,
    ],
  ],
  [
    'Blur, a sale',
    blurOrder(),
    [
      'givesNft 7',
      `token ${APES}`,
      'gets 9500000000000000000/18 WETH',
      'token WETH',
      'othersGet 500000000000000000/18 WETH',
      'token WETH',
      `receiver ${FRIEND}`,
      DEADLINE,
    ],
  ],
  [
    'Blur, a purchase',
    blurOrder({ side: 0 }),
    ['gives 10000000000000000000/18 WETH', 'token WETH', '!getsAnyNft', `token ${APES}`, DEADLINE],
  ],
  [
    'Seaport, a sale',
    seaportOrder(
      [ape('7')],
      [
        [ether('9000000000000000000'), ACCOUNT],
        [ether('1000000000000000000'), FRIEND],
      ],
    ),
    [
      'givesNft 7',
      `token ${APES}`,
      'gets 9000000000000000000/18 ETH',
      'othersGet 1000000000000000000/18 ETH',
      `receiver ${FRIEND}`,
      DEADLINE,
    ],
  ],
  [
    'Seaport, at a falling price',
    seaportOrder([dollars('5000000', '7000000')], [[[2, APES, '9', '1'], ACCOUNT]]),
    ['gives 7000000/6 USDC', `token ${USDC}`, 'getsNft 9', `token ${APES}`, DEADLINE],
  ],
])(
  'an order shows what is given, what comes back, who else gets something, and when it ends: %s',
  (_, order, lines) => {
    expect(told(sign(order))).toEqual(['order', ...lines])
  },
)

test.each<[string, TestOrder, readonly string[]]>([
  ['nothing', seaportOrder([dollars('1000000000000')], []), ['!!preview.givesAway 1000000000000 USDC']],
  [
    'a payment to another account',
    seaportOrder([dollars('1000000000000')], [[ether('1000000000000000000'), THIEF]]),
    ['!!preview.givesAway 1000000000000 USDC'],
  ],
  [
    'one wei',
    seaportOrder([dollars('1000000000000')], [[ether('1'), ACCOUNT]]),
    ['!!preview.givesForDust 1000000000000 USDC'],
  ],
  [
    'a price that falls to zero',
    seaportOrder([dollars('1000000000000')], [[[0, NATIVE, '0', '1000000000000000000', '0'], ACCOUNT]]),
    ['!!preview.givesAway 1000000000000 USDC'],
  ],
  ['an NFT for nothing', seaportOrder([ape('7')], []), ['!!preview.givesAway preview.nft 7']],
  ['a sale at CoW for another account', cowOrder({ receiver: THIEF }), ['!!preview.givesAway 1000000000 USDC']],
  ['a purchase of nothing at CoW', cowOrder({ kind: 'buy', buyAmount: '0' }), ['!!preview.givesAway 1000000000 USDC']],
  [
    'a sale at CoW with a fee on top',
    cowOrder({ buyAmount: '0', feeAmount: '5' }),
    ['!!preview.givesAway 1000000005 USDC'],
  ],
  ['a sale at 1inch for another account', oneInchOrder({ receiver: THIEF }), ['!!preview.givesAway 1000000000 USDC']],
  ['an order at 0x for nothing', zeroExLimit({ takerAmount: '0' }), ['!!preview.givesAway 1000000000 USDC']],
  ['an auction at UniswapX for another account', uniswapV2(THIEF), ['!!preview.givesAway 1000000000 USDC']],
  [
    'a sale at Blur that consists of fees only',
    blurOrder({ fees: [{ rate: 10_000, recipient: THIEF }] }),
    ['!!preview.givesAway preview.nft 7'],
  ],
])('what is given for %s is shown as given away', (_, order, said) => {
  const description = sign(order)
  expect([description.kind, isOdd(description), ...sentences(description)]).toEqual(['order', true, ...said])
})

test('an order for any NFT of a collection says that the other side chooses the NFT', () => {
  const any = (offer: readonly [number, string, string, string]) => sign(seaportOrder([offer], [[ether('1'), ACCOUNT]]))
  expect([shown(any([4, APES, '0', '1']))[0], isOdd(any([4, APES, '0', '1']))]).toEqual(['!givesAnyNft', true])
  expect(shown(any([5, APES, '0', '3'])).slice(0, 2)).toEqual(['!givesAnyNft', 'amount 3'])
})

test('orders in a tree are shown one by one, and only one that gives something away raises a warning', () => {
  const sale = seaportComponents([ape('7')], [[ether('9000000000000000000'), ACCOUNT]])
  const theft = seaportComponents([dollars('1000000000000')], [[ether('1'), THIEF]])
  const description = sign(seaportBulk(sale, theft, sale))
  expect([told(description), isOdd(description)]).toEqual([['order', 'orderCount 3'], true])
  const parts = description.parts ?? []
  expect(parts.map(isOdd)).toEqual([false, true, false])
  expect(parts.flatMap(sentences)).toEqual(['!!preview.givesAway 1000000000000 USDC'])
  expect(isOdd(sign(seaportBulk(sale)))).toBe(false)
})

test("another owner's order names that owner", () => {
  const description = sign(seaportOrder([ape('7')], [[ether('9000000000000000000'), FRIEND]], FRIEND))
  expect(shown(description)).toContain(`!from ${FRIEND}`)
  expect(shown(description)).toContain('gets 9000000000000000000/18 ETH')
})

const elsewhere = (order: TestOrder, domain: object): TestOrder => ({
  ...order,
  domain: { ...order.domain, ...domain },
})
const retyped = (order: TestOrder, name: string, from: string, to: string): TestOrder => ({
  ...order,
  types: {
    ...order.types,
    [name]: (order.types[name] ?? []).map((one) => (one.type === from ? { ...one, type: to } : one)),
  },
})
test.each<[string, TestOrder]>([
  ['for a contract that is not an exchange', elsewhere(cowOrder(), { verifyingContract: UNKNOWN })],
  ['for another exchange', elsewhere(cowOrder(), { verifyingContract: oneInchOrder().domain.verifyingContract })],
  ['on another network', elsewhere(cowOrder(), { chainId: 10 })],
  ['with changed members', retyped(cowOrder(), 'Order', 'uint32', 'uint64')],
  ['with an extension of which only the hash is included', oneInchOrder({ makerTraits: (1n << 249n).toString() })],
  ['of a kind unknown to CoW', cowOrder({ kind: 'gift' })],
  ['of a side unknown to Blur', blurOrder({ side: 2 })],
  ['with fees above the price', blurOrder({ fees: [{ rate: 10_001, recipient: THIEF }] })],
  ['with an item type unknown to Seaport', seaportOrder([[6, USDC, '0', '1']], [])],
  ['of which only the hash is included', blurRoot()],
  ['in an empty bulk', seaportBulk()],
])('an order %s has unknown effects', (_, order) => {
  const description = sign(order)
  expect([description.kind, shown(description)[0], isOdd(description)]).toEqual([
    'unknownTypedData',
    '!unknownTypedData',
    true,
  ])
})

test.each<[string, TestOrder]>([
  ['with a spender that is not a reactor', uniswapV2(ACCOUNT, UNKNOWN)],
  ['with a reactor other than its spender', uniswapV2(ACCOUNT, undefined, THIEF)],
])('a UniswapX order %s is shown as a Permit2 transfer', (_, order) => {
  expect(sign(order).kind).toBe('permit2')
})

test('whatever the amounts of a Seaport order, it gives at most and returns at least what is shown', () => {
  const amount = fc.bigInt(0n, (1n << 256n) - 1n)
  const items = fc.array(fc.tuple(amount, amount), { maxLength: 4 })
  const paid = fc.array(fc.tuple(amount, amount, fc.constantFrom(ACCOUNT, THIEF)), { maxLength: 4 })
  fc.assert(
    fc.property(items, paid, (offered, back) => {
      const description = sign(
        seaportOrder(
          offered.map(([start, end]) => dollars(`${start}`, `${end}`)),
          back.map(([start, end, receiver]) => [[1, WETH, '0', `${start}`, `${end}`], receiver] as const),
        ),
      )
      const sum = (key: string) =>
        description.lines.reduce(
          (total, { labelKey, value }) =>
            labelKey.startsWith(key) && value?.type === 'amount' ? total + value.amount : total,
          0n,
        )
      const most = (one: bigint, other: bigint) => (one > other ? one : other)
      const least = (one: bigint, other: bigint) => (one < other ? one : other)
      const gives = offered.reduce((total, [start, end]) => total + most(start, end), 0n)
      const gets = back.reduce((total, [start, end, who]) => (who === ACCOUNT ? total + least(start, end) : total), 0n)
      expect([sum('preview.gives'), sum('preview.gets')]).toEqual([gives, gets])
      if (gives > 0n && gets === 0n) expect(isOdd(description)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
