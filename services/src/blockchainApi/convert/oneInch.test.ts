import { CONVERT_PATHS } from '@portico/contracts/services/convert'
import { object, safeParse } from 'valibot'
import { convertSuite } from '../../../testing/convertSuite.ts'
import { type FakeUpstream, type Fixture, replaying, startFakeUpstream } from '../../../testing/fakeUpstream.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { partsOver, SHOP } from '../../../testing/localPools.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { convertApi } from './convertApi.ts'
import { convertEnvironment, oneInchOptions } from './environment.ts'
import { createFindUpstream } from './findUpstream.ts'
import oneInch from './fixtures/oneInch.json' with { type: 'json' }
import { createOneInch } from './oneInchUpstream.ts'

const fixtures = oneInch as unknown as readonly Fixture[]
const KEY = 's3cret-key-of-a-site'
const USDC = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F'
const RARE = `eip155:1:0x${'1'.padStart(40, '0')}`
const USER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))

let upstream: FakeUpstream

beforeAll(async () => {
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.react(replaying(fixtures))
  lines.length = 0
})

function appOver(waitMs = 5_000) {
  const parts = partsOver(new Map(), { hasPools: false })
  const service = createOneInch({ key: KEY, url: new URL('/swap/v6.1/', upstream.url) }, log, waitMs)
  const pictureAt = (address: string) => `https://services.example/v1/image?url=${address}`
  return createApp(log).route('/', convertApi(parts, createFindUpstream(parts, parts.pools, service), pictureAt))
}

const get = (path: string, query: Readonly<Record<string, string>>, waitMs?: number) =>
  appOver(waitMs).request(`${path}?${new URLSearchParams({ projectId: SHOP, ...query })}`)
const build = (from: string, to: string, more = {}, waitMs?: number) =>
  appOver(waitMs).request(CONVERT_PATHS.buildTransaction, {
    method: 'POST',
    body: JSON.stringify({ projectId: SHOP, amount: '1000000', from, to, userAddress: `eip155:1:${USER}`, ...more }),
  })

describe('swaps through the public service', () => {
  convertSuite(() => ({ app: appOver(), network: 'eip155:1', from: USDC, to: DAI, amount: '1000000', user: USER }))
})

test('the key is sent only in the Authorization header', async () => {
  await get(CONVERT_PATHS.tokens, { chainId: 'eip155:1' })
  expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`])
  expect(upstream.requests.map(({ url }) => url.href).join()).not.toContain(KEY)
})

test('a request to 1inch contains 1inch’s own address for the coin, and the exact slippage', async () => {
  await build(`eip155:1:0x${'e'.repeat(40)}`, DAI, { eip155: { slippage: 0.05 } })
  const query = Object.fromEntries(upstream.requests[0]?.url.searchParams ?? [])
  expect(query).toMatchObject({ src: `0x${'e'.repeat(40)}`, slippage: '0.05', from: USER, disableEstimate: 'false' })
})

test('1inch is asked for a call that names the tokens and the receiver, and for an approval of the exact amount', async () => {
  await build(USDC, DAI)
  await get(CONVERT_PATHS.buildApprove, { from: USDC, to: DAI, userAddress: `eip155:1:${USER}`, amount: '5' })
  expect(upstream.requests.map(({ url }) => Object.fromEntries(url.searchParams))).toMatchObject([
    { compatibility: 'true' },
    { amount: '5' },
  ])
})

test('token pictures are loaded from this service, never from a third party', async () => {
  const { tokens } = await (await get(CONVERT_PATHS.tokens, { chainId: 'eip155:1' })).json()
  const hosts = tokens.map(({ logoUri }: { logoUri: string }) => new URL(logoUri).host)
  expect([hosts.length > 2, new Set(hosts)]).toEqual([true, new Set(['services.example'])])
})

test('without a route there is no quote, and no swap is built', async () => {
  const answer = await get(CONVERT_PATHS.quotes, { from: RARE, to: DAI, amount: '1', userAddress: USER })
  expect(await answer.json()).toEqual({ quotes: [] })
  const built = await build(RARE, DAI)
  expect([built.status, await built.json()]).toMatchObject([400, { error: { code: 'convert.noRoute' } }])
})

test('a swap that the visitor cannot pay for is not built', async () => {
  const built = await build(DAI, USDC)
  expect([built.status, await built.json()]).toMatchObject([400, { error: { code: 'convert.refused' } }])
})

test.each([
  ['a call of another function', { data: '0xa9059cbb' }],
  ['a call of another contract', { to: USER }],
])('an approval that is %s is not passed on', async (_, more) => {
  const changed = fixtures.map((fixture) =>
    fixture.path.endsWith('/approve/transaction')
      ? { ...fixture, body: { ...(fixture.body as object), ...more } }
      : fixture,
  )
  upstream.react(replaying(changed))
  const query = { from: USDC, to: DAI, userAddress: `eip155:1:${USER}` }
  expect((await get(CONVERT_PATHS.buildApprove, query)).status).toBe(503)
})

test('a token list without any readable entry gives an error', async () => {
  const path = '/1/tokens'
  const isTokens = (fixture: Fixture) => fixture.path.endsWith(path)
  for (const tokens of [{}, { '0x': 7 }, { [USDC]: { address: USDC, symbol: 7 } }]) {
    upstream.react(replaying(fixtures.map((one) => (isTokens(one) ? { ...one, body: { tokens } } : one))))
    expect((await get(CONVERT_PATHS.tokens, { chainId: 'eip155:1' })).status).toBe(503)
  }
})

test.each(FAULTS)(
  'if 1inch %s, every endpoint reports that swaps are unavailable, and the log does not contain the key',
  async (_, fault) => {
    upstream.react(fault)
    const account = `eip155:1:${USER}`
    const answers = await Promise.all([
      get(CONVERT_PATHS.tokens, { chainId: 'eip155:1' }, 300),
      get(CONVERT_PATHS.quotes, { from: USDC, to: DAI, amount: '1', userAddress: USER }, 300),
      get(CONVERT_PATHS.allowance, { tokenAddress: USDC, userAddress: account }, 300),
      get(CONVERT_PATHS.buildApprove, { from: USDC, to: DAI, userAddress: account }, 300),
      build(USDC, DAI, {}, 300),
    ])
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'convert.unavailable' } }])
    }
    expect(lines.join()).not.toContain(KEY)
  },
)

test('for a network that 1inch does not serve, no request is sent to 1inch', async () => {
  const answer = await get(CONVERT_PATHS.tokens, { chainId: 'eip155:250' })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'chain.unsupported' } }])
  expect(upstream.requests).toEqual([])
})

test('swaps through 1inch are off without a key, and an invalid key is refused', () => {
  const read = (ONEINCH_KEY?: string) => safeParse(object(convertEnvironment), { ONEINCH_KEY })
  const none = read()
  expect(none.success && oneInchOptions(none.output)).toBeUndefined()
  const some = read(KEY)
  expect(some.success && oneInchOptions(some.output)).toEqual({ key: KEY })
  expect(read('short').issues?.[0].message).toBe('must be a key of the 1inch portal')
})
