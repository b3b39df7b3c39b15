import {
  Allowance,
  BuiltApprove,
  BuiltSwap,
  CONVERT_PATHS,
  ConvertTokens,
  GasPrices,
  Quotes,
} from '@portico/contracts/services/convert'
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, record, string } from 'fast-check'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { type Address, erc20Abi, getAddress, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts.ts'
import { feeOf } from '../../local/chains/solana/fees.ts'
import { readMessage } from '../../local/chains/solana/readTransaction.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import { convertApi } from '../../services/src/blockchainApi/convert/convertApi.ts'
import { createFindUpstream } from '../../services/src/blockchainApi/convert/findUpstream.ts'
import { routerAbi } from '../../services/src/blockchainApi/pools/poolAbis.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { convertSuite } from '../../services/testing/convertSuite.ts'
import { answering, freeUrl, startFakeNode } from '../../services/testing/fakeNode.ts'
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

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [USER] = DEVELOPMENT_ADDRESSES
const CAIP_USER = `${LOCAL_NETWORK}:${USER}`

let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts
let snapshot: Hex

beforeAll(async () => {
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain.stop())
beforeEach(async () => {
  snapshot = await chain.client.snapshot()
})
afterEach(() => chain.client.revert({ id: snapshot }))

const appOver = (over: PoolParts) =>
  createApp(over.log).route('/', convertApi(over, createFindUpstream(over, over.pools)))
const get = (path: string, query: Readonly<Record<string, string>>, over = parts) =>
  appOver(over).request(`${path}?${new URLSearchParams({ projectId: SHOP, ...query })}`)
const post = (body: unknown, over = parts) =>
  appOver(over).request(CONVERT_PATHS.buildTransaction, { method: 'POST', body: JSON.stringify(body) })

async function answered<Schema extends GenericSchema>(
  asked: Promise<Response> | Response,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const answer = await asked
  const body: unknown = await answer.json()
  expect([answer.status, answer.status === 200 ? '' : body]).toEqual([200, ''])
  return parse(schema, body)
}

const quoteOf = async (from: string, to: string, amount: bigint, over = parts) => {
  const query = {
    amount: String(amount),
    from: caipOf(from),
    to: caipOf(to),
    userAddress: USER,
    gasPrice: '1000000000',
  }
  return (await answered(get(CONVERT_PATHS.quotes, query, over), Quotes)).quotes
}

const swapOf = (from: string, to: string, amount: bigint, more = {}) => ({
  projectId: SHOP,
  amount: String(amount),
  from: caipOf(from),
  to: caipOf(to),
  userAddress: CAIP_USER,
  eip155: { slippage: 1 },
  ...more,
})

const plain = (caipAddress: string): Address => getAddress(caipAddress.split(':')[2] ?? '')

/** Sends with the quoted gas limit, some time after the quote. */
async function send(to: string, data: string, value = 0n, gas?: string) {
  await chain.client.increaseTime({ seconds: 15 })
  const transaction = { to: plain(to), data: data as Hex, value, gas: gas ? BigInt(gas) : undefined }
  const hash = await chain.client.sendTransaction({ account: USER, chain: null, ...transaction })
  return mined(chain.client, hash)
}

const sendSwap = ({ tx }: BuiltSwap, value: bigint) => send(tx.to, tx.data, value, tx.eip155.gas)

const balanceOf = (symbol: string) =>
  symbol === 'ETH'
    ? chain.client.getBalance({ address: USER })
    : chain.client.readContract({ abi: erc20Abi, address: addressOf(symbol), functionName: 'balanceOf', args: [USER] })

const allowanceOf = async (symbol: string) =>
  (await answered(get(CONVERT_PATHS.allowance, { tokenAddress: caipOf(symbol), userAddress: CAIP_USER }), Allowance))
    .allowance

const approvalOf = (symbol: string, to = 'ETH', more = {}) =>
  answered(
    get(CONVERT_PATHS.buildApprove, { userAddress: CAIP_USER, from: caipOf(symbol), to: caipOf(to), ...more }),
    BuiltApprove,
  )

test('only the coin and the tokens that have a pool can be swapped', async () => {
  const body = answered(get(CONVERT_PATHS.tokens, { chainId: LOCAL_NETWORK }), ConvertTokens)
  const { tokens } = await body
  expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
    ['ETH', 18],
    ['USDC', 6],
    ['DAI', 18],
    ['WETH', 18],
  ])
  expect(tokens.map(({ address }) => address.toLowerCase())).toEqual(
    ['ETH', 'USDC', 'DAI', 'WETH'].map((symbol) => caipOf(symbol).toLowerCase()),
  )
})

describe('over the pools of the local chain', () => {
  convertSuite(() => ({
    app: appOver(parts),
    network: LOCAL_NETWORK,
    from: caipOf('USDC'),
    to: caipOf('DAI'),
    amount: '1000000',
    user: USER,
  }))
})

describe.each([
  ['ETH', 'USDC', parseEther('1')],
  ['USDC', 'ETH', parseUnits('1000', 6)],
  ['DAI', 'USDC', parseEther('250')],
  ['WETH', 'DAI', parseEther('0.5')],
])('a swap from %s to %s', (from, to, amount) => {
  beforeEach(async () => {
    if (from !== 'WETH') return
    const { wrappedEther } = UNISWAP_CONTRACTS
    const deposit = { account: USER, chain: null, to: wrappedEther, data: '0xd0e30db0', value: amount } as const
    await mined(chain.client, await chain.client.sendTransaction(deposit))
  })

  test.each([true, false])('yields the quoted amount (disableEstimate: %s)', async (disableEstimate) => {
    const isCoin = from === 'ETH'
    if (!isCoin) {
      expect(await allowanceOf(from)).toBe('0')
      const { tx } = await approvalOf(from, to)
      // The clients read `from` as the token's address.
      expect((await send(tx.from, tx.data)).status).toBe('success')
      expect(await allowanceOf(from)).toBe(String(maxUint256))
    }
    const [quote] = await quoteOf(from, to, amount)
    const built = await answered(post(swapOf(from, to, amount, { disableEstimate })), BuiltSwap)
    const { tx } = built
    expect(tx.amount).toBe(quote?.toAmount)
    expect(tx.from).toBe(CAIP_USER)

    const [sold, had] = await Promise.all([balanceOf(from), balanceOf(to)])
    const receipt = await sendSwap(built, isCoin ? amount : 0n)
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(receipt.status).toBe('success')
    expect((await balanceOf(to)) - had + (to === 'ETH' ? fee : 0n)).toBe(BigInt(quote?.toAmount ?? 0))
    expect(sold - (await balanceOf(from)) - (isCoin ? fee : 0n)).toBe(amount)
    expect(receipt.gasUsed).toBeLessThanOrEqual(BigInt(tx.eip155.gas))
  })
})

test('the route with the highest output is used', async () => {
  const [small] = await quoteOf('DAI', 'USDC', parseEther('10'))
  // The direct route has a single fee of 0.3 %.
  expect(Number(small?.toAmount)).toBeGreaterThan(9_960_000)
  // An amount so large that the direct pool alone yields less than the route through the two others.
  const { client } = chain
  const pools = parts.pools.of(LOCAL_NETWORK)
  const routes = await pools.routes(addressOf('DAI'), addressOf('USDC'))
  expect(routes.map(({ path }) => path.length)).toEqual([2, 3])
  const amount = parseEther('1000000')
  const outcomes = await Promise.all(
    routes.map(({ path }) =>
      client.readContract({
        abi: routerAbi,
        address: UNISWAP_CONTRACTS.router,
        functionName: 'getAmountsOut',
        args: [amount, path],
      }),
    ),
  )
  const [best] = outcomes.map((amounts) => amounts.at(-1) ?? 0n).sort((a, b) => (a < b ? 1 : -1))
  expect((await quoteOf('DAI', 'USDC', amount))[0]?.toAmount).toBe(String(best))
})

test('a price change above the slippage reverts the swap; a smaller one does not', async () => {
  const amount = parseEther('1')
  const build = (sold: bigint, slippage: number) =>
    answered(post(swapOf('ETH', 'USDC', sold, { eip155: { slippage }, disableEstimate: true })), BuiltSwap)
  const [narrow, wide, other] = [await build(amount, 0.5), await build(amount, 5), await build(parseEther('10'), 1)]
  // Another buyer comes first, and the price falls by 2 %.
  expect((await sendSwap(other, parseEther('10'))).status).toBe('success')
  expect((await sendSwap(narrow, amount)).status).toBe('reverted')
  expect((await sendSwap(wide, amount)).status).toBe('success')
})

test('a swap that would revert is not built when an estimate is requested', async () => {
  for (const swap of [swapOf('USDC', 'ETH', parseUnits('100', 6)), swapOf('ETH', 'USDC', parseEther('1000000'))]) {
    const answer = await post(swap)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'convert.refused' } })
  }
})

test('without a route there is no quote, and nothing is built', async () => {
  expect(await quoteOf('TKT', 'ETH', 1n)).toEqual([])
  expect(await quoteOf('USDC', 'ETH', maxUint256)).toEqual([])
  // The output would be below the smallest unit.
  expect(await quoteOf('ETH', 'USDC', 1n)).toEqual([])
  const answer = await post(swapOf('TKT', 'ETH', 1n))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { code: 'convert.noRoute', message: expect.stringContaining('insufficient liquidity') },
  })
})

test('the native coin needs no approval, and none is built', async () => {
  expect(await allowanceOf('ETH')).toBe(String(maxUint256))
  const answer = await get(CONVERT_PATHS.buildApprove, {
    userAddress: CAIP_USER,
    from: caipOf('ETH'),
    to: caipOf('DAI'),
  })
  expect(answer.status).toBe(400)
})

test('an approval is for the exact amount, and the swap uses it up', async () => {
  const amount = parseEther('250')
  const { tx } = await approvalOf('DAI', 'USDC', { amount: String(amount) })
  expect((await send(tx.from, tx.data)).status).toBe('success')
  expect(await allowanceOf('DAI')).toBe(String(amount))
  const built = await answered(post(swapOf('DAI', 'USDC', amount)), BuiltSwap)
  expect((await sendSwap(built, 0n)).status).toBe('success')
  expect(await allowanceOf('DAI')).toBe('0')
})

test('an approval contains its gas limit and the gas price', async () => {
  const { tx } = await approvalOf('DAI')
  expect(tx).toMatchObject({ from: caipOf('DAI'), to: caipOf('ETH'), value: '0' })
  expect(tx.eip155.gas).toBeGreaterThan(21_000)
  expect(BigInt(tx.eip155.gasPrice)).toBe(await chain.client.getGasPrice())
})

test('the gas price comes from the node, and the fast price stays sufficient through full blocks', async () => {
  const { standard, fast, instant } = await answered(get(CONVERT_PATHS.gasPrice, { chainId: LOCAL_NETWORK }), GasPrices)
  const price = await chain.client.getGasPrice()
  expect(BigInt(standard)).toBe(price)
  expect(BigInt(fast) * 8n).toBeGreaterThanOrEqual(price * 9n)
  expect(BigInt(instant) * 64n).toBeGreaterThanOrEqual(price * 81n)
})

test('on Solana the gas price is the fee for one signature', async () => {
  const blockhash = '11111111111111111111111111111111'
  const node = await startFakeNode(
    answering(({ method, params }: { method: string; params: [string] }) => ({
      value:
        method === 'getLatestBlockhash' ? { blockhash } : Number(feeOf(readMessage(Buffer.from(params[0], 'base64')))),
    })),
  )
  const over = partsOver(new Map([[SOLANA, [node.url]]]))
  const prices = await answered(get(CONVERT_PATHS.gasPrice, { chainId: SOLANA }, over), GasPrices)
  expect(prices).toEqual({ standard: '5000', fast: '5000', instant: '5000' })
  node.behave(answering({ value: null }))
  expect((await get(CONVERT_PATHS.gasPrice, { chainId: SOLANA }, over)).status).toBe(503)
  await node.close()
})

test('when no node answers, every endpoint reports that', async () => {
  const over = partsOver(new Map([[LOCAL_NETWORK, [await freeUrl()]]]))
  const swap = { from: caipOf('DAI'), to: caipOf('ETH') }
  const answers = await Promise.all([
    get(CONVERT_PATHS.tokens, { chainId: LOCAL_NETWORK }, over),
    get(CONVERT_PATHS.quotes, { ...swap, amount: '1', userAddress: USER }, over),
    get(CONVERT_PATHS.gasPrice, { chainId: LOCAL_NETWORK }, over),
    get(CONVERT_PATHS.allowance, { tokenAddress: caipOf('DAI'), userAddress: CAIP_USER }, over),
    get(CONVERT_PATHS.buildApprove, { ...swap, userAddress: CAIP_USER }, over),
    post(swapOf('DAI', 'ETH', 1n), over),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream.unavailable' } })
  }
})

const QUOTE = { amount: '1', from: caipOf('DAI'), to: caipOf('ETH'), userAddress: USER }

test.each([
  ['a missing project id', CONVERT_PATHS.quotes, { ...QUOTE, projectId: '' }, 401, 'project.missing'],
  [
    'a malformed project id',
    CONVERT_PATHS.tokens,
    { chainId: LOCAL_NETWORK, projectId: 'x' },
    401,
    'project.malformed',
  ],
  ['an unknown project', CONVERT_PATHS.gasPrice, { projectId: '2'.repeat(32) }, 404, 'project.unknown'],
  ['a missing chain', CONVERT_PATHS.tokens, {}, 400, 'chain.missing'],
  ['a missing chain for the gas price', CONVERT_PATHS.gasPrice, {}, 400, 'chain.missing'],
  ['a malformed chain', CONVERT_PATHS.tokens, { chainId: '1' }, 400, 'chain.malformed'],
  ['an unknown chain', CONVERT_PATHS.tokens, { chainId: 'eip155:5' }, 400, 'chain.unsupported'],
  ['a chain without swaps', CONVERT_PATHS.tokens, { chainId: SOLANA }, 400, 'chain.unsupported'],
  [
    'the gas price of Bitcoin',
    CONVERT_PATHS.gasPrice,
    { chainId: `bip122:${'0'.repeat(32)}` },
    400,
    'chain.unsupported',
  ],
  ['a chain without a provider', CONVERT_PATHS.tokens, { chainId: 'eip155:1' }, 503, 'convert.unconfigured'],
  ['a zero amount', CONVERT_PATHS.quotes, { ...QUOTE, amount: '0' }, 400, 'request.invalid'],
  ['a fractional amount', CONVERT_PATHS.quotes, { ...QUOTE, amount: '0.5' }, 400, 'request.invalid'],
  ['an amount above 256 bits', CONVERT_PATHS.quotes, { ...QUOTE, amount: '9'.repeat(78) }, 400, 'request.invalid'],
  ['the same token twice', CONVERT_PATHS.quotes, { ...QUOTE, to: QUOTE.from }, 400, 'request.invalid'],
  ['tokens of two chains', CONVERT_PATHS.quotes, { ...QUOTE, to: `eip155:1:${USER}` }, 400, 'request.invalid'],
  [
    'a malformed token address',
    CONVERT_PATHS.quotes,
    { ...QUOTE, from: `${LOCAL_NETWORK}:0x12` },
    400,
    'request.invalid',
  ],
  ['a token of Solana', CONVERT_PATHS.quotes, { ...QUOTE, from: `${SOLANA}:abc` }, 400, 'chain.unsupported'],
  ['a malformed account', CONVERT_PATHS.quotes, { ...QUOTE, userAddress: 'me' }, 400, 'request.invalid'],
  [
    'an allowance for an address that is not a token',
    CONVERT_PATHS.allowance,
    { tokenAddress: CAIP_USER, userAddress: CAIP_USER },
    400,
    'request.invalid',
  ],
  [
    'an approval above 256 bits',
    CONVERT_PATHS.buildApprove,
    { from: QUOTE.from, to: QUOTE.to, userAddress: CAIP_USER, amount: '9'.repeat(78) },
    400,
    'request.invalid',
  ],
  [
    'an account on another chain',
    CONVERT_PATHS.buildApprove,
    { from: QUOTE.from, to: QUOTE.to, userAddress: `eip155:1:${USER}` },
    400,
    'request.invalid',
  ],
])('refused: %s', async (_, path, query, status, code) => {
  const answer = await get(path, query)
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
})

test.each([
  ['a missing project id', { projectId: undefined }, 401, 'project.missing'],
  ['an unknown project', { projectId: '2'.repeat(32) }, 404, 'project.unknown'],
  ['too much slippage', { eip155: { slippage: 50.1 } }, 400, 'request.invalid'],
  ['slippage below 0', { eip155: { slippage: -1 } }, 400, 'request.invalid'],
  ['an account on another chain', { userAddress: `eip155:1:${USER}` }, 400, 'request.invalid'],
])('no transaction is built: %s', async (_, more, status, code) => {
  const answer = await post(swapOf('ETH', 'USDC', 1n, more))
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
})

test('every request gets a JSON response, and never a server error', async () => {
  const value = oneof(
    string(),
    constantFrom(
      LOCAL_NETWORK,
      'eip155:1:',
      caipOf('DAI'),
      caipOf('ETH'),
      caipOf('TKT'),
      CAIP_USER,
      USER,
      '1',
      '-1',
      '1e9',
    ),
  )
  const fields = {
    chainId: value,
    from: value,
    to: value,
    tokenAddress: value,
    userAddress: value,
    amount: value,
    gasPrice: value,
  }
  const query = oneof(record(fields, { requiredKeys: [] }), dictionary(string(), string()))
  const paths = constantFrom(...Object.values(CONVERT_PATHS).filter((path) => path !== CONVERT_PATHS.buildTransaction))
  const isFine = async (answer: Response) => {
    expect(answer.status).toBeLessThan(500)
    const body = await answer.json()
    if (answer.status !== 200) expect(body).toMatchObject({ error: { code: expect.any(String) } })
  }
  await assert(
    asyncProperty(paths, query, async (path, asked) => isFine(await get(path, asked))),
    { numRuns: 100 },
  )
  const bodies = oneof(
    jsonValue(),
    record({ ...fields, eip155: jsonValue() }, { requiredKeys: [] }).map((body) => ({ ...body, projectId: SHOP })),
  )
  await assert(
    asyncProperty(bodies, async (body) => isFine(await post(body))),
    { numRuns: 100 },
  )
})
