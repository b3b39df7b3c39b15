import { BuiltSolanaSwap, CONVERT_PATHS, ConvertTokens, Quotes } from '@portico/contracts/services/convert'
import { object, parse, safeParse } from 'valibot'
import { type FakeUpstream, type Fixture, replaying, startFakeUpstream } from '../../../testing/fakeUpstream.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { partsOver, SHOP } from '../../../testing/localPools.ts'
import { createApp } from '../../http/createApp.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import { convertApi } from './convertApi.ts'
import { convertEnvironment, jupiterOptions } from './environment.ts'
import { createFindUpstream } from './findUpstream.ts'
import jupiter from './fixtures/jupiter.json' with { type: 'json' }
import { createJupiter } from './jupiterUpstream.ts'

const fixtures = jupiter as unknown as readonly Fixture[]
const KEY = 's3cret-key-of-a-site'
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const WRAPPED = 'So11111111111111111111111111111111111111112'
const COIN = `${MAINNET}:So11111111111111111111111111111111111111111`
const USDC = `${MAINNET}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`
const RARE = `${MAINNET}:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN`
const USER = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

let upstream: FakeUpstream

beforeAll(async () => {
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())
beforeEach(() => upstream.react(replaying(fixtures)))

function appOver(waitMs = 5_000) {
  const parts = { ...partsOver(new Map(), { hasPools: false }), tokens: createTokenDirectory() }
  const urls = new Map([[MAINNET, new URL('/swap/v1/', upstream.url)] as const])
  const solana = createJupiter({ urls, key: KEY }, parts, waitMs)
  const pictureAt = (address: string) => `https://services.example/v1/image?url=${address}`
  const app = createApp(parts.log).route(
    '/',
    convertApi(parts, createFindUpstream(parts, parts.pools), pictureAt, solana),
  )
  return { app, lines: parts.lines }
}

const get = (path: string, query: Readonly<Record<string, string>>, { app } = appOver()) =>
  app.request(`${path}?${new URLSearchParams({ projectId: SHOP, ...query })}`)
const quote = (from: string, to: string, more = {}, on = appOver()) =>
  get(CONVERT_PATHS.quotes, { from, to, amount: '100000000', userAddress: USER, ...more }, on)
const build = (from: string, to: string, more = {}, { app } = appOver()) =>
  app.request(CONVERT_PATHS.buildTransaction, {
    method: 'POST',
    body: JSON.stringify({
      projectId: SHOP,
      amount: '100000000',
      from,
      to,
      userAddress: `${MAINNET}:${USER}`,
      solana: { slippage: 1.25 },
      ...more,
    }),
  })

test('the list of tokens contains the directory’s tokens, and the coin only once, not as wrapped SOL as well', async () => {
  const { tokens } = parse(ConvertTokens, await (await get(CONVERT_PATHS.tokens, { chainId: MAINNET })).json())
  const addresses = tokens.map(({ address }) => address)
  expect([addresses[0], addresses.includes(USDC), addresses.includes(`${MAINNET}:${WRAPPED}`)]).toEqual([
    COIN,
    true,
    false,
  ])
})

test('a quote states Jupiter’s amount, and the request to Jupiter names the coin as wrapped SOL', async () => {
  const { quotes } = parse(Quotes, await (await quote(COIN, USDC)).json())
  expect(quotes).toEqual([
    { id: null, fromAmount: '100000000', fromAccount: COIN, toAmount: '16198753', toAccount: USDC },
  ])
  expect(Object.fromEntries(upstream.requests[0]?.url.searchParams ?? [])).toEqual({
    inputMint: WRAPPED,
    outputMint: USDC.split(':')[2],
    amount: '100000000',
    slippageBps: '50',
    swapMode: 'ExactIn',
    restrictIntermediateTokens: 'true',
    instructionVersion: 'V2',
  })
})

test('a swap is built from a quote with the requested slippage', async () => {
  const bodies: string[] = []
  upstream.react((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)))
    replaying(fixtures)(request, response)
  })
  const { tx } = parse(BuiltSolanaSwap, await (await build(COIN, USDC)).json())
  expect(tx).toEqual({
    from: `${MAINNET}:${USER}`,
    data: expect.stringMatching(/^AQAAAA/),
    amount: '16198753',
    solana: { lastValidBlockHeight: 279632475 },
  })
  expect(upstream.requests.map(({ url }) => [url.pathname, url.searchParams.get('slippageBps')])).toEqual([
    ['/swap/v1/quote', '125'],
    ['/swap/v1/swap', null],
  ])
  expect(JSON.parse(bodies.join(''))).toMatchObject({
    quoteResponse: { otherAmountThreshold: '15996269', contextSlot: 299283763 },
    userPublicKey: USER,
    wrapAndUnwrapSol: true,
    dynamicComputeUnitLimit: true,
  })
})

test('the key is sent only in the header x-api-key', async () => {
  await quote(COIN, USDC)
  expect(upstream.requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY])
  expect(upstream.requests.map(({ url }) => url.href).join()).not.toContain(KEY)
})

test('without a route there is no quote, and no swap is built', async () => {
  expect(await (await quote(COIN, RARE)).json()).toEqual({ quotes: [] })
  const built = await build(COIN, RARE)
  expect([built.status, await built.json()]).toMatchObject([400, { error: { code: 'convert.noRoute' } }])
})

test.each([
  ['another amount', { inAmount: '1' }],
  ['another token', { outputMint: WRAPPED }],
  ['another slippage', { slippageBps: 9 }],
  ['the received instead of the paid amount', { swapMode: 'ExactOut' }],
])('a quote for %s is rejected', async (_, more) => {
  const changed = fixtures.map((one) => ({ ...one, body: { ...(one.body as object), ...more } }))
  upstream.react(replaying(changed))
  expect((await quote(COIN, USDC)).status).toBe(503)
})

test.each([
  ['is not base64', { swapTransaction: '0x0' }],
  ['is too large for a packet', { swapTransaction: 'A'.repeat(1_648) }],
  ['has no last valid block height', { lastValidBlockHeight: null }],
])('a transaction that %s is not passed on', async (_, more) => {
  const isBuilt = ({ path }: Fixture) => path.endsWith('/swap')
  upstream.react(
    replaying(fixtures.map((one) => (isBuilt(one) ? { ...one, body: { ...(one.body as object), ...more } } : one))),
  )
  const built = await build(COIN, USDC)
  expect([built.status, await built.json()]).toMatchObject([503, { error: { code: 'convert.unavailable' } }])
})

test('a swap that would fail is refused if simulation was requested, and built otherwise', async () => {
  const isBuilt = ({ path }: Fixture) => path.endsWith('/swap')
  const failing = { simulationError: { errorCode: 'TRANSACTION_ERROR', error: 'insufficient funds' } }
  upstream.react(
    replaying(fixtures.map((one) => (isBuilt(one) ? { ...one, body: { ...(one.body as object), ...failing } } : one))),
  )
  const refused = await build(COIN, USDC)
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'convert.refused' } }])
  expect((await build(COIN, USDC, { disableEstimate: true })).status).toBe(200)
})

test.each([
  ['the same token twice', USDC, {}, 'request.invalid'],
  ['a token of another network', `eip155:1:0x${'1'.repeat(40)}`, {}, 'request.invalid'],
  ['the wrapped coin', `${MAINNET}:${WRAPPED}`, {}, 'request.invalid'],
  ['an invalid address', `${MAINNET}:abc`, {}, 'request.invalid'],
  ['an amount of zero', COIN, { amount: '0' }, 'request.invalid'],
  ['an amount above the maximum', COIN, { amount: String(2n ** 64n) }, 'request.invalid'],
  ['an account of another family', COIN, { userAddress: `0x${'1'.repeat(40)}` }, 'request.invalid'],
])('%s is refused without a request to the service', async (_, to, more, code) => {
  const answer = await quote(USDC, to, more)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code } }])
  expect(upstream.requests).toEqual([])
})

test('requests for an unconfigured cluster, and for approvals on Solana, are refused without asking the service', async () => {
  const answers = await Promise.all([
    get(CONVERT_PATHS.tokens, { chainId: DEVNET }),
    quote(COIN.replace(MAINNET, DEVNET), USDC.replace(MAINNET, DEVNET)),
    get(CONVERT_PATHS.allowance, { tokenAddress: USDC, userAddress: `${MAINNET}:${USER}` }),
  ])
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'chain.unsupported' } }])
  }
  expect(upstream.requests).toEqual([])
})

test.each(FAULTS)('if Jupiter %s, swaps are unavailable, and the log does not contain the key', async (_, fault) => {
  upstream.react(fault)
  const on = appOver(300)
  for (const answer of await Promise.all([quote(COIN, USDC, {}, on), build(COIN, USDC, {}, on)])) {
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'convert.unavailable' } }])
  }
  expect(on.lines.join()).not.toContain(KEY)
})

test('two variables configure the swap service of each cluster', () => {
  const read = (values: Readonly<Record<string, string>>) => safeParse(object(convertEnvironment), values)
  const none = read({})
  expect(none.success && jupiterOptions(none.output)).toBeUndefined()
  const some = read({ JUPITER_UPSTREAMS: `${MAINNET}=https://api.jup.ag/swap/v1;`, JUPITER_KEY: KEY })
  expect(some.success && jupiterOptions(some.output)).toEqual({
    urls: new Map([[MAINNET, new URL('https://api.jup.ag/swap/v1')]]),
    key: KEY,
  })
  const wrong = [
    '',
    'eip155:1=https://api.jup.ag',
    MAINNET,
    `${MAINNET}=ftp://api.jup.ag`,
    `${MAINNET}=https://me:secret@api.jup.ag`,
    `${MAINNET}=https://a.example;${MAINNET}=https://b.example`,
  ]
  for (const text of wrong) {
    expect(read({ JUPITER_UPSTREAMS: text }).issues?.[0].message).toBe(
      'must be a list like solana:<reference>=<url> of clusters, each named once',
    )
  }
})
