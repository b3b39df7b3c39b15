import type { CaipNetworkId } from '@portico/contracts'
import {
  currencyOf,
  EvmTransferTransaction,
  PAYMENTS_PATHS,
  TransferError,
  TransferQuote,
  TransferStatus,
} from '@portico/contracts/services/payments'
import { assert, asyncProperty, bigInt, constantFrom } from 'fast-check'
import { parse } from 'valibot'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { DEVELOPMENT_ADDRESSES, MULTICALL3_ADDRESS } from '../../local/chains/evmContracts.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import { payTestMoney } from '../../local/testMoney/exchange/payTestMoney'
import { solanaHoldings } from '../../services/src/blockchainApi/balances/solanaHoldings.ts'
import { exactOutputAbi } from '../../services/src/blockchainApi/pools/poolAbis.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { paymentsApi } from '../../services/src/payments/paymentsApi.ts'
import { createExchangeVisitor } from '../../services/testing/exchangeVisitor.ts'
import {
  addressOf,
  LOCAL_NETWORK,
  type PoolParts,
  partsOver,
  startLocalPools,
} from '../../services/testing/localPools.ts'
import { mined } from '../../services/testing/mined.ts'
import { withProject } from '../../services/testing/onrampSuite.ts'
import { type OtherChains, startOtherChains } from '../support/otherChains.ts'

/** Payments as the real service builds them, over real pools, executed as a wallet would do it. */

jest.setTimeout(60_000)

const [PAYER, OTHER_PAYER] = DEVELOPMENT_ADDRESSES
const SHOP_OWNER: Address = '0x000000000000000000000000000000000000dEaD'
const VALID_S = 1_200

let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts
let snapshot: Hex

beforeAll(async () => {
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  snapshot = await chain.client.snapshot()
})
afterEach(() => chain.client.revert({ id: snapshot }))

const assetOf = (symbol: string) => (symbol === 'ETH' ? 'native' : addressOf(symbol))
const currency = (symbol: string) => currencyOf({ network: LOCAL_NETWORK, asset: assetOf(symbol) })

const request = (path: string, init?: RequestInit) =>
  createApp(parts.log).route('/', paymentsApi(parts, parts.pools)).request(path, init)

const askQuote = (from: string, to: string, amount: bigint, change: object = {}) => {
  const body = {
    user: PAYER,
    originChainId: '31337',
    originCurrency: currency(from),
    destinationChainId: '31337',
    destinationCurrency: currency(to),
    recipient: SHOP_OWNER,
    amount: String(amount),
    ...change,
  }
  return request(withProject(PAYMENTS_PATHS.quote), { method: 'POST', body: JSON.stringify(body) })
}

async function quoteOf(from: string, to: string, amount: bigint, change: object = {}) {
  const answer = await askQuote(from, to, amount, change)
  const body: unknown = await answer.json()
  expect([answer.status, body]).toEqual([200, expect.anything()])
  const quote = parse(TransferQuote, body)
  const steps = quote.steps.map((step) => parse(EvmTransferTransaction, 'transaction' in step && step.transaction))
  const [requestId = ''] = new Set(quote.steps.map((step) => step.requestId))
  return { ...quote, steps, requestId, most: BigInt(quote.origin.amount) }
}

async function statusOf(requestId: string, txHash?: Hash) {
  const query = new URLSearchParams({ requestId, ...(txHash && { txHash }) })
  const answer = await request(`${withProject(PAYMENTS_PATHS.status)}&${query}`)
  return parse(TransferStatus, await answer.json())
}

const send = ({ from, to, data, value, gas }: EvmTransferTransaction) =>
  chain.client.sendTransaction({
    account: from as Address,
    chain: null,
    to: to as Address,
    data: data as Hex,
    value: BigInt(value),
    ...(gas && { gas: BigInt(gas) }),
  })

const balanceOf = (symbol: string, owner: Address) =>
  symbol === 'ETH'
    ? chain.client.getBalance({ address: owner })
    : chain.client.readContract({
        abi: erc20Abi,
        address: addressOf(symbol),
        functionName: 'balanceOf',
        args: [owner],
      })

const PAIRS = [
  ['USDC', 'DAI', parseEther('25')],
  ['USDC', 'ETH', parseEther('0.01')],
  ['ETH', 'USDC', parseUnits('25', 6)],
  ['DAI', 'USDC', 1n],
] as const

describe.each(PAIRS)('%s for %s', (from, to, amount) => {
  test('exactly the requested amount arrives, and no more than the quoted price is paid', async () => {
    const { steps, requestId, most, origin, destination } = await quoteOf(from, to, amount)
    expect([origin.currency.metadata.symbol, destination.currency.metadata.symbol]).toEqual([from, to])
    expect(destination.amount).toBe(String(amount))
    expect(BigInt(origin.expected ?? 0) <= most).toBe(true)
    expect(steps.map((step) => step.to)).toEqual([
      ...(from === 'ETH' ? [] : [addressOf(from)]),
      UNISWAP_CONTRACTS.router,
    ])
    expect(await statusOf(requestId)).toEqual({ status: 'waiting' })

    const [had, owned] = await Promise.all([balanceOf(to, SHOP_OWNER), balanceOf(from, PAYER)])
    let hash: Hash = '0x'
    let fees = 0n
    for (const step of steps) {
      hash = await send(step)
      const { status, gasUsed, effectiveGasPrice } = await mined(chain.client, hash)
      expect(status).toBe('success')
      if (from === 'ETH') fees += gasUsed * effectiveGasPrice
    }
    expect((await balanceOf(to, SHOP_OWNER)) - had).toBe(amount)
    const paid = owned - (await balanceOf(from, PAYER)) - fees
    expect(paid).toBe(BigInt(origin.expected ?? 0))
    expect(await statusOf(requestId, hash)).toEqual({ status: 'success', txHash: hash })
    // Also without the hash, as after a reload or on another device.
    expect(await statusOf(requestId)).toEqual({ status: 'success', txHash: hash })
  })

  test('the calls decode to approvals of the maximum price and a swap with amount, limit, recipient and deadline', async () => {
    const { steps, most } = await quoteOf(from, to, amount)
    const [call, ...approvals] = [...steps].reverse()
    for (const approval of approvals) {
      const read = decodeFunctionData({ abi: erc20Abi, data: approval.data as Hex })
      expect([read, approval.value]).toEqual([{ functionName: 'approve', args: [UNISWAP_CONTRACTS.router, most] }, '0'])
    }
    const { functionName, args } = decodeFunctionData({ abi: exactOutputAbi, data: call?.data as Hex })
    const limit = from === 'ETH' ? [] : [most]
    expect(args).toEqual([amount, ...limit, expect.any(Array), SHOP_OWNER, expect.any(BigInt)])
    expect([functionName, call?.value, call?.from]).toEqual([
      from === 'ETH' ? 'swapETHForExactTokens' : `swapTokensForExact${to === 'ETH' ? 'ETH' : 'Tokens'}`,
      from === 'ETH' ? String(most) : '0',
      PAYER,
    ])
  })
})

test('a sufficient allowance is not requested again', async () => {
  const first = await quoteOf('USDC', 'DAI', parseEther('25'))
  expect(first.steps).toHaveLength(2)
  await mined(chain.client, await send(first.steps[0] as EvmTransferTransaction))
  expect((await quoteOf('USDC', 'DAI', parseEther('25'))).steps).toHaveLength(1)
  expect((await quoteOf('USDC', 'DAI', parseEther('26'))).steps).toHaveLength(2)
})

test('any amount arrives in full, to the last unit', async () => {
  const amounts = bigInt(1n, parseUnits('400', 6))
  await assert(
    asyncProperty(constantFrom('ETH', 'DAI'), amounts, async (from, amount) => {
      const before = await balanceOf('USDC', SHOP_OWNER)
      const { steps } = await quoteOf(from, 'USDC', amount)
      for (const step of steps) expect((await mined(chain.client, await send(step))).status).toBe('success')
      expect((await balanceOf('USDC', SHOP_OWNER)) - before).toBe(amount)
    }),
    { numRuns: 12 },
  )
})

test('a payment of a smart account, wrapped in another call, is recognized', async () => {
  const amount = parseUnits('25', 6)
  const { steps, requestId, origin } = await quoteOf('ETH', 'USDC', amount)
  const [call] = steps
  const abi = parseAbi([
    'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function aggregate3Value(Call[] calls) payable',
  ])
  const wrapped = (allowFailure: boolean, value: bigint) =>
    encodeFunctionData({
      abi,
      args: [[{ target: call?.to as Address, allowFailure, value, callData: call?.data as Hex }]],
    })
  const sendWrapped = async (allowFailure: boolean, value: bigint) => {
    const around = { ...(call as EvmTransferTransaction), to: MULTICALL3_ADDRESS, gas: '1000000' }
    const hash = await send({ ...around, data: wrapped(allowFailure, value), value: String(value) })
    expect((await mined(chain.client, hash)).status).toBe('success')
    return hash
  }
  // With too little value the inner call fails, and the outer one does not.
  const failed = await sendWrapped(true, 1n)
  expect(await statusOf(requestId, failed)).toEqual({ status: 'failure', txHash: failed })
  expect(await statusOf(requestId)).toEqual({ status: 'waiting' })

  // The contract that wraps the call accepts no change, so the exact price is sent.
  const paid = await sendWrapped(false, BigInt(origin.expected ?? 0))
  for (const hash of [paid, failed, undefined]) {
    expect(await statusOf(requestId, hash)).toEqual({ status: 'success', txHash: paid })
  }
})

describe('what can go wrong', () => {
  test('if the price has moved beyond the quote, nothing is paid, and the status says so', async () => {
    const { steps, requestId } = await quoteOf('ETH', 'USDC', parseUnits('25', 6))
    const other = await quoteOf('ETH', 'USDC', parseUnits('300000', 6), { user: OTHER_PAYER, recipient: OTHER_PAYER })
    for (const step of other.steps) await mined(chain.client, await send(step))
    const before = await balanceOf('USDC', SHOP_OWNER)
    const hash = await send(steps[0] as EvmTransferTransaction)
    expect((await mined(chain.client, hash)).status).toBe('reverted')
    expect(await statusOf(requestId, hash)).toEqual({ status: 'failure', txHash: hash })
    expect(await balanceOf('USDC', SHOP_OWNER)).toBe(before)
  })

  test('an unconfirmed transaction is pending', async () => {
    const { steps, requestId } = await quoteOf('ETH', 'USDC', 1n)
    await chain.client.setAutomine(false)
    try {
      const hash = await send(steps[0] as EvmTransferTransaction)
      expect(await statusOf(requestId, hash)).toEqual({ status: 'pending', txHash: hash })
      await chain.client.mine({ blocks: 1 })
      expect(await statusOf(requestId, hash)).toEqual({ status: 'success', txHash: hash })
    } finally {
      await chain.client.setAutomine(true)
    }
  })

  test('a payment that is not made in time fails for good', async () => {
    const { requestId } = await quoteOf('ETH', 'USDC', 1n)
    await chain.client.increaseTime({ seconds: VALID_S + 60 })
    await chain.client.mine({ blocks: 1 })
    expect(await statusOf(requestId)).toEqual({ status: 'timeout' })
  })

  test("another payer's transaction does not count as the payment", async () => {
    const { requestId } = await quoteOf('ETH', 'USDC', parseUnits('25', 6))
    const other = await quoteOf('ETH', 'USDC', parseUnits('25', 6), { user: OTHER_PAYER, recipient: OTHER_PAYER })
    const hash = await send(other.steps[0] as EvmTransferTransaction)
    await mined(chain.client, hash)
    expect(await statusOf(requestId, hash)).toEqual({ status: 'pending' })
  })

  test.each([
    ['more than the pools have', 'USDC', 'DAI', parseEther('1000000000'), {}, 400, 'payments.noRoute'],
    ['a token that no pool has', 'USDC', 'TKT', 1n, {}, 400, 'payments.noRoute'],
    ['the same asset', 'USDC', 'USDC', 1n, {}, 400, 'payments.sameAsset'],
    ['another network', 'USDC', 'DAI', 1n, { destinationChainId: '1' }, 400, 'payments.unsupported'],
    [
      'a token that is not listed',
      'USDC',
      'DAI',
      1n,
      { destinationCurrency: OTHER_PAYER },
      400,
      'payments.unsupported',
    ],
    [
      'payment with an address that is not a token',
      'USDC',
      'DAI',
      1n,
      { originCurrency: OTHER_PAYER },
      400,
      'payments.unsupported',
    ],
  ] as const)('%s: refused, with a message to show', async (_, from, to, amount, change, status, code) => {
    const answer = await askQuote(from, to, amount, change)
    const body = parse(TransferError, await answer.json())
    expect([answer.status, body.code, body.reasons?.[0]?.description]).toEqual([status, code, body.error])
  })

  test.each([
    ['no payer', { user: undefined }],
    ['a recipient of another family', { recipient: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' }],
    ['a zero amount', { amount: '0' }],
    ['a fraction of the smallest unit', { amount: '0.5' }],
    ['an amount above 256 bits', { amount: String(2n ** 256n) }],
  ])('%s: refused, with the usual error', async (_, change) => {
    const answer = await askQuote('USDC', 'DAI', 1n, change)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'request.invalid' } }])
  })

  test('an unknown payment request is reported as such', async () => {
    const answer = await request(`${withProject(PAYMENTS_PATHS.status)}&requestId=r-77`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'payments.unknownRequest' }])
  })
})

describe('the test exchange on Solana', () => {
  const SOLANA: CaipNetworkId = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
  const OWNER = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxE'
  let others: OtherChains

  beforeAll(async () => {
    others = await startOtherChains()
  }, 360_000)
  afterAll(() => others?.stop())

  function visitor() {
    const over = partsOver(new Map([[SOLANA, [others.solanaUrl]]]), { hasPools: false })
    const settings = { testExchange: payTestMoney(new Map([[SOLANA, others.solanaUrl]])) }
    const app = createApp(over.log).route('/', paymentsApi(over, over.pools, settings))
    const owned = async () => (await solanaHoldings(over)(SOLANA, OWNER))[0]?.amount ?? 0n
    return { owned, ...createExchangeVisitor(async (path, init) => app.request(path, init), SOLANA) }
  }

  test('pressing "Pay" twice pays the recipient exactly the requested amount, once', async () => {
    const { owned, begin, press, status } = visitor()
    const before = await owned()
    const { url, sessionId } = await begin('slip44:501', '0.123456789', OWNER)
    await Promise.all([press(url, 'pay'), press(url, 'pay')])
    expect((await owned()) - before).toBe(123_456_789n)
    expect(await status(sessionId)).toEqual({ status: 'SUCCESS', txHash: expect.stringMatching(/^\w{64,90}$/) })
  })

  test('no tokens are offered, because the faucet has none', async () => {
    const { list } = visitor()
    const asset = `${SOLANA}/token:2xJykkeb8UV18bhks8FigkTvX3Bq93cD5FnvA8QWTQWN`
    expect(await list({ asset })).toEqual({ exchanges: [], total: 0 })
  })
})
