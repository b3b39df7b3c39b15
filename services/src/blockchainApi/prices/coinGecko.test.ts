import { PRICE_PATH, Prices } from '@portico/contracts/services/prices'
import { object, parse, safeParse } from 'valibot'
import { type FakeUpstream, replaying, startFakeUpstream } from '../../../testing/fakeUpstream.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { partsOver, SHOP } from '../../../testing/localPools.ts'
import { pricesSuite } from '../../../testing/pricesSuite.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createCoinGecko } from './coinGecko.ts'
import { pricesEnvironment } from './environment.ts'
import simplePrice from './fixtures/simplePrice.json' with { type: 'json' }
import simpleTokenPrice from './fixtures/simpleTokenPrice.json' with { type: 'json' }
import { pricesApi } from './pricesApi.ts'

/** The address of an icon, which the registry serves from the same origin. */
const icon = (symbol: string) => `http://localhost/public/getTokenImage/${symbol}`

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93:btc'
const WBTC = 'eip155:1:0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const KEY = 's3cret-key'
const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))

let upstream: FakeUpstream
let now = 0

beforeAll(async () => {
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.react(replaying([simplePrice, simpleTokenPrice]))
  lines.length = 0
  now = 0
})

function appOf(plan: 'demo' | 'pro' = 'demo', waitMs = 5_000) {
  const options = { plan, key: KEY, url: new URL('/api/v3/', upstream.url) }
  const coinGecko = createCoinGecko(options, log, { waitMs, now: () => now })
  const parts = partsOver(new Map(), { hasPools: false, upstream: coinGecko })
  return createApp(parts.log).route('/', pricesApi(parts))
}

function serviceOf(...args: Parameters<typeof appOf>) {
  const app = appOf(...args)
  return async (addresses: readonly string[]) => {
    const body = JSON.stringify({ currency: 'usd', addresses, projectId: SHOP })
    const answer = await app.request(PRICE_PATH, { method: 'POST', body })
    expect(answer.status).toBe(200)
    return parse(Prices, await answer.json()).fungibles
  }
}

describe('prices through the public service', () =>
  pricesSuite(() => ({
    app: appOf(),
    coin: BITCOIN,
    token: WBTC,
    worthless: 'eip155:1:0xdAC17F958D2ee523a2206206994597C13D831ec7',
  })))

test('prices of the public service are returned under the requested addresses', async () => {
  const unknown = 'eip155:1:0xdAC17F958D2ee523a2206206994597C13D831ec7'
  expect(await serviceOf()([BITCOIN, WBTC, unknown, 'eip155:5:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'])).toEqual([
    { address: BITCOIN, name: 'Bitcoin', symbol: 'BTC', iconUrl: icon('BTC'), price: 67_187.3358936566, decimals: 8 },
    {
      address: WBTC,
      name: 'Wrapped BTC',
      symbol: 'WBTC',
      iconUrl: icon('WBTC'),
      price: 67_187.3358936566,
      decimals: 8,
    },
  ])
})

test.each([
  ['demo', 'x-cg-demo-api-key'],
  ['pro', 'x-cg-pro-api-key'],
] as const)('the key of the plan %s is sent only in the header %s', async (plan, header) => {
  await serviceOf(plan)([BITCOIN, WBTC])
  expect(upstream.requests.map(({ headers }) => headers[header])).toEqual([KEY, KEY])
  const [coins, tokens] = upstream.requests.map(({ url }) => url)
  expect(coins?.searchParams.get('ids')).toBe('bitcoin')
  expect(tokens?.searchParams.get('contract_addresses')).toBe(WBTC.slice('eip155:1:'.length).toLowerCase())
  expect(upstream.requests.map(({ url }) => url.href).join()).not.toContain(KEY)
})

test('a price is cached for 15 seconds, and then requested again', async () => {
  const ask = serviceOf()
  await ask([BITCOIN])
  now = 14_999
  expect(await ask([BITCOIN])).toHaveLength(1)
  expect(upstream.requests).toHaveLength(1)
  now = 15_000
  expect(await ask([BITCOIN])).toHaveLength(1)
  expect(upstream.requests).toHaveLength(2)
})

test('many tokens are requested in several parts', async () => {
  const many = Array.from({ length: 50 }, (_, index) => `eip155:1:0x${String(index).padStart(40, '0')}`)
  const coinGecko = createCoinGecko({ plan: 'demo', key: KEY, url: new URL('/api/v3', upstream.url) }, log)
  const prices = partsOver(new Map(), { hasPools: false, upstream: coinGecko }).prices
  await prices.prices([...many, ...many.map((address) => address.replace('0x0', '0x1')), WBTC])
  const counts = upstream.requests.map(({ url }) => url.searchParams.get('contract_addresses')?.split(',').length)
  expect(counts).toEqual([100, 1])
})

test.each(FAULTS)('if CoinGecko %s, there are no prices, and the log does not contain the key', async (_, fault) => {
  upstream.react(fault)
  expect(await serviceOf('demo', 300)([BITCOIN])).toEqual([])
  expect(lines.join()).not.toContain(KEY)
})

test('one failed part does not affect the others', async () => {
  upstream.react(replaying([simplePrice]))
  expect((await serviceOf()([BITCOIN, WBTC])).map(({ address }) => address)).toEqual([BITCOIN])
  expect(lines.join()).toContain('CoinGecko answers 404')
})

test.each([[{ usd: '1' }], [{ usd: -1 }], [{ eur: 1 }], [null], [[]]])(
  'an invalid price (%j) is left out',
  async (priced) => {
    upstream.react(replaying([{ ...simplePrice, body: { bitcoin: priced } }]))
    expect(await serviceOf()([BITCOIN])).toEqual([])
  },
)

test('a key without the name of its plan is refused', () => {
  const read = (COINGECKO_KEY: string) => safeParse(object(pricesEnvironment), { COINGECKO_KEY })
  expect(read('pro:CG-12345678').output).toEqual({ COINGECKO_KEY: { plan: 'pro', key: 'CG-12345678' } })
  for (const bad of ['CG-12345678', 'free:CG-12345678', 'demo:', 'demo:s3cret key']) {
    expect(read(bad).issues?.[0].message).toBe('must be demo:<key> or pro:<key>')
  }
})
