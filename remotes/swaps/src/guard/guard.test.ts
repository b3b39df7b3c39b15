import { addErrors, type EvmTransactionRequest } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { ADDRESS, OTHER_ADDRESS } from '@portico/contracts/testing'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { leastOf } from '../formulas.ts'
import { AGGREGATOR, DOLLAR, dollar, ether, euro, ROUTER, routers } from '../testing.ts'
import { caipOf, type Token } from '../token.ts'
import { checkApproval } from './checkApproval.ts'
import { checkSwap } from './checkSwap.ts'

/** An untrusted service: everything it builds is checked before any wallet request. */

beforeAll(() => addErrors(actingErrors))

const AMOUNT = 12_000_000n
const QUOTED = 5_000_000_000_000_000n
const NOW = Date.UTC(2026, 5, 1)
const SOON = BigInt(NOW / 1_000) + 1_200n
const WRAPPED = `0x${'7e'.repeat(20)}` as const

const differenceOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'it was taken'
}

describe('an approval', () => {
  const approve = (spender: string, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] })

  function check({ data = approve(ROUTER, AMOUNT), from = caipOf(dollar), value = '0' } = {}) {
    const tx = { from, to: caipOf(ether), data, value, eip155: { gas: undefined, gasPrice: '1' } }
    return checkApproval({ tx }, { account: ADDRESS, from: dollar, amount: AMOUNT, routers })
  }

  test('for exactly the amount, to a listed router, on the source token is requested', () => {
    expect(check().request).toEqual({
      namespace: 'eip155',
      caipNetworkId: 'eip155:1',
      from: ADDRESS,
      to: DOLLAR,
      value: 0n,
      data: approve(ROUTER, AMOUNT),
    })
  })

  test.each([
    ['another spender', { data: approve(OTHER_ADDRESS, AMOUNT) }, /for 0xfb69.*, which is unknown/],
    ['no limit', { data: approve(ROUTER, maxUint256) }, /for more than the swap/],
    ['one unit too many', { data: approve(ROUTER, AMOUNT + 1n) }, /for more than the swap/],
    ['too little', { data: approve(ROUTER, AMOUNT - 1n) }, /for less than the swap/],
    ['another token', { from: caipOf(euro) }, /for another token/],
    ['the coin', { from: caipOf(ether) }, /for another token/],
    ['another network', { from: `eip155:137:${DOLLAR}` }, /for another token/],
    ['a value', { value: '1' }, /would also send coins/],
    ['empty calldata', { data: '0x' as Hex }, /it isn’t an approval/],
    ['trailing bytes', { data: `${approve(ROUTER, AMOUNT)}00` as Hex }, /it isn’t an approval/],
    [
      'a transfer in its place',
      {
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [ROUTER, AMOUNT] }),
      },
      /it isn’t an approval/,
    ],
    [
      'an increased allowance',
      {
        data: encodeFunctionData({
          abi: parseAbi(['function increaseAllowance(address, uint256)']),
          args: [ROUTER, AMOUNT],
        }),
      },
      /it isn’t an approval/,
    ],
  ])('with %s is not requested, and the difference is named', (_, built, difference) => {
    const said = differenceOf(() => check(built as never))
    expect(said).toMatch(/^Nothing was sent: /)
    expect(said).toMatch(difference)
  })

  test('is always for the exact amount and a listed router, whatever the service builds', () => {
    const spender = fc.oneof(fc.constantFrom(ROUTER, AGGREGATOR), fc.constant(OTHER_ADDRESS))
    const amount = fc.oneof(
      fc.constantFrom(AMOUNT, AMOUNT + 1n, 0n, maxUint256),
      fc.bigInt({ min: 0n, max: maxUint256 }),
    )
    const data = fc.oneof(
      fc.tuple(spender, amount).map(([to, sum]) => approve(to, sum)),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => `0x095ea7b3${Buffer.from(bytes).toString('hex')}` as Hex),
    )
    fc.assert(
      fc.property(data, (built) => {
        let request: EvmTransactionRequest
        try {
          request = check({ data: built }).request
        } catch (error) {
          expect(error).toMatchObject({ code: 'transaction.unexpected' })
          return
        }
        expect([request.to, request.value]).toEqual([DOLLAR, 0n])
        expect([approve(ROUTER, AMOUNT), approve(AGGREGATOR, AMOUNT)]).toContain(request.data)
      }),
    )
  })
})

const v2 = parseAbi([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  'function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
])

interface Call {
  readonly from?: Token
  readonly to?: Token
  readonly amount?: bigint
  readonly minimum?: bigint
  readonly receiver?: string
  readonly deadline?: bigint
}

function uniswap({
  from = dollar,
  to = ether,
  amount = AMOUNT,
  minimum = leastOf(QUOTED, 100n),
  receiver = ADDRESS,
  deadline = SOON,
}: Call = {}): Hex {
  const path = [from.address ?? WRAPPED, to.address ?? WRAPPED] as Hex[]
  const last = [path, receiver as Hex, deadline] as const
  if (!from.address)
    return encodeFunctionData({ abi: v2, functionName: 'swapExactETHForTokens', args: [minimum, ...last] })
  const functionName = to.address ? 'swapExactTokensForTokens' : 'swapExactTokensForETH'
  return encodeFunctionData({ abi: v2, functionName, args: [amount, minimum, ...last] })
}

const oneInchAbi = parseAbi([
  'struct Description { address src; address dst; address srcReceiver; address dstReceiver; uint256 amount; uint256 min; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
  'function unoswap(uint256 token, uint256 amount, uint256 min, uint256 dex)',
])
const COIN = `0x${'e'.repeat(40)}` as const
const HELPER = `0x${'5a'.repeat(20)}` as const

function oneInch(
  { from = dollar, to = ether, amount = AMOUNT, minimum = leastOf(QUOTED, 100n), receiver = ADDRESS }: Call = {},
  flags = 0n,
): Hex {
  const desc = {
    src: (from.address ?? COIN) as Hex,
    dst: (to.address ?? COIN) as Hex,
    srcReceiver: HELPER,
    dstReceiver: receiver as Hex,
    amount,
    min: minimum,
    flags,
  }
  return encodeFunctionData({ abi: oneInchAbi, functionName: 'swap', args: [HELPER, desc, '0x1234'] })
}

interface Built {
  readonly data: Hex
  readonly router?: string
  readonly from?: Token
  readonly to?: Token
  readonly slippageBps?: bigint
  readonly amount?: bigint
}

function check({ data, router = ROUTER, from = dollar, to = ether, slippageBps = 100n, amount = AMOUNT }: Built) {
  const tx = {
    from: `eip155:1:${ADDRESS}`,
    to: `eip155:1:${router}`,
    data,
    amount: String(QUOTED),
    eip155: { gas: '1', gasPrice: '1' },
  }
  return checkSwap({ tx }, { account: ADDRESS, from, to, amount, routers, quoted: QUOTED, slippageBps, now: NOW })
}

describe.each([
  ['Uniswap', ROUTER, uniswap],
  ['1inch', AGGREGATOR, oneInch],
] as const)('a swap by %s', (_, router, build) => {
  test.each([
    ['a token for the coin', dollar, ether],
    ['the coin for a token', ether, dollar],
    ['a token for a token', dollar, euro],
  ])('of %s is requested as quoted', (_, from, to) => {
    const { request, minimum } = check({ data: build({ from, to }), router, from, to })
    expect(request).toMatchObject({ to: router, from: ADDRESS, value: from === ether ? AMOUNT : 0n })
    expect(minimum).toBe(leastOf(QUOTED, 100n))
  })

  test.each<[string, Call, RegExp]>([
    ['another recipient', { receiver: OTHER_ADDRESS }, /someone else would receive it/],
    ['less than was quoted', { minimum: leastOf(QUOTED, 100n) - 1n }, /you could receive less than quoted/],
    ['no guaranteed minimum', { minimum: 0n }, /you could receive less than quoted/],
    ['another amount', { amount: AMOUNT + 1n }, /for another amount/],
    ['another token to pay with', { from: euro }, /pays with another token/],
    ['another token to receive', { to: euro }, /is for another token/],
  ])('with %s is not requested, and the difference is named', (_, call, difference) => {
    expect(differenceOf(() => check({ data: build(call), router }))).toMatch(difference)
  })

  test('to a contract missing from the index is not requested', () => {
    expect(differenceOf(() => check({ data: build(), router: OTHER_ADDRESS }))).toMatch(/an unknown contract/)
  })

  test('keeps to the quote, whatever the service builds', () => {
    const bytes = fc.bigInt({ min: 0n, max: maxUint256 })
    fc.assert(
      fc.property(
        bytes,
        bytes,
        fc.constantFrom(ADDRESS, OTHER_ADDRESS),
        fc.bigInt({ min: 0n, max: 500n }),
        (minimum, amount, receiver, slippageBps) => {
          const isFine = minimum >= leastOf(QUOTED, slippageBps) && amount === AMOUNT && receiver === ADDRESS
          const run = () => check({ data: build({ minimum, amount, receiver }), router, slippageBps })
          if (isFine) expect(run().minimum).toBe(minimum)
          else expect(run).toThrow('Nothing was sent')
        },
      ),
    )
  })
})

test('a swap that pays with a token sends no coins, whatever value the service gives', () => {
  const tx = { from: `eip155:1:${ADDRESS}`, to: `eip155:1:${ROUTER}`, data: uniswap(), amount: '1', value: '999' }
  const built = { tx: { ...tx, eip155: { gas: '1', gasPrice: '1' } } }
  const wanted = { account: ADDRESS, from: dollar, to: ether, amount: AMOUNT, routers, quoted: QUOTED }
  expect(checkSwap(built, { ...wanted, slippageBps: 100n, now: NOW }).request.value).toBe(0n)
})

test.each([
  ['is out of date', uniswap({ deadline: SOON - 3_600n }), /has expired/],
  ['stays valid for too long', uniswap({ deadline: SOON + 86_400n }), /valid for too long/],
  ['never expires', uniswap({ deadline: maxUint256 }), /valid for too long/],
])('a swap whose quote %s is not requested', (_, data, difference) => {
  expect(differenceOf(() => check({ data }))).toMatch(difference)
})

test.each([
  ['no calldata', '0x' as Hex, ROUTER],
  ['only a selector', '0x38ed1739' as Hex, ROUTER],
  ['a call of the other router', oneInch(), ROUTER],
  ['trailing bytes', `${uniswap()}00` as Hex, ROUTER],
  [
    'an exact output, which may take more',
    encodeFunctionData({
      abi: v2,
      functionName: 'swapTokensForExactTokens',
      args: [QUOTED, maxUint256, [DOLLAR, WRAPPED], ADDRESS, SOON],
    }),
    ROUTER,
  ],
  ['truncated calldata', oneInch().slice(0, 400) as Hex, AGGREGATOR],
  ['a flag that allows less than the amount', oneInch({}, 1n), AGGREGATOR],
  ['a flag that requires more value than the amount', oneInch({}, 2n), AGGREGATOR],
  [
    'a call that does not name the token to receive',
    encodeFunctionData({ abi: oneInchAbi, functionName: 'unoswap', args: [BigInt(DOLLAR), AMOUNT, QUOTED, 1n] }),
    AGGREGATOR,
  ],
])('a swap with %s is unreadable and not requested', (_, data, router) => {
  expect(differenceOf(() => check({ data, router }))).toMatch(/we can’t tell what the swap does/)
})

test('1inch pays the sender if no receiver is named', () => {
  const data = oneInch({ receiver: `0x${'0'.repeat(40)}` })
  expect(check({ data, router: AGGREGATOR }).minimum).toBe(leastOf(QUOTED, 100n))
})
