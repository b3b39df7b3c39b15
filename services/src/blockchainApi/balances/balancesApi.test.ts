import type { CaipNetworkId } from '@portico/contracts'
import { Balances, balancePath } from '@portico/contracts/services/balances'
import { DEVELOPMENT_ADDRESSES, LOCAL_TOKENS } from '@portico/local/chains/evmContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { assert, asyncProperty, constantFrom, oneof, string, stringMatching } from 'fast-check'
import { parse } from 'valibot'
import { createTestClient, encodeFunctionData, erc20Abi, http, parseEther, publicActions, walletActions } from 'viem'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, replaying, sayingTo, startFakeRest } from '../../../testing/fakeRest.ts'
import { mined } from '../../../testing/mined.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { createChains } from '../chains.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import { balancesApi } from './balancesApi.ts'
import type { BalancesOptions } from './environment.ts'
import esploraFixture from './fixtures/esploraAddress.json' with { type: 'json' }

const SHOP = '0'.repeat(31) + 1
const LOCAL: CaipNetworkId = 'eip155:31337'
const DEAD: CaipNetworkId = 'eip155:31338'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const [OWNER, OTHER] = DEVELOPMENT_ADDRESSES
const CLIENT = { Origin: 'https://shop.example' }
const TOKENS = LOCAL_TOKENS.map(({ address, name, symbol, decimals }) => ({
  caip2: LOCAL,
  address,
  name,
  symbol,
  decimals,
}))
const [USDC] = LOCAL_TOKENS
const usdcId = `${LOCAL}:${USDC?.address.toLowerCase()}`
const coinId = `${LOCAL}:0x${'e'.repeat(40)}`

let anvil: LocalEvmChain
let esplora: FakeRest
let nodes: ReadonlyMap<CaipNetworkId, readonly URL[]>
const lines: string[] = []
const priced: string[][] = []

beforeAll(async () => {
  const [{ port }, dead] = await Promise.all([freeUrl(), freeUrl()])
  ;[anvil, esplora] = await Promise.all([
    startAnvil({ chainId: 31337, port: Number(port) }),
    startFakeRest(replaying([esploraFixture], 400)),
  ])
  nodes = new Map([
    [LOCAL, [new URL(anvil.rpcUrl)]],
    [DEAD, [dead]],
    [REGTEST, [dead]],
  ])
  await seedEvmChain(anvil.rpcUrl)
})
afterAll(async () => {
  anvil?.stop()
  await Promise.all([anvil?.ended, esplora?.close()])
})
beforeEach(() => {
  lines.length = 0
  priced.length = 0
})

function service(options: BalancesOptions = { esplora: new Map([[BITCOIN, [esplora.url]]]) }) {
  const log = createLog('info', (line) => lines.push(line))
  const project = {
    id: SHOP,
    isAnalyticsEnabled: false,
    features: sampleFeatures,
    remotes: {},
    allowedOrigins: [CLIENT.Origin],
  }
  const parts = {
    chains: createChains(nodes),
    projects: createKnownProjects(async (id) => (id === SHOP ? project : undefined)),
    tokens: createTokenDirectory(TOKENS),
    prices: {
      async prices(addresses: readonly string[]) {
        priced.push([...addresses])
        return new Map([
          [coinId, 3_000.5],
          [usdcId, 0.9996],
        ])
      },
    },
    log,
    signal: new AbortController().signal,
  }
  return createApp(log).route('/', balancesApi(parts, options))
}

const url = (address: string, query: Readonly<Record<string, string>> = {}) =>
  `http://services.example${balancePath(address)}?${new URLSearchParams({
    currency: 'usd',
    projectId: SHOP,
    st: 'appkit',
    sv: 'html-core-1.7.19',
    ...query,
  })}`

async function ask(address: string, query: Readonly<Record<string, string>> = {}, app = service()) {
  const answer = await app.request(url(address, query), { headers: CLIENT })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const body: unknown = await answer.json()
  const { balances } = parse(Balances, body)
  // The schema has not dropped any field.
  expect(body).toEqual({ balances })
  return balances
}

const testClient = () =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

describe('balances of a visitor', () => {
  test('a visitor sees a chain’s coin and tokens, with their exact amounts and their values', async () => {
    const icon = (symbol: string) => `http://services.example/public/getTokenImage/${symbol}`
    const balances = await ask(OWNER, { chainId: LOCAL })
    expect(balances[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: LOCAL,
      value: 30_005_000,
      price: 3_000.5,
      quantity: { decimals: '18', numeric: '10000' },
      iconUrl: icon('ETH'),
    })
    expect(balances[1]).toEqual({
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: LOCAL,
      address: usdcId,
      value: 9_996,
      price: 0.9996,
      quantity: { decimals: '6', numeric: '10000' },
      iconUrl: icon('USDC'),
    })
    const dai = balances.find(({ symbol }) => symbol === 'DAI')
    expect(dai).toMatchObject({ price: 0, quantity: { decimals: '18', numeric: '10000' } })
    expect(dai).not.toHaveProperty('value')
    expect(priced).toEqual([expect.arrayContaining([coinId, usdcId])])
  })

  test('an EVM address is accepted in any letter case', async () => {
    const written = await ask(OWNER, { chainId: LOCAL })
    expect(await ask(OWNER.toLowerCase(), { chainId: LOCAL })).toEqual(written)
    expect(await ask(`0x${OWNER.slice(2).toUpperCase()}`, { chainId: LOCAL })).toEqual(written)
  })

  test('a cached balance is used until the client announces a transfer; then the exact new balance is shown', async () => {
    const client = testClient()
    const snapshot = await client.snapshot()
    const app = service()
    const before = await ask(OWNER, { chainId: LOCAL }, app)
    const coins = { account: OWNER, chain: null, to: OTHER, value: parseEther('1') + 1n }
    await mined(client, await client.sendTransaction(coins))
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
    const tokens = { account: OWNER, chain: null, to: USDC?.address, data: transfer }
    await mined(client, await client.sendTransaction(tokens))

    // For half a minute a cached balance is used, even if the client forces a refresh of another chain.
    expect(await ask(OWNER, { chainId: LOCAL }, app)).toEqual(before)
    expect(await ask(OWNER, { chainId: LOCAL, forceUpdate: `${DEAD}:${USDC?.address}` }, app)).toEqual(before)

    const after = await ask(OWNER, { chainId: LOCAL, forceUpdate: usdcId }, app)
    const wei = (await client.getBalance({ address: OWNER })).toString().padStart(19, '0')
    const ether = `${wei.slice(0, -18)}.${wei.slice(-18)}`.replace(/\.?0+$/, '')
    expect(after[0]?.quantity.numeric).toBe(ether)
    expect(after[1]?.quantity.numeric).toBe('9999.999999')
    expect(await ask(OWNER, { chainId: LOCAL }, app)).toEqual(after)
    await client.revert({ id: snapshot })
  })

  test('a failing chain does not hide the balances of the others; requesting only the failing chain gives an error', async () => {
    const app = service()
    expect(await ask(OWNER, {}, app)).toEqual(await ask(OWNER, { chainId: LOCAL }, app))
    expect(lines.map((line) => JSON.parse(line).message)).toContain('the balances of a chain are missing')
    const answer = await app.request(url(OWNER, { chainId: DEAD }), { headers: CLIENT })
    await expectError(answer, 503, 'upstream.unavailable')
  })

  test('a Bitcoin visitor sees the balance from Esplora although a node of another network is down', async () => {
    const [coin, ...others] = await ask(esploraFixture.body.address)
    expect(others).toEqual([])
    expect(coin).toMatchObject({ chainId: BITCOIN, symbol: 'BTC', quantity: { decimals: '8', numeric: '0.07689' } })
  })

  test('a visitor whose chain family has no configured chain sees no balances', async () => {
    expect(await ask('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')).toEqual([])
  })

  test('behind a TLS proxy, image URLs begin with https', async () => {
    const headers = { ...CLIENT, 'X-Forwarded-Proto': 'https, http' }
    const answer = await service().request(url(OWNER, { chainId: LOCAL }), { headers })
    const { balances } = parse(Balances, await answer.json())
    expect(balances[0]?.iconUrl).toBe('https://services.example/public/getTokenImage/ETH')
  })
})

test('if the explorer fails, the balances come from the chain’s node', async () => {
  const explorer = await startFakeRest(sayingTo('{}', 500))
  try {
    const options = { blockscout: new Map([[LOCAL, [explorer.url]]]) }
    expect(await ask(OWNER, { chainId: LOCAL }, service(options))).toEqual(await ask(OWNER, { chainId: LOCAL }))
    expect(explorer.requests.length).toBeGreaterThan(0)
  } finally {
    await explorer.close()
  }
})

describe('a request that is not from a client gets an empty list', () => {
  const requests = (headers: Record<string, string>, query = {}) =>
    service().request(url(OWNER, { chainId: LOCAL, ...query }), { headers })

  test.each([
    ['no origin', {}, {}],
    ['no sv parameter', CLIENT, { sv: '' }],
    ['a cross-site link', { 'Sec-Fetch-Site': 'cross-site' }, {}],
  ])('a request with %s gets an empty list', async (_, headers, query) => {
    const answer = await requests(headers, query)
    expect([answer.status, await answer.json()]).toEqual([200, { balances: [] }])
  })

  test('a page on the services’ own origin counts as a client, although its browser sends no Origin with a GET', async () => {
    const { balances } = parse(Balances, await (await requests({ 'Sec-Fetch-Site': 'same-origin' })).json())
    expect(balances[0]?.symbol).toBe('ETH')
  })
})

async function expectError(answer: Response, status: number, code: string) {
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code, message: expect.any(String) } }])
}

describe('balance errors', () => {
  const requests = (address: string, query: Readonly<Record<string, string>>) =>
    service().request(url(address, query), { headers: CLIENT })

  test.each([
    ['no project', OWNER, { projectId: '' }, 401, 'project.missing'],
    ['an invalid project id', OWNER, { projectId: 'YOUR_PROJECT_ID' }, 401, 'project.malformed'],
    ['an unknown project', OWNER, { projectId: 'f'.repeat(32) }, 404, 'project.unknown'],
    ['another currency', OWNER, { currency: 'eur' }, 400, 'request.invalid'],
    ['a chain id that is not CAIP-2', OWNER, { chainId: '1' }, 400, 'request.invalid'],
    ['a chain of another family', OWNER, { chainId: 'cosmos:cosmoshub-4' }, 400, 'chain.malformed'],
    ['a chain that is not served', OWNER, { chainId: 'eip155:5' }, 400, 'chain.unsupported'],
    ['an address of another family', OWNER, { chainId: BITCOIN }, 400, 'address.malformed'],
    ['an invalid address', '0x12', {}, 400, 'address.malformed'],
    ['an invalid Bitcoin address', 'bc1qqqqqqqqqqqqqqqqqqqqqq', { chainId: BITCOIN }, 400, 'address.malformed'],
  ])('a request with %s is refused', async (_, address, query, status, code) =>
    expectError(await requests(address, query), status, code),
  )
})

test('every request gets a response, and never an internal error', async () => {
  const app = service()
  const text = oneof(
    string({ unit: 'binary' }),
    stringMatching(/^[-a-z0-9:]{1,12}$/),
    constantFrom('..', '%', '/', '0x'),
  )
  await assert(
    asyncProperty(text, text, text, async (address, chainId, forceUpdate) => {
      const answer = await app.request(url(address, { chainId, forceUpdate }), { headers: CLIENT })
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect([400, 404]).toContain(answer.status)
    }),
    { numRuns: 60 },
  )
  const nearly = stringMatching(/^(?:0x[0-9a-f]{38,41}|[1-9A-HJ-NP-Za-km-z]{25,45}|bc1[02-9ac-hj-np-z]{10,60})$/)
  await assert(
    asyncProperty(nearly, async (address) => {
      const chainId = address.startsWith('0x') ? LOCAL : BITCOIN
      const answer = await app.request(url(address, { chainId }), { headers: CLIENT })
      expect([200, 400]).toContain(answer.status)
    }),
    { numRuns: 30 },
  )
})
