import { ExchangeAssets, exchangeAssetsPath, PAYMENTS_PATHS } from '@portico/contracts/services/payments'
import { object, string } from 'valibot'
import { createExchangeVisitor } from '../../../testing/exchangeVisitor.ts'
import { type FakeUpstream, type Reaction, replaying, startFakeUpstream } from '../../../testing/fakeUpstream.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { partsOver } from '../../../testing/localPools.ts'
import { withProject } from '../../../testing/onrampSuite.ts'
import { createApp } from '../../http/createApp.ts'
import { paymentsApi } from '../paymentsApi.ts'
import { createAskPayments } from './askPayments.ts'

const KEY = 'upstream-key-0123456789'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const BASE_USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHOP_OWNER = '0x000000000000000000000000000000000000dEaD'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())

const saying = (path: string, body: unknown, status = 200): Reaction =>
  replaying([{ source: '', path: `/pay${path}`, status, body }])

function service() {
  const parts = partsOver(new Map(), { hasPools: false })
  const settings = { upstream: { url: new URL('/pay?projectId=ours', upstream.url), key: KEY } }
  const app = createApp(parts.log).route(
    '/',
    paymentsApi(parts, parts.pools, settings, (at) => `seen:${at}`),
  )
  return { parts, request: async (path: string, init?: RequestInit) => app.request(path, init) }
}
const visitor = () => createExchangeVisitor(service().request, 'eip155:1')

describe('exchanges', () => {
  const answering = (answer: object) =>
    upstream.react(saying(PAYMENTS_PATHS.jsonRpc, { jsonrpc: '2.0', id: 1, ...answer }))
  const result = (value: unknown) => answering({ result: value })
  const refusing = (message: string) => answering({ error: { code: -32602, message } })
  const coinbase = { id: 'coinbase', name: 'Coinbase', imageUrl: 'https://pay-assets.example/coinbase.png' }
  const ask = {
    exchangeId: 'coinbase',
    asset: 'eip155:1/slip44:60',
    amount: '1.5',
    recipient: `eip155:1:${SHOP_OWNER}`,
  }
  const payUrl = () => visitor().call('reown_getExchangePayUrl', ask)

  test('the upstream’s exchanges, except its test exchange, are offered with pictures from our service', async () => {
    result({ exchanges: [{ ...coinbase, id: 'reown_test' }, coinbase, { id: 7 }], total: 3 })
    expect(await visitor().list({ asset: 'eip155:1/slip44:60' })).toEqual({
      exchanges: [{ ...coinbase, imageUrl: `seen:${coinbase.imageUrl}` }],
      total: 3,
    })
  })

  test('a request contains the key in a header, and the configured URL’s query', async () => {
    result({ exchanges: [], total: 0 })
    await visitor().list()
    const [{ url, headers } = { url: new URL('http://x'), headers: {} }] = upstream.requests
    expect([headers.authorization, url.search]).toEqual([`Bearer ${KEY}`, '?projectId=ours'])
  })

  test('an asset that no exchange supports has no exchanges', async () => {
    refusing('Asset is not supported')
    expect(await visitor().list({ asset: 'eip155:1/slip44:60' })).toEqual({ exchanges: [], total: 0 })
  })

  test('the exchange’s page is opened, and the payment’s status is reported', async () => {
    result({ url: 'https://exchange.example/pay?o=91', sessionId: '4b2b' })
    expect(await payUrl()).toMatchObject({ result: { url: 'https://exchange.example/pay?o=91', sessionId: '4b2b' } })
    result({ status: 'SUCCESS', txHash: '0x4a1c' })
    expect(
      await visitor().call('reown_getExchangeBuyStatus', { exchangeId: 'coinbase', sessionId: '4b2b' }),
    ).toMatchObject({ result: { status: 'SUCCESS', txHash: '0x4a1c' } })
  })

  test.each(['http://exchange.example/pay', 'javascript:alert(1)', 'data:text/html,x'])(
    'a page at %s is not opened',
    async (url) => {
      result({ url, sessionId: '4b2b' })
      expect(await payUrl()).toMatchObject({ error: { code: -32603 } })
    },
  )

  test("unsupported assets are reported with the text that clients look for, not with the upstream's text", async () => {
    refusing('<b>Asset eip155:1/slip44:60 is not supported</b>')
    expect(await payUrl()).toMatchObject({
      error: {
        message: 'Validation error: Asset eip155:1/slip44:60 is not supported by exchange coinbase',
        data: { code: 'ASSET_NOT_SUPPORTED' },
      },
    })
    refusing('<b>No</b>')
    expect(await payUrl()).toMatchObject({
      error: { message: 'Validation error: Exchange coinbase does not take this payment' },
    })
  })

  test('an unknown status is not accepted', async () => {
    result({ status: 'DONE' })
    const params = { exchangeId: 'coinbase', sessionId: '4b2b' }
    expect(await visitor().call('reown_getExchangeBuyStatus', params)).toMatchObject({ error: { code: -32603 } })
  })

  test('an exchange’s assets are listed; an answer about another exchange is not accepted', async () => {
    const path = exchangeAssetsPath('coinbase')
    const ether = {
      network: 'eip155:8453',
      asset: 'native',
      metadata: { name: 'Ethereum', symbol: 'ETH', decimals: 18 },
    }
    const assets = { eip155: [ether] }
    upstream.react(saying(path, { exchangeId: 'coinbase', assets }))
    const answer = await service().request(withProject(path))
    expect([answer.status, await answer.json()]).toEqual([200, { exchangeId: 'coinbase', assets }])
    upstream.react(saying(path, { exchangeId: 'binance', assets }))
    expect((await service().request(withProject(path))).status).toBe(503)
  })
})

describe('quotes', () => {
  const usdc = (network: string, asset: string) => ({
    network,
    asset,
    metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  })
  const wish = {
    user: PAYER,
    originChainId: '1',
    originCurrency: USDC,
    destinationChainId: '8453',
    destinationCurrency: BASE_USDC,
    recipient: SHOP_OWNER,
    amount: '25000000',
  }
  const deposit = {
    requestId: 'r-77',
    type: 'deposit',
    deposit: { amount: '25100000', currency: USDC, receiver: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  }
  /** services.md §9.3 */
  const sample = {
    origin: { amount: '25100000', currency: usdc('eip155:1', USDC) },
    destination: { amount: '25000000', currency: usdc('eip155:8453', BASE_USDC) },
    fees: [{ id: 'service', label: 'Service Fee', amount: '100000', currency: usdc('eip155:1', USDC) }],
    steps: [deposit],
    timeInSeconds: 6,
  }
  const transaction = { network: 'eip155:1', from: PAYER, to: USDC, data: '0x', value: '0' }
  const ofTransaction = (change: object) => ({
    ...sample,
    steps: [{ requestId: 'r-77', type: 'transaction', transaction: { ...transaction, ...change } }],
  })

  async function quote(change: object = {}) {
    const { parts, request } = service()
    const body = JSON.stringify({ ...wish, ...change })
    const answer = await request(withProject(PAYMENTS_PATHS.quote), { method: 'POST', body })
    return { status: answer.status, body: await answer.json(), lines: parts.lines.join('\n') }
  }

  test.each([
    ['a deposit', sample],
    ['a transaction', ofTransaction({})],
  ])('a quote with %s is passed on unchanged', async (_, answer) => {
    upstream.react(saying(PAYMENTS_PATHS.quote, answer))
    expect(await quote()).toMatchObject({ status: 200, body: answer })
  })

  test.each([
    ['the receiver gets less', { ...sample, destination: { ...sample.destination, amount: '24999999' } }],
    [
      'the receiver gets more, and the visitor pays for it',
      { ...sample, destination: { ...sample.destination, amount: '25000001' } },
    ],
    [
      'the receiver gets another token',
      { ...sample, destination: { ...sample.destination, currency: usdc('eip155:8453', USDC) } },
    ],
    [
      'the receiver gets it on another network',
      { ...sample, destination: { ...sample.destination, currency: usdc('eip155:10', BASE_USDC) } },
    ],
    ['another token is paid', { ...sample, origin: { ...sample.origin, currency: usdc('eip155:1', 'native') } }],
    [
      'another token is deposited',
      { ...sample, steps: [{ ...deposit, deposit: { ...deposit.deposit, currency: BASE_USDC } }] },
    ],
    ['another account pays', ofTransaction({ from: SHOP_OWNER })],
    ['it is paid on another network', ofTransaction({ network: 'eip155:10' })],
    ['a transaction cannot be read', ofTransaction({ data: 'all of it' })],
    ['it has no steps', { ...sample, steps: [] }],
    ['it claims to be direct', { ...sample, type: 'direct-transfer' }],
    ['an amount is not a whole number', { ...sample, origin: { ...sample.origin, amount: '25.1' } }],
  ])('a quote is not accepted if %s', async (_, answer) => {
    upstream.react(saying(PAYMENTS_PATHS.quote, answer))
    const said = await quote()
    expect(said).toMatchObject({ status: 503, body: { code: 'payments.unavailable' } })
    for (const secret of [PAYER, SHOP_OWNER, KEY]) expect(said.lines).not.toContain(secret)
  })

  test('if the upstream has no quote, the error contains our text, not the upstream’s', async () => {
    upstream.react(saying(PAYMENTS_PATHS.quote, { error: '<b>no</b>' }, 400))
    expect(await quote()).toMatchObject({
      status: 400,
      body: { error: 'There is insufficient liquidity between these tokens for this amount', code: 'payments.noRoute' },
    })
  })

  test('a payment in the same asset on the same chain causes no request to the upstream', async () => {
    upstream.react(saying(PAYMENTS_PATHS.quote, sample))
    const same = { destinationChainId: '1', destinationCurrency: USDC.toLowerCase() }
    expect(await quote(same)).toMatchObject({ status: 400, body: { code: 'payments.sameAsset' } })
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([
    ['pending', 200, { status: 'pending' }, 200, { status: 'pending' }],
    ['an unknown one', 200, { status: 'done' }, 503, { code: 'payments.unavailable' }],
    ['a missing one', 404, {}, 404, { code: 'payments.unknownRequest' }],
  ])('the status of a payment: %s', async (_, status, body, expected, said) => {
    upstream.react(saying(PAYMENTS_PATHS.status, body, status))
    const answer = await service().request(`${withProject(PAYMENTS_PATHS.status)}&requestId=r-77`)
    expect([answer.status, await answer.json()]).toMatchObject([expected, said])
    expect(upstream.requests[0]?.url.searchParams.get('requestId')).toBe('r-77')
  })
})

test.each(FAULTS)('when the upstream %s, payments count as unavailable', async (_, fault) => {
  const { log, lines } = partsOver(new Map(), { hasPools: false })
  upstream.react(fault)
  const ask = createAskPayments({ url: upstream.url, key: KEY }, log, 200)
  const asking = ask({ path: '/x' }, object({ id: string() }), new AbortController().signal)
  await expect(asking).rejects.toMatchObject({ code: 'payments.unavailable' })
  expect(lines.join()).not.toContain(KEY)
})

test('if no key is configured, none is sent', async () => {
  const { log } = partsOver(new Map(), { hasPools: false })
  upstream.react(replaying([{ source: '', path: '/x', body: { exchangeId: 'a', assets: {} } }]))
  await createAskPayments({ url: upstream.url }, log)({ path: '/x' }, ExchangeAssets, new AbortController().signal)
  expect(upstream.requests[0]?.headers.authorization).toBeUndefined()
})
