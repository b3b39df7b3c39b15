/** @jest-environment jsdom */
import { ModalError } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  fakeActing,
  fakeHost,
  fakeWindows,
  harbor,
  hostState,
  polygon,
  renderView,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { buyWindows } from '../buyWindows.ts'
import { orderLost, orderRead, providerChosen, selectPurchase, windowClosed } from '../onrampSlice.ts'
import remote from '../remote.ts'
import { type FakeOnramp, fakeOnramp, options, refusal } from '../testing.ts'
import { QUOTE_SHOWN_MS, TYPING_MS } from '../useQuote.ts'
import BuyInProgress from './BuyInProgress.tsx'
import OnRampBuy from './OnRampBuy.tsx'
import OnRampFiatSelect from './OnRampFiatSelect.tsx'
import OnRampProviders from './OnRampProviders.tsx'
import OnRampTokenSelect from './OnRampTokenSelect.tsx'
import WhatIsABuy from './WhatIsABuy.tsx'

let windows: ReturnType<typeof fakeWindows>
beforeEach(() => {
  jest.useFakeTimers()
  windows = fakeWindows()
})
afterEach(async () => {
  await unmountAll()
  windows.restore()
  jest.useRealTimers()
})

interface Situation {
  readonly locale?: string
  readonly provider?: string
  readonly onramp?: readonly string[]
  readonly network?: typeof ethereum
}

const hostOf = (
  { askService }: FakeOnramp,
  { locale = 'en', provider, onramp, network = ethereum }: Situation = {},
) => {
  const state = hostState({
    networks: [ethereum, polygon],
    connection: connectionWith(harbor, network),
    ...(onramp && { onramp }),
  })
  const host = fakeHost({ remote, locale, state, acting: fakeActing({ askService }) })
  if (provider) host.store.dispatch(providerChosen(provider))
  return host
}

const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))

async function type(view: { container: Element }, text: string) {
  const input = view.container.querySelector<HTMLInputElement>('[data-testid=onramp-amount-input]')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const amounts = (service: FakeOnramp) =>
  quotes(service).map(({ body }) => (body as unknown as { amount: string }).amount)
const quotes = ({ requests }: FakeOnramp) => requests.filter(({ path }) => path === '/v1/onramp/quote')

describe('the sellers', () => {
  test("sellers on this network are listed with their fees, and one press opens a seller's offer", async () => {
    const host = hostOf(fakeOnramp())
    const view = await renderView(OnRampProviders, { host })
    expect(view.names('[data-testid^=onramp-provider-]')).toEqual(['Test moneyFees: 1%', 'Meld.ioFees: 1-2%'])
    await act(async () => view.container.querySelector<HTMLElement>('[data-testid=onramp-provider-meld]')?.click())
    expect(host.asked).toEqual([['navigate', 'OnRampBuy']])
    expect((host.store.getState() as never as { onramp: { form: object } }).onramp.form).toMatchObject({
      provider: 'meld',
    })
  })

  test('the site receives events for the visit and the chosen seller', async () => {
    const acting = fakeActing({ askService: fakeOnramp().askService })
    const host = fakeHost({ remote, acting, state: hostState({ networks: [ethereum] }) })
    const view = await renderView(OnRampProviders, { host })
    await act(async () => view.container.querySelector<HTMLElement>('[data-testid=onramp-provider-meld]')?.click())
    await renderView(WhatIsABuy, { host })
    expect(acting.tracked).toEqual([
      ['SELECT_BUY_CRYPTO', { isSmartAccount: false }],
      ['SELECT_BUY_PROVIDER', { isSmartAccount: false, provider: 'meld' }],
      ['SELECT_WHAT_IS_A_BUY', { isSmartAccount: false }],
    ])
  })

  test('on a network without sellers, the view says so', async () => {
    const view = await renderView(OnRampProviders, { host: hostOf(fakeOnramp(), { network: polygon }) })
    expect(view.text()).toContain('You can’t buy anything on Polygon here')
  })

  test.each([
    ['the sellers', OnRampProviders],
    ['the form', OnRampBuy],
  ])('opening %s on another family shows "Unsupported chain" and sends no request', async (_, View) => {
    const service = fakeOnramp()
    const bitcoin = { ...ethereum, chainNamespace: 'bip122', caipNetworkId: 'bip122:x', name: 'Bitcoin' } as never
    const connector = { id: 'w', name: 'W', type: 'EXTERNAL', namespace: 'bip122' } as never
    const connection = { connectorId: 'w', accounts: [{ address: 'me' }], caipNetworkId: 'bip122:x' } as never
    const state = hostState({ networks: [bitcoin], connectors: [connector], connection })
    const host = fakeHost({ remote, state, acting: fakeActing({ askService: service.askService }) })
    const view = await renderView(View as typeof OnRampBuy, { host })
    expect(view.names('[role=alert]')).toEqual([
      'Unsupported chainChoose another network, or have someone send you what you need.',
    ])
    expect([service.requests, view.names('button')]).toEqual([[], []])
  })

  test.each(['usd', 'US', 'USDC', 'U$D', '', 'Ä££'])('an invalid currency code %j breaks nothing', async (id) => {
    const service = fakeOnramp()
    const [dollars] = options.paymentCurrencies
    service.options = { ...options, paymentCurrencies: [{ ...dollars, id }, dollars] }
    const view = await renderView(OnRampFiatSelect, { host: hostOf(service) })
    expect(view.container.querySelectorAll('[data-testid^=onramp-fiat-]')).toHaveLength(1)
    const form = await renderView(OnRampBuy, { host: hostOf(service) })
    expect(form.text()).toContain('$10.00 to')
  })

  test('a failed lookup is reported, and one press retries', async () => {
    const service = fakeOnramp()
    service.options = new ModalError('service.unreachable')
    const view = await renderView(OnRampProviders, { host: hostOf(service) })
    expect(view.names('[role=alert]')).toEqual(['Couldn’t load the assets you can buyCouldn’t reach the service'])
    service.options = options
    await view.press('Try again')
    expect(view.text()).toContain('Meld.io')
  })

  test('an explanation is one press away, and leads back', async () => {
    const host = hostOf(fakeOnramp())
    const view = await renderView(OnRampProviders, { host })
    await view.press('How does it work?')
    const help = await renderView(WhatIsABuy, { host })
    await help.press('Buy')
    expect(host.asked).toEqual([['navigate', 'WhatIsABuy'], ['back']])
  })
})

const form = async (service = fakeOnramp(), situation: Situation = {}) => {
  const host = hostOf(service, { provider: 'meld', ...situation })
  return { host, service, view: await renderView(OnRampBuy, { host }) }
}

describe('the amount', () => {
  test('the request has the amount to the cent, one token, one network and the chosen seller', async () => {
    const { view, service } = await form()
    await type(view, '150.5')
    await later(TYPING_MS)
    const [{ query } = { query: undefined }] = service.requests
    expect(query).toEqual({ provider: 'meld' })
    expect(quotes(service).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        amount: '150.50',
        network: 'USDC',
        provider: 'meld',
        paymentCurrency: options.paymentCurrencies[0],
        purchaseCurrency: expect.objectContaining({
          symbol: 'USDC',
          networks: [expect.objectContaining({ name: 'eip155:1' })],
        }),
      }),
    ])
  })

  test('the cost, the fees and the received amount are shown before the press', async () => {
    const { view } = await form()
    await type(view, '100')
    await later(TYPING_MS)
    const facts = view.names('[data-testid=onramp-quote] > div')
    expect(facts.slice(0, 3)).toEqual(['You pay$100.00', 'Fees included$1.00', 'You get98.765432 USDC'])
    expect(view.container.querySelector('[data-testid=onramp-quote-amount]')?.getAttribute('title')).toBe(
      '98.7654321 USDC',
    )
    expect(view.button('Buy from Meld.io').disabled).toBe(false)
  })

  test.each([
    ['9.99', 'The minimum is $10.00'],
    ['2500.01', 'The maximum is $2,500.00'],
    ['0', 'Enter an amount'],
    ['1e3', 'Enter a number, such as 100'],
    ['-20', 'Enter a number, such as 100'],
    ['20.001', 'Use up to two decimal places'],
  ])('%s is rejected with its reason, and no request is sent', async (text, problem) => {
    const { view, service } = await form()
    await type(view, text)
    await later(TYPING_MS)
    expect(view.names('[role=alert]')).toEqual([problem])
    expect(quotes(service)).toEqual([])
    expect(view.button('Change the amount').disabled).toBe(true)
  })

  test("the currency's limits are shown before typing, and change with the currency", async () => {
    const { view, host } = await form()
    expect(view.text()).toContain('$10.00 to $2,500.00 per purchase')
    const list = await renderView(OnRampFiatSelect, { host })
    await act(async () => list.container.querySelector<HTMLElement>('[data-testid=onramp-fiat-EUR]')?.click())
    expect(host.asked).toEqual([['back']])
    expect(view.text()).toContain('€10.00 to €600.00 per purchase')
  })

  test('a preset amount is written with all its digits', async () => {
    const { view } = await form()
    expect(view.names('[data-testid^=onramp-preset-]')).toEqual(['$100', '$250', '$500', '$1,000'])
  })

  test('a preset amount is one press away', async () => {
    const { view, service } = await form()
    await view.press('$250')
    await later(TYPING_MS)
    expect(amounts(service)).toEqual(['250.00'])
  })

  test('another token of this network can be chosen', async () => {
    const { view, host } = await form()
    const list = await renderView(OnRampTokenSelect, { host })
    expect(list.names('[data-testid^=onramp-token-]')).toEqual(['EtherETH', 'USD CoinUSDC'])
    await act(async () => list.container.querySelector<HTMLElement>('[data-testid=onramp-token-ETH]')?.click())
    expect(host.asked).toEqual([['back']])
    expect(view.button('Ether · Ethereum')).toBeDefined()
  })

  test('typing is debounced, and only the last answer counts', async () => {
    const { view, service } = await form()
    let answerFirst: (value: unknown) => void = () => {}
    const answer = service.quote
    service.quote = () => new Promise((resolve) => (answerFirst = resolve))
    await type(view, '10')
    await later(TYPING_MS - 1)
    await type(view, '100')
    await later(TYPING_MS)
    expect(amounts(service)).toEqual(['100.00'])
    service.quote = answer
    await type(view, '200')
    await later(TYPING_MS)
    await act(async () => answerFirst(answer(quotes(service)[0]?.body as never)))
    expect(view.names('[data-testid=onramp-quote] > div')[0]).toBe('You pay$200.00')
  })

  test('a price is refreshed after a minute, and removed if it becomes unavailable', async () => {
    const { view, service } = await form()
    await type(view, '100')
    await later(TYPING_MS)
    service.quote = () => refusal('onramp.noQuote')
    await later(QUOTE_SHOWN_MS)
    await later(1)
    expect(view.container.querySelector('[data-testid=onramp-quote]')).toBeNull()
    expect(view.text()).toContain('No price available right now')
  })
})

describe('pitfall 29: a quote that fails', () => {
  test.each<[string, () => unknown, string]>([
    ['refused by the service', () => refusal('onramp.noQuote'), 'No provider sells this amount right now'],
    [
      'outside limits that the list left out',
      () => refusal('onramp.amount', 'A purchase must be between 20.00 and 90.00 USD'),
      'A purchase must be between 20.00 and 90.00 USD',
    ],
    ['unreachable service', () => new ModalError('service.unreachable'), 'Couldn’t reach the service'],
    ['an invalid quote', () => ({ quoteId: 'mocked-quote-id' }), 'Couldn’t read the service’s response'],
  ])('%s: the failure is shown instead of an amount, and buying is disabled', async (_, quote, said) => {
    const service = fakeOnramp()
    service.quote = quote
    const { view } = await form(service)
    await type(view, '100')
    await later(TYPING_MS)
    expect(view.names('[role=alert]')).toEqual([expect.stringContaining(said)])
    expect(view.container.querySelector('[data-testid=onramp-quote]')).toBeNull()
    expect(view.container.querySelector<HTMLButtonElement>('[data-testid=onramp-buy]')?.disabled).toBe(true)
    expect(windows.opened).toEqual([])
  })

  test.each<[string, object]>([
    ['another amount', { paymentTotal: { amount: '1.00', currency: 'USD' } }],
    ['another currency', { paymentTotal: { amount: '100.00', currency: 'EUR' } }],
    ['another token', { purchaseAmount: { amount: '1', currency: 'SCAM' } }],
  ])('an answer about %s is ignored', async (_, other) => {
    const service = fakeOnramp()
    const answer = service.quote
    service.quote = (request) => ({ ...(answer(request) as object), ...other })
    const { view } = await form(service)
    await type(view, '100')
    await later(TYPING_MS)
    expect(view.text()).toContain('Couldn’t read the service’s response')
    expect(view.container.querySelector('[data-testid=onramp-quote]')).toBeNull()
  })

  test('one press retries', async () => {
    const service = fakeOnramp()
    const answer = service.quote
    service.quote = () => new ModalError('service.unreachable')
    const { view } = await form(service)
    await type(view, '100')
    await later(TYPING_MS)
    service.quote = answer
    await view.press('Try again')
    await later(TYPING_MS)
    expect(view.button('Buy from Meld.io').disabled).toBe(false)
  })
})

/** The visitor has pressed "Buy" and sees the outcome. */
async function bought(service = fakeOnramp()) {
  const { view, host } = await form(service)
  await type(view, '100')
  await later(TYPING_MS)
  await view.press('Buy from Meld.io')
  const progress = await renderView(BuyInProgress, { host })
  const purchase = () => selectPurchase(host.store.getState() as never)
  const tell = (action: { type: string }) => act(async () => void host.store.dispatch(action))
  const id = purchase()?.id ?? ''
  const read = (order: Parameters<typeof orderRead>[0]['order'], isWindowOpen = true) =>
    tell(orderRead({ id, order, isWindowOpen }))
  return { host, progress, purchase, tell, read, id, service }
}

describe('buying', () => {
  afterEach(() => buyWindows.close('none'))

  test('the window opens during the press and loads the page for the quote and this address', async () => {
    const { host, progress, service } = await bought()
    expect(host.asked).toEqual([['navigate', 'BuyInProgress']])
    expect(windows.opened.map(({ visited, opener }) => [visited, opener])).toEqual([
      [['https://pay.example/order/7'], null],
    ])
    expect(service.requests.at(-1)?.body).toEqual({
      destinationWallets: [{ address: ADDRESS, blockchains: ['eip155:1'], assets: ['USDC'] }],
      defaultNetwork: 'eip155:1',
      partnerUserId: ADDRESS,
      quoteId: 'quote of 100.00',
      provider: 'meld',
    })
    expect(progress.text()).toContain('Buy on Meld.io')
    expect(progress.text()).toContain('Pay at pay.example.')
    await progress.press('Copy link')
    expect(host.asked.at(-1)).toEqual(['copy', 'https://pay.example/order/7', 'Link copied'])
  })

  test('a blocked window can be opened by a button', async () => {
    windows.refuse()
    const { progress } = await bought()
    expect(progress.names('[role=alert]')).toEqual(['Your browser blocked the windowOpen Meld.io’s page from here.'])
    windows.refuse(false)
    await progress.press('Open the page')
    expect(windows.opened.map(({ visited }) => visited)).toEqual([['https://pay.example/order/7']])
    expect(progress.text()).toContain('Buy on Meld.io')
  })

  test('a closed window is reported, and can be reopened', async () => {
    const { progress, read } = await bought()
    await read({ status: 'created' }, false)
    expect(progress.names('[role=alert]')).toEqual([
      'The window is closed. No payment reported yet.If you’ve paid, your purchase will arrive at 0x5aAe…eAed. Otherwise, you can still reopen the page for a while.',
    ])
    await progress.press('Reopen the page')
    expect(windows.opened.at(-1)?.visited).toEqual(['https://pay.example/order/7'])
    expect(progress.text()).toContain('Buy on Meld.io')
  })

  test('for a provider without order status, a closed window proves nothing', async () => {
    const service = fakeOnramp()
    service.page = { url: 'https://pay.example/order/7' }
    const { progress, tell, id } = await bought(service)
    await tell(windowClosed(id))
    expect(progress.text()).toContain('If you’ve paid, your purchase will arrive at 0x5aAe')
  })

  test('a paid and delivered purchase shows the full amount and returns to the account', async () => {
    const { progress, read, host } = await bought()
    await read({ status: 'paid' })
    expect(progress.text()).toContain('Paid and on its way')
    await read({ status: 'delivered', txHash: '0xfeed' }, false)
    expect(progress.names('[role=status]')).toEqual(['98.7654321 USDC has arrivedIt is in your account on Ethereum.'])
    await progress.press('Done')
    expect(host.asked.at(-1)).toEqual(['replace', 'Account'])
  })

  test('an order that was not fulfilled has failed, and can be retried', async () => {
    const { progress, read } = await bought()
    await read({ status: 'failed' })
    expect(progress.names('[role=alert]')).toEqual([
      'Buy failedMeld.io ended this order. If you’ve paid, ask Meld.io for a refund and quote order order-7.',
    ])
    await progress.press('Try again')
    expect(windows.opened).toHaveLength(2)
    expect(progress.text()).toContain('Buy on Meld.io')
  })

  test('an unreachable status service is reported', async () => {
    const { progress, tell, id } = await bought()
    await tell(orderLost(id))
    expect(progress.text()).toContain('If you’ve paid, your purchase will still arrive.')
  })

  test.each<[string, unknown, string]>([
    ['a refusal', refusal('onramp.limit'), 'This address has reached its daily limit'],
    ['a script', { url: 'javascript:alert(1)' }, 'Couldn’t read the service’s response'],
    ['no response', new ModalError('service.unreachable'), 'Couldn’t reach the service'],
  ])('if %s comes instead of a page, the window closes and the reason is shown', async (_, page, said) => {
    const service = fakeOnramp()
    service.page = page
    const { progress } = await bought(service)
    expect(progress.names('[role=alert]')).toEqual([`Buy failed${said}`])
    expect(windows.opened.map(({ closed, visited }) => [closed, visited])).toEqual([[true, []]])
  })

  test('after an expired price, a press goes back for a new price', async () => {
    const service = fakeOnramp()
    service.page = refusal('onramp.quoteOver')
    const { progress, host } = await bought(service)
    await progress.press('Get a new price')
    expect(host.asked.at(-1)).toEqual(['back'])
  })

  test('returning to the sellers opens the purchase in progress', async () => {
    const { host } = await bought()
    const view = await renderView(OnRampProviders, { host })
    await act(async () => view.container.querySelector<HTMLElement>('[data-testid=onramp-current]')?.click())
    expect(host.asked.at(-1)).toEqual(['navigate', 'BuyInProgress'])
  })
})
