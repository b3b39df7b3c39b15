import { PRICE_PATH, PRICES_MAX, Prices } from '@portico/contracts/services/prices'
import { anything, assert, asyncProperty, jsonValue, oneof, record, string } from 'fast-check'
import { parse } from 'valibot'
import { encodeFunctionData, maxUint256, parseEther } from 'viem'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import { routerAbi } from '../../services/src/blockchainApi/pools/poolAbis.ts'
import { pricesApi } from '../../services/src/blockchainApi/prices/pricesApi.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import {
  addressOf,
  caipOf,
  LOCAL_NETWORK,
  type PoolParts,
  partsOver,
  SHOP,
  startLocalPools,
} from '../../services/testing/localPools.ts'
import { mined } from '../../services/testing/mined.ts'
import { pricesSuite } from '../../services/testing/pricesSuite.ts'

/** Icon URL in the registry on the same origin. */
const icon = (symbol: string) => `http://localhost/public/getTokenImage/${symbol}`

let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts

beforeAll(async () => {
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain.stop())

const send = (body: unknown, over = parts) =>
  createApp(over.log)
    .route('/', pricesApi(over))
    .request(PRICE_PATH, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

async function ask(addresses: readonly string[], over = parts) {
  const answer = await send({ currency: 'usd', addresses, projectId: SHOP }, over)
  expect(answer.status).toBe(200)
  const body: unknown = await answer.json()
  const { fungibles } = parse(Prices, body)
  // The schema has dropped nothing.
  expect(fungibles).toHaveLength((body as { fungibles: unknown[] }).fungibles.length)
  return fungibles
}

describe('over pools', () =>
  pricesSuite(() => ({
    app: createApp(parts.log).route('/', pricesApi(parts)),
    coin: caipOf('ETH'),
    token: caipOf('DAI'),
    worthless: caipOf('TKT'),
  })))

test('a visitor sees the price in the pools: of a coin, of tokens, of an unlisted token', async () => {
  const asked = ['ETH', 'USDC', 'DAI', 'WETH'].map(caipOf)
  expect(await ask(asked)).toEqual([
    { address: asked[0], name: 'Ether', symbol: 'ETH', iconUrl: icon('ETH'), price: 3_000, decimals: 18 },
    { address: asked[1], name: 'USD Coin', symbol: 'USDC', iconUrl: icon('USDC'), price: 1, decimals: 6 },
    { address: asked[2], name: 'Dai Stablecoin', symbol: 'DAI', iconUrl: icon('DAI'), price: 1, decimals: 18 },
    { address: asked[3], name: 'Wrapped Ether', symbol: 'WETH', iconUrl: icon('WETH'), price: 3_000, decimals: 18 },
  ])
})

test('tokens without a pool, addresses without a token and unknown chains have no price', async () => {
  const account = `${LOCAL_NETWORK}:${DEVELOPMENT_ADDRESSES[0]}`
  expect(await ask([caipOf('TKT'), account, 'eip155:1:0xnothing', 'eip155:1:0x1', 'cosmos:hub:atom'])).toEqual([])
})

test('a swap changes the price', async () => {
  const { client } = chain
  const snapshot = await client.snapshot()
  const path = [UNISWAP_CONTRACTS.wrappedEther, addressOf('USDC')]
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, path, DEVELOPMENT_ADDRESSES[0], maxUint256],
  })
  const { router } = UNISWAP_CONTRACTS
  const transaction = { to: router, data, value: parseEther('10'), gas: 300_000n }
  const hash = await client.sendTransaction({ account: DEVELOPMENT_ADDRESSES[0], chain: null, ...transaction })
  expect((await mined(client, hash)).status).toBe('success')
  const [ether] = await ask([caipOf('ETH')])
  // A tiny swap through the router itself, without its fee of 0.3 %.
  const probe = 10n ** 12n
  const [, out = 0n] = await client.readContract({
    abi: routerAbi,
    address: router,
    functionName: 'getAmountsOut',
    args: [probe, path],
  })
  const byRouter = Number(out) / 1e6 / (Number(probe) / 1e18) / 0.997
  expect(ether?.price).toBeLessThan(2_950)
  expect(Math.abs((ether?.price ?? 0) / byRouter - 1)).toBeLessThan(0.001)
  await client.revert({ id: snapshot })
})

test('if the node does not respond, the service responds without prices, and logs that', async () => {
  const silent = partsOver(new Map([[LOCAL_NETWORK, [await freeUrl()]]]))
  expect(await ask([caipOf('ETH')], silent)).toEqual([])
  expect(silent.lines.join()).toContain('no price from the pools')
})

test.each([
  ['invalid JSON', 'currency=usd', 422, 'request.notJson'],
  ['no project', { currency: 'usd', addresses: [caipOf('ETH')] }, 401, 'project.missing'],
  ['an empty project', { currency: 'usd', addresses: [caipOf('ETH')], projectId: '' }, 401, 'project.missing'],
  ['a malformed project', { currency: 'usd', addresses: [caipOf('ETH')], projectId: 'shop' }, 401, 'project.malformed'],
  [
    'an unknown project',
    { currency: 'usd', addresses: [caipOf('ETH')], projectId: '2'.repeat(32) },
    404,
    'project.unknown',
  ],
  ['another currency', { currency: 'eur', addresses: [caipOf('ETH')], projectId: SHOP }, 400, 'request.invalid'],
  ['no address', { currency: 'usd', addresses: [], projectId: SHOP }, 400, 'request.invalid'],
  [
    'an address that is not CAIP-10',
    { currency: 'usd', addresses: [addressOf('DAI')], projectId: SHOP },
    400,
    'request.invalid',
  ],
  [
    'too many addresses',
    { currency: 'usd', addresses: Array(PRICES_MAX + 1).fill(caipOf('ETH')), projectId: SHOP },
    400,
    'request.invalid',
  ],
  ['an oversized body', ' '.repeat(70_000), 413, 'request.tooLarge'],
])('refused: %s', async (_, body, status, code) => {
  const answer = await send(body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { code } })
})

test('every request is answered as JSON, and never with a server error', async () => {
  const bodies = oneof(
    string(),
    jsonValue(),
    record(
      { currency: anything(), addresses: anything(), projectId: oneof(string(), anything()) },
      { requiredKeys: [] },
    ),
    record({ addresses: jsonValue() }).map((body) => ({ ...body, currency: 'usd', projectId: SHOP })),
  )
  await assert(
    asyncProperty(bodies, async (body) => {
      const answer = await send(
        JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? '',
      )
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toMatchObject({ error: { code: expect.any(String) } })
    }),
    { numRuns: 100 },
  )
})
