import { ONRAMP_PATHS, OnrampOptions, OnrampQuote, OnrampUrl } from '@portico/contracts/services/onramp'
import { type FakeUpstream, type Reaction, replaying, startFakeUpstream } from '../../../../testing/fakeUpstream.ts'
import { FAULTS } from '../../../../testing/faults.ts'
import { partsOver, SHOP } from '../../../../testing/localPools.ts'
import { answered, describeOnramp, withProject } from '../../../../testing/onrampSuite.ts'
import { createApp } from '../../../http/createApp.ts'
import cryptoCurrencies from '../fixtures/meldCryptoCurrencies.json' with { type: 'json' }
import purchaseLimits from '../fixtures/meldPurchaseLimits.json' with { type: 'json' }
import quoteFixture from '../fixtures/meldQuote.json' with { type: 'json' }
import widgetFixture from '../fixtures/meldWidget.json' with { type: 'json' }
import { onrampApi } from '../onrampApi.ts'
import { createMeld } from './createMeld.ts'

const KEY = 'W9kZs3cret:key'
const BUYER = '0x000000000000000000000000000000000000dEaD'
const fixtures = [cryptoCurrencies, purchaseLimits, quoteFixture, widgetFixture]
const PATHS = fixtures.map(({ path }) => path)

let upstream: FakeUpstream
let bodies: Record<string, string>

/** Records the bodies of the requests. */
const noting =
  (reaction: Reaction): Reaction =>
  (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      bodies[request.url?.split('?')[0] ?? ''] = text
      reaction(request, response)
    })
  }
/** Responds with the fixtures, except at one path. */
const withFault = (path: string, fault: Reaction) =>
  noting((request, response) =>
    request.url?.startsWith(path) ? fault(request, response) : replaying(fixtures)(request, response),
  )
const saying = (body: unknown, status = 200): Reaction =>
  replaying(PATHS.map((path) => ({ source: '', path, status, body })))

beforeAll(async () => {
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())
beforeEach(() => {
  bodies = {}
  upstream.react(noting(replaying(fixtures)))
})

function service() {
  const parts = partsOver(new Map(), { hasPools: false })
  const meld = { site: 'production', key: KEY, country: 'DE', url: new URL(upstream.url) } as const
  const app = createApp(parts.log).route('/', onrampApi(parts, { meld }))
  return { parts, request: async (path: string, init?: RequestInit) => app.request(path, init) }
}

describeOnramp('Meld', () => ({
  request: service().request,
  caipNetworkId: 'eip155:1',
  symbol: 'ETH',
  address: BUYER,
  page: 'https://meldcrypto.com',
}))

const wish = (amount = '100.00') => ({
  purchaseCurrency: {
    id: 'ETH',
    name: 'Ether',
    symbol: 'ETH',
    networks: [{ name: 'eip155:1', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
  },
  paymentCurrency: { id: 'USD', payment_method_limits: [] },
  amount,
  network: 'ETH',
})
const order = {
  destinationWallets: [{ address: BUYER, blockchains: ['eip155:1'], assets: ['ETH'] }],
  partnerUserId: 'v1',
}

const post = (request: ReturnType<typeof service>['request'], path: string, body: unknown) =>
  request(withProject(path), { method: 'POST', body: JSON.stringify(body) })

test('assets on the networks of Portico’s clients are offered, each symbol with all its networks', async () => {
  const { paymentCurrencies, purchaseCurrencies } = await answered(
    service().request(withProject(ONRAMP_PATHS.options)),
    OnrampOptions,
  )
  expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)])).toEqual([
    ['ETH', ['eip155:1']],
    ['USDC', ['eip155:1', 'eip155:137']],
    ['SOL', ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']],
    ['BTC', ['bip122:000000000019d6689c085ae165831e93']],
  ])
  expect(purchaseCurrencies[0]?.networks).toEqual([
    { name: 'eip155:1', display_name: 'Ethereum', chain_id: '1', contract_address: `0x${'e'.repeat(40)}` },
  ])
  expect(paymentCurrencies).toEqual([
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '5.00', max: '30000.50' }] },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '4.63', max: '27815.00' }] },
  ])
})

test('the best quote is used, with all its digits', async () => {
  const quote = await answered(post(service().request, ONRAMP_PATHS.quote, wish()), OnrampQuote)
  expect(quote).toMatchObject({
    paymentTotal: { amount: '100.00', currency: 'USD' },
    paymentSubtotal: { amount: '95.90', currency: 'USD' },
    purchaseAmount: { amount: '0.03196721', currency: 'ETH' },
    networkFee: { amount: '0.00', currency: 'USD' },
  })
})

test.each([
  ['gives the total fee', { sourceAmount: 100, sourceAmountWithoutFees: null, totalFee: 4.1 }, '95.90'],
  ['gives a subtotal with three decimals', { sourceAmount: 100, sourceAmountWithoutFees: 1.005, totalFee: 7 }, '1.01'],
  ['gives no fees', { sourceAmount: 100, sourceAmountWithoutFees: null, totalFee: null }, '100.00'],
  ['gives a fee above the payment', { sourceAmount: 100, sourceAmountWithoutFees: null, totalFee: 101 }, '0.00'],
])('if Meld %s, the subtotal is exact', async (_, said, subtotal) => {
  upstream.react(withFault(quoteFixture.path, saying({ quotes: [{ ...quoteFixture.body.quotes[0], ...said }] })))
  const quote = await answered(post(service().request, ONRAMP_PATHS.quote, wish()), OnrampQuote)
  expect([quote.paymentTotal.amount, quote.paymentSubtotal.amount]).toEqual(['100.00', subtotal])
})

test('requests to Meld contain numeric amounts, the quote’s provider, and the key in a header', async () => {
  const { request } = service()
  const { quoteId } = await answered(post(request, ONRAMP_PATHS.quote, wish()), OnrampQuote)
  const requests = {
    countryCode: 'DE',
    sourceCurrencyCode: 'USD',
    sourceAmount: 100,
    destinationCurrencyCode: 'ETH',
    paymentMethodType: 'CREDIT_DEBIT_CARD',
  }
  expect(JSON.parse(bodies[quoteFixture.path] ?? '')).toEqual(requests)
  const opened = await answered(post(request, ONRAMP_PATHS.url, { ...order, quoteId }), OnrampUrl)
  expect(opened).toEqual({ url: widgetFixture.body.widgetUrl })
  expect(JSON.parse(bodies[widgetFixture.path] ?? '')).toEqual({
    sessionType: 'BUY',
    externalCustomerId: 'v1',
    sessionData: { ...requests, serviceProvider: 'BANXA', walletAddress: BUYER },
  })
  for (const { headers, url } of upstream.requests) {
    expect([headers.authorization, headers['meld-version']]).toEqual([`BASIC ${KEY}`, '2023-12-19'])
    expect(url.href).not.toContain('s3cret')
  }
  expect(Object.values(bodies).join()).not.toContain('s3cret')
})

test('Meld’s lists are fetched at most once an hour, however many clients there are, but again after a failure', async () => {
  let now = 0
  const { parts } = service()
  const options = { site: 'production', key: KEY, country: 'US', url: upstream.url } as const
  const meld = createMeld(options, parts.log, { now: () => now })
  const { signal } = new AbortController()
  upstream.react(noting(saying({}, 500)))
  await expect(meld.offers(signal)).rejects.toMatchObject({ code: 'onramp.unavailable' })
  upstream.react(noting(replaying(fixtures)))
  await Promise.all([meld.offers(signal), meld.offers(signal)])
  expect(upstream.requests).toHaveLength(2)
  now = 60 * 60_000 - 1
  await meld.offers(signal)
  expect(upstream.requests).toHaveLength(2)
  now += 1
  await meld.offers(signal)
  expect(upstream.requests).toHaveLength(4)
})

const calls: readonly [string, (request: ReturnType<typeof service>['request']) => Promise<Response>][] = [
  [cryptoCurrencies.path, (request) => request(withProject(ONRAMP_PATHS.options))],
  [purchaseLimits.path, (request) => request(withProject(ONRAMP_PATHS.options))],
  [quoteFixture.path, (request) => post(request, ONRAMP_PATHS.quote, wish())],
  [widgetFixture.path, (request) => post(request, ONRAMP_PATHS.url, order)],
]

/** The failures of any upstream. Time-outs are tested below. */
const FAILURES: readonly (readonly [string, Reaction])[] = [
  ...FAULTS.filter(([name]) => name !== 'takes too long'),
  ['answers with a word', saying('?')],
  ['answers with texts instead of numbers', saying({ quotes: '1', widgetUrl: 7 })],
  ['rejects the key', saying({ message: 'Invalid credentials' }, 401)],
]

describe.each(calls)('failures of %s', (path, call) => {
  test.each(FAILURES)(
    'if Meld %s, the service reports it as unavailable; neither response nor log reveals a key or an address',
    async (_, fault) => {
      upstream.react(withFault(path, fault))
      const { parts, request } = service()
      const answer = await call(request)
      const text = await answer.text()
      expect([answer.status, JSON.parse(text).error.code]).toEqual([503, 'onramp.unavailable'])
      expect(text + parts.lines.join()).not.toMatch(new RegExp(`s3cret|127\\.0\\.0\\.1|${BUYER}|${SHOP}`))
      expect(parts.lines.join()).toContain('no answer of Meld')
    },
  )
})

test('Meld counts as unavailable if it is too slow', async () => {
  upstream.react(() => {})
  const options = { site: 'production', key: KEY, country: 'US', url: upstream.url } as const
  const meld = createMeld(options, service().parts.log, { waitMs: 100 })
  await expect(meld.offers(new AbortController().signal)).rejects.toMatchObject({ code: 'onramp.unavailable' })
})

test.each([
  ['rejects the request', saying({ code: 'BAD_REQUEST', message: 'Bad request', errors: ['x'] }, 400)],
  ['has no quotes', saying({ quotes: null, message: 'No quotes', error: 'INCOMPATIBLE_REQUEST' })],
  ['has an empty list of quotes', saying({ quotes: [] })],
  ['has an unreadable quote', saying({ quotes: [{ serviceProvider: 'BANXA', destinationAmount: '1' }] })],
  ['has a quote for another amount', saying({ quotes: [{ ...quoteFixture.body.quotes[0], sourceAmount: 50 }] })],
  [
    'has a quote for another coin',
    saying({ quotes: [{ ...quoteFixture.body.quotes[0], destinationCurrencyCode: 'BTC' }] }),
  ],
])('if Meld %s, the visitor gets no quote', async (_, reaction) => {
  upstream.react(withFault(quoteFixture.path, reaction))
  const answer = await post(service().request, ONRAMP_PATHS.quote, wish())
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'onramp.noQuote' } }])
})

test.each(['http://meldcrypto.com', 'javascript:alert(1)', ''])(
  'the invalid page address %j is not passed on',
  async (widgetUrl) => {
    upstream.react(withFault(widgetFixture.path, saying({ ...widgetFixture.body, widgetUrl })))
    const answer = await post(service().request, ONRAMP_PATHS.url, order)
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'onramp.unavailable' } }])
  },
)

test('with Meld, the amount cannot be given in coins', async () => {
  const answer = await post(service().request, ONRAMP_PATHS.url, { ...order, presetCryptoAmount: 1 })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'request.invalid' } }])
})

test('without a provider, every endpoint reports that no provider is configured', async () => {
  const parts = partsOver(new Map(), { hasPools: false })
  const app = createApp(parts.log).route('/', onrampApi(parts))
  const request = async (path: string, init?: RequestInit) => app.request(path, init)
  const answers = await Promise.all([
    request(withProject(ONRAMP_PATHS.options)),
    post(request, ONRAMP_PATHS.quote, wish()),
    post(request, ONRAMP_PATHS.url, order),
    post(request, ONRAMP_PATHS.url, { ...order, provider: 'sandbox' }),
  ])
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'onramp.unconfigured' } }])
  }
})
