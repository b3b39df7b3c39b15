import type { CaipNetworkId } from '@portico/contracts'
import { ONRAMP_PATHS, OnrampOptions } from '@portico/contracts/services/onramp'
import { sellTestMoney } from '@portico/local/testMoney/onramp/sellTestMoney'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeUpstream, replaying, startFakeUpstream } from '../../../testing/fakeUpstream.ts'
import { LOCAL_NETWORK, partsOver } from '../../../testing/localPools.ts'
import { createBuyer } from '../../../testing/onrampBuyer.ts'
import { answered, withProject } from '../../../testing/onrampSuite.ts'
import { createApp } from '../../http/createApp.ts'
import cryptoCurrencies from './fixtures/meldCryptoCurrencies.json' with { type: 'json' }
import purchaseLimits from './fixtures/meldPurchaseLimits.json' with { type: 'json' }
import quote from './fixtures/meldQuote.json' with { type: 'json' }
import widget from './fixtures/meldWidget.json' with { type: 'json' }
import { onrampApi } from './onrampApi.ts'

const PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const BUYER = '0x000000000000000000000000000000000000dEaD'
const MAINNET: CaipNetworkId = 'eip155:1'

let upstream: FakeUpstream
let unreachable: URL
beforeAll(async () => {
  unreachable = await freeUrl()
  upstream = await startFakeUpstream(replaying([]))
})
afterAll(() => upstream.close())
beforeEach(() => upstream.react(replaying([cryptoCurrencies, purchaseLimits, quote, widget])))

/**
 * A buyer for whom both a sandbox and a public service are configured. The sandbox uses made-up prices for its coin and
 * its currencies.
 */
function buyerOf(caipNetworkId: CaipNetworkId) {
  const parts = partsOver(new Map([[LOCAL_NETWORK, [unreachable]]]))
  const meld = { site: 'production', key: 's3cret', country: 'US', url: upstream.url } as const
  const app = createApp(parts.log).route(
    '/',
    onrampApi(parts, { added: [sellTestMoney(new Map([[LOCAL_NETWORK, PAYER]]))], meld }),
  )
  return createBuyer(async (path, init) => app.request(path, init), caipNetworkId, BUYER)
}

test('two providers’ offers are merged: assets have the networks of both, and currencies have the wider limits', async () => {
  const { paymentCurrencies, purchaseCurrencies } = await buyerOf(MAINNET).options()
  expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)])).toEqual([
    ['ETH', [LOCAL_NETWORK, MAINNET]],
    ['USDC', [LOCAL_NETWORK, MAINNET, 'eip155:137']],
    ['SOL', ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']],
    ['BTC', ['bip122:000000000019d6689c085ae165831e93']],
  ])
  expect(paymentCurrencies).toEqual([
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '5.00', max: '30000.50' }] },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '4.63', max: '27815.00' }] },
    { id: 'GBP', payment_method_limits: [{ id: 'card', min: '10.00', max: '2500.00' }] },
  ])
})

test('the network or the visitor decides which provider is used; the sandbox never sells real coins', async () => {
  const pageOf = async (network: CaipNetworkId, more: object = {}) => {
    const answer = await buyerOf(network).askForPage('ETH', more)
    return (await answer.json()) as { url?: string; error?: { code: string } }
  }
  expect((await pageOf(MAINNET)).url).toBe(widget.body.widgetUrl)
  expect((await pageOf(LOCAL_NETWORK)).url).toMatch('http://localhost/onramp/sandbox?order=')
  expect((await pageOf(MAINNET, { provider: 'meld' })).url).toBe(widget.body.widgetUrl)
  expect((await pageOf(MAINNET, { provider: 'sandbox' })).error?.code).toBe('onramp.notOffered')
  expect((await pageOf(LOCAL_NETWORK, { provider: 'meld' })).error?.code).toBe('onramp.notOffered')
})

test('a payment must be within the chosen provider’s limits, even if the merged list shows wider limits', async () => {
  const refused = await buyerOf(LOCAL_NETWORK).askForPage('ETH', { presetFiatAmount: 5 })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { code: 'onramp.amount', message: 'A purchase must be between 10.00 and 2500.00 USD' } },
  ])
})

test('a provider that fails does not affect the other provider', async () => {
  upstream.react(replaying([]))
  const { purchaseCurrencies } = await buyerOf(LOCAL_NETWORK).options()
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
})

test('providers are listed with their networks, and can be queried for their own offers and limits', async () => {
  const { options, request } = buyerOf(MAINNET)
  const { providers } = await options()
  expect(providers?.map(({ id, name, fee_range, networks }) => [id, name, fee_range, networks.length])).toEqual([
    ['sandbox', 'Test money', '1%', 1],
    ['meld', 'Meld.io', '1-2%', 4],
  ])
  const { purchaseCurrencies, paymentCurrencies } = await answered(
    request(`${withProject(ONRAMP_PATHS.options)}&provider=sandbox`),
    OnrampOptions,
  )
  expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)])).toEqual([
    ['ETH', [LOCAL_NETWORK]],
    ['USDC', [LOCAL_NETWORK]],
  ])
  expect(paymentCurrencies[0]).toEqual({
    id: 'USD',
    payment_method_limits: [{ id: 'card', min: '10.00', max: '2500.00' }],
  })
  const unknown = await request(`${withProject(ONRAMP_PATHS.options)}&provider=other`)
  expect(unknown.status).toBe(400)
})
