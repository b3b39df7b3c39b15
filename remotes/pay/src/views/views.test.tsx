/** @jest-environment jsdom */
import {
  type ActingCommands,
  addErrors,
  type EvmTransactionRequest,
  type Holding,
  ModalError,
  type SentTransaction,
  type ViewModule,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import {
  connectionWith,
  ethereum,
  type FakeActing,
  fakeActing,
  fakeHost,
  fakeWindows,
  harbor,
  hostState,
  polygon,
  type RenderedView,
  renderView,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { billRead, type Payment, type PayRoot, paymentBegun, requested, selectPayment } from '../paySlice.ts'
import remote from '../remote.ts'
import {
  bill,
  DOLLAR,
  dollarQuote,
  EXCHANGES,
  etherBill,
  etherQuote,
  HASH,
  ROUTER,
  SHOP,
  serviceOf,
  siteRequest,
} from '../testing.ts'
import { clusterOf, MINT, mintBill, SOLANA_PAYER, SOLANA_SHOP, solBill } from '../testSolana.ts'
import Pay from './Pay.tsx'
import PayLoading from './PayLoading.tsx'
import PayQuote from './PayQuote.tsx'

beforeAll(() => addErrors(actingErrors))
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

const later = (ms = 10) => act(async () => jest.advanceTimersByTimeAsync(ms))
const [testExchange, coinbase] = EXCHANGES as [(typeof EXCHANGES)[0], (typeof EXCHANGES)[0]]

const ownEther: Holding = {
  caipNetworkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  amount: '1500000000000000000',
}
const ownDollars: Holding = {
  caipNetworkId: 'eip155:1',
  address: DOLLAR,
  name: 'Dollar',
  symbol: 'USD',
  decimals: 6,
  amount: '12500000',
}

interface Situation {
  readonly view?: ViewModule['default']
  readonly params?: unknown
  readonly acting?: Partial<ActingCommands>
  readonly isConnected?: boolean
  readonly network?: typeof ethereum
  readonly isElsewhere?: boolean
  readonly owed?: typeof bill | undefined
  readonly payment?: Payment
  readonly transactions?: readonly SentTransaction[]
}

async function show({
  view = PayQuote,
  params,
  acting = serviceOf(),
  isConnected = true,
  network = ethereum,
  isElsewhere = false,
  owed = bill,
  payment,
  transactions = [],
}: Situation = {}): Promise<RenderedView & { readonly wallet: FakeActing }> {
  const wallet = fakeActing(acting)
  const connection = isConnected ? connectionWith(harbor, isElsewhere ? polygon : network) : null
  const state = hostState({
    networks: [network, polygon],
    connection,
    holdings: [ownEther, ownDollars],
    transactions,
  })
  const host = fakeHost({ remote, state, acting: wallet })
  if (view !== Pay) {
    host.store.dispatch(requested('a'))
    host.store.dispatch(billRead({ key: 'a', bill: owed }))
  }
  if (payment) host.store.dispatch(paymentBegun(payment))
  const shown = await renderView(view, { host, params })
  await later()
  return { ...shown, wallet }
}

const find = (view: RenderedView, testId: string) =>
  view.container.querySelector<HTMLButtonElement>(`[data-testid="${testId}"]`)
const pressed = (view: RenderedView, testId: string) => act(async () => find(view, testId)?.click())
const snacksOf = (view: RenderedView) =>
  view.host.asked.flatMap(([name, snack]) => (name === 'showSnack' ? [(snack as { text: string }).text] : []))
const paymentIn = (view: RenderedView) => selectPayment(view.host.store.getState() as PayRoot)
const exchangesIn = (view: RenderedView) =>
  [...view.container.querySelectorAll<HTMLElement>('[data-testid^=exchange-option]')].map(
    ({ dataset }) => dataset.testid,
  )

describe('the request', () => {
  test('amount, network and recipient are shown, with the wallet and two exchanges to pay from', async () => {
    const view = await show({ view: Pay, params: siteRequest })
    expect(view.text()).toContain('12.5 USDon Ethereum · to 0xfB69…d359')
    expect(find(view, 'wallet-payment-option')?.textContent).toContain('Pay with Harbor')
    expect(exchangesIn(view)).toEqual(['exchange-option-coinbase', 'exchange-option-binance'])
    expect(view.wallet.tracked).toEqual([
      [
        'PAY_MODAL_OPEN',
        {
          exchanges: [{ id: 'coinbase' }, { id: 'binance' }],
          configuration: { network: 'eip155:1', asset: DOLLAR, amount: '12500000', recipient: SHOP },
        },
      ],
    ])
  })

  test('on a test network only the test exchange pays', async () => {
    const view = await show({ view: Pay, params: siteRequest, network: { ...ethereum, testnet: true } })
    expect(exchangesIn(view)).toEqual(['exchange-option-reown_test'])
  })

  test('exchanges are requested for the exact asset and amount', async () => {
    const acting = serviceOf()
    await show({ view: Pay, params: siteRequest, acting })
    expect(acting.calls[0]?.params).toEqual({ page: 0, asset: `eip155:1/erc20:${DOLLAR}`, amount: '12.5' })
  })

  test.each([
    ['without any exchange', () => ({ exchanges: [], total: 0 }), 'No exchanges available'],
    [
      'whose exchanges lack this asset',
      () => ({ refused: 'Asset x is not supported by any' }),
      'No exchanges available',
    ],
    ['that does not respond', () => new ModalError('service.unreachable'), 'Couldn’t load exchanges'],
    ['with an invalid response', () => ({ exchanges: 7 }), 'Couldn’t load exchanges'],
  ])('a service %s still lets the visitor pay from the wallet', async (_, exchanges, sentence) => {
    const view = await show({ view: Pay, params: siteRequest, acting: serviceOf({ exchanges }) })
    expect(view.text()).toContain(sentence)
    expect(find(view, 'wallet-payment-option')?.disabled).toBe(false)
  })

  test("a visitor without a wallet connects one for the bill's family", async () => {
    const view = await show({ view: Pay, params: siteRequest, isConnected: false })
    await view.press('Pay with wallet')
    expect(view.host.asked.at(-1)).toEqual(['navigate', 'Connect', { namespace: 'eip155' }])
  })

  test('a connected visitor continues with the wallet or disconnects it', async () => {
    const disconnect = jest.fn(async () => {})
    const view = await show({ view: Pay, params: siteRequest, acting: { ...serviceOf(), disconnect } })
    await pressed(view, 'wallet-payment-option')
    expect(view.host.asked.at(-1)).toEqual(['navigate', 'PayQuote', undefined])
    await pressed(view, 'pay-disconnect')
    expect(disconnect).toHaveBeenCalledTimes(1)
  })

  test('a connection of another family is not ended by mistake', async () => {
    const disconnect = jest.fn(async () => {})
    const wallet = fakeActing({ ...serviceOf(), disconnect })
    const state = hostState({ networks: [ethereum, solana], connection: connectionWith(harbor, ethereum) })
    const networks = { ...state.networks, chosenId: solana.caipNetworkId }
    const host = fakeHost({ remote, state: { ...state, networks }, acting: wallet })
    const view = await renderView(Pay, { host, params: siteRequest })
    await later()
    expect(find(view, 'wallet-payment-option')?.textContent).toContain('Pay with Harbor')
    expect(find(view, 'pay-disconnect')).toBeNull()
  })

  test('a bill that cannot be paid is explained in one sentence', async () => {
    const view = await show({ view: Pay, params: { ...siteRequest, amount: '1e3' } })
    expect(view.names('[role=alert] p')[0]).toBe('This page asks for an invalid amount: 1e3')
    expect([find(view, 'wallet-payment-option'), exchangesIn(view)]).toEqual([null, []])
  })

  test('a network that does not answer is retried', async () => {
    let isDown = true
    const node = () => (isDown ? new ModalError('service.unreachable') : undefined)
    const view = await show({ view: Pay, params: siteRequest, acting: serviceOf({ node }) })
    expect(view.text()).toContain('Ethereum isn’t responding right now')
    isDown = false
    await view.press('Try again')
    await later()
    expect(view.text()).toContain('12.5 USD')
  })

  test.each([
    ['Pay', Pay],
    ['PayLoading', PayLoading],
  ])('%s without a request says so', async (_, view) => {
    expect((await show({ view })).text()).toContain('Nothing to pay')
  })
})

describe('from a wallet', () => {
  test('the preview describes a payment with fee and total, and the wallet receives exactly that payment', async () => {
    const view = await show()
    expect(view.names('[data-testid=request-preview] h2')).toEqual(['Send tokens'])
    expect(find(view, 'pay-total')?.textContent).toBe('12.5 USD + 0.000375 ETH')
    await view.press('Pay 12.5 USD')
    const request = view.wallet.sent[0]?.request as EvmTransactionRequest
    expect([request.to, request.value]).toEqual([DOLLAR, 0n])
    expect(view.wallet.sent[0]?.note).toEqual({
      type: 'pay',
      amount: '12500000',
      decimals: 6,
      symbol: 'USD',
      token: DOLLAR,
      to: SHOP,
    })
    expect(paymentIn(view)).toMatchObject({ phase: 'pending', bill, hash: expect.stringMatching(/^0x/) })
    expect(view.host.asked.at(-1)).toEqual(['replace', 'PayLoading'])
    expect(view.wallet.tracked.map(([event]) => event)).toEqual(['PAY_INITIATED'])
  })

  test('with another token, the maximum to be paid is shown first', async () => {
    const view = await show({ acting: serviceOf({ quote: () => etherQuote() }) })
    await pressed(view, 'pay-option-ETH')
    await later()
    expect(find(view, 'pay-most')?.textContent).toBe('0.01 ETH')
    await view.press('Pay 12.5 USD')
    expect(view.wallet.sent[0]?.request).toMatchObject({ to: ROUTER, value: 10_000_000_000_000_000n })
    expect(paymentIn(view)).toMatchObject({ paidWith: '0.01 ETH' })
  })

  test('a required approval comes first and does not count as a payment', async () => {
    const acting = serviceOf({ quote: () => dollarQuote({ isAllowed: false }), dollars: 700_000_000n })
    const view = await show({ acting, owed: etherBill })
    await pressed(view, 'pay-option-USD')
    await later()
    expect(view.names('[data-testid=request-preview] h2')).toEqual(['Allow someone to spend your tokens'])
    await view.press('Approve USD')
    expect(view.wallet.sent[0]?.note).toMatchObject({ type: 'approve', amount: '600000000', to: ROUTER })
    expect([paymentIn(view), view.wallet.tracked]).toEqual([null, []])
  })

  test('a service that would pay another recipient is caught, and the wallet gets no request', async () => {
    const quote = () => {
      const { steps, ...rest } = etherQuote()
      const text = JSON.stringify(steps).replaceAll(SHOP.slice(2).toLowerCase(), '66'.repeat(20))
      return { ...rest, steps: JSON.parse(text) }
    }
    const view = await show({ acting: serviceOf({ quote }) })
    await pressed(view, 'pay-option-ETH')
    await later()
    expect(view.text()).toContain('Nothing was sent: someone else would be paid')
    expect([find(view, 'pay-button')?.disabled, view.wallet.sent]).toEqual([true, []])
  })

  test('a visitor with too little sees how much is missing', async () => {
    const view = await show({ acting: serviceOf({ dollars: 2_500_000n }) })
    expect(view.text()).toContain('You don’t have enough USD. You need 10 USD more.')
    expect(find(view, 'pay-button')?.disabled).toBe(true)
  })

  test('a visitor with too little is offered another wallet', async () => {
    const view = await show({ acting: serviceOf({ dollars: 2_500_000n }) })
    await view.press('Connect other wallet')
    expect(view.host.asked.at(-1)).toEqual(['navigate', 'Connect', { namespace: 'eip155' }])
  })

  test('a rejection in the wallet is shown, sent as an event, and can be retried', async () => {
    const send = async () => {
      throw new ModalError('connection.requestRejected')
    }
    const view = await show({ acting: { ...serviceOf(), send } })
    await view.press('Pay 12.5 USD')
    expect(snacksOf(view)).toEqual(['Request rejected'])
    expect(view.wallet.tracked.map(([event]) => event)).toEqual(['PAY_INITIATED', 'PAY_ERROR'])
    expect([find(view, 'pay-button')?.disabled, paymentIn(view)]).toEqual([false, null])
  })

  test('a wallet on another network is switched first', async () => {
    const view = await show({ isElsewhere: true })
    await view.press('Switch')
    expect(view.host.asked.at(-1)).toEqual(['navigate', 'SwitchNetwork', { caipNetworkId: 'eip155:1' }])
    expect(find(view, 'pay-button')).toBeNull()
  })

  test('a visitor whose wallet has disconnected in the meantime can connect again', async () => {
    const view = await show({ isConnected: false })
    await view.press('Connect wallet')
    expect(view.host.asked.at(-1)).toEqual(['navigate', 'Connect', { namespace: 'eip155' }])
  })
})

describe('from a wallet on Solana', () => {
  const connection = {
    connectorId: harbor.id,
    accounts: [{ address: SOLANA_PAYER }],
    caipNetworkId: solana.caipNetworkId,
  } as const
  const coins: Holding = {
    caipNetworkId: solana.caipNetworkId,
    name: 'Solana',
    symbol: 'SOL',
    decimals: 9,
    amount: '2000000000',
  }
  const paid = SOLANA_SHOP.slice(0, 4)

  async function order(owed: typeof bill, cluster: Parameters<typeof clusterOf>[0] = {}) {
    const wallet = fakeActing({ ...serviceOf(), ...clusterOf(cluster) })
    const connectors = [{ ...harbor, namespace: 'solana' as const }]
    const state = hostState({ networks: [solana], connectors, connection, holdings: [coins], transactions: [] })
    const host = fakeHost({ remote, state, acting: wallet })
    host.store.dispatch(requested('a'))
    host.store.dispatch(billRead({ key: 'a', bill: owed }))
    const shown = await renderView(PayQuote, { host })
    await later()
    return { ...shown, wallet }
  }

  test('the preview describes a SOL payment with its fee, and the wallet receives exactly that payment', async () => {
    const view = await order(solBill)
    expect(view.text()).toContain(paid)
    expect(find(view, 'pay-total')?.textContent).toBe('0.250005 SOL')
    await view.press('Pay 0.25 SOL')
    expect(view.wallet.sent).toMatchObject([
      {
        request: { namespace: 'solana', from: SOLANA_PAYER, lastValidBlockHeight: 150 },
        note: { type: 'pay', amount: '250000000', symbol: 'SOL', to: SOLANA_SHOP },
      },
    ])
    expect(paymentIn(view)).toMatchObject({ phase: 'pending', bill: solBill })
    expect(view.host.asked.at(-1)).toEqual(['replace', 'PayLoading'])
  })

  test("the cost of opening the recipient's token account is shown", async () => {
    const view = await order(mintBill)
    expect(find(view, 'pay-opens-account')?.textContent).toBe(
      'The recipient doesn’t have a USDC account yet. Opening one costs 0.00203928 SOL, which is included in the fee.',
    )
    expect(find(view, 'pay-total')?.textContent).toBe('12.5 USDC + 0.00204428 SOL')
    await view.press('Pay 12.5 USDC')
    expect(view.wallet.sent[0]?.note).toMatchObject({ type: 'pay', amount: '12500000', symbol: 'USDC', token: MINT })
  })

  test('no other asset is offered, because there is no exact-output swap', async () => {
    const view = await order(mintBill)
    expect(view.container.querySelectorAll('[data-testid^=pay-option-]')).toHaveLength(1)
  })

  test.each<[string, typeof bill, Parameters<typeof clusterOf>[0], string]>([
    ['too little of the token', mintBill, { tokens: 2_500_000n }, 'You don’t have enough USDC. You need 10 USDC more.'],
    [
      'too little for the fee',
      solBill,
      { lamports: 250_000_000 },
      'You don’t have enough SOL for this and the network fee',
    ],
    ['less left than an account must keep', solBill, { lamports: 250_100_000 }, 'keep at least 0.00089088 SOL'],
    ['a token with a transfer fee', mintBill, { keepsPart: true }, 'USDC deducts a fee from every payment'],
    [
      'a recipient that is not a wallet',
      solBill,
      { recipientOwner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' },
      'to pay a token or program address',
    ],
  ])('with %s the reason is shown, and there is nothing to press', async (_, owed, cluster, sentence) => {
    const view = await order(owed, cluster)
    expect(view.text()).toContain(sentence)
    expect([find(view, 'pay-button')?.disabled, view.wallet.sent]).toEqual([true, []])
  })
})

describe('from an exchange', () => {
  const params = { exchange: coinbase }

  test('the window opens during the press, in its own size, and cannot reach the page that opened it', async () => {
    const acting = serviceOf()
    const view = await show({ params, acting })
    await view.press('Continue in Coinbase')
    const [popup] = windows.opened
    expect(popup?.features).toContain('width=480,height=720')
    expect([popup?.visited, popup?.opener]).toEqual([['https://exchange.example/pay?o=91'], null])
    expect(acting.calls.at(-1)).toEqual({
      method: 'reown_getExchangePayUrl',
      params: {
        exchangeId: 'coinbase',
        asset: `eip155:1/erc20:${DOLLAR}`,
        amount: '12.5',
        recipient: `eip155:1:${SHOP}`,
      },
    })
    expect(paymentIn(view)).toMatchObject({ phase: 'open', sessionId: 'session-1' })
    expect(view.wallet.tracked.map(([event]) => event)).toEqual(['PAY_EXCHANGE_SELECTED', 'PAY_INITIATED'])
  })

  test('a blocked window is reported', async () => {
    windows.refuse()
    const view = await show({ params })
    await view.press('Continue in Coinbase')
    expect(paymentIn(view)?.phase).toBe('blocked')
  })

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a URL with a password', 'https://me:pw@exchange.example'],
    ['an unencrypted URL', 'ftp://exchange.example'],
  ])('an exchange whose page is %s is not opened', async (_, url) => {
    const view = await show({ params, acting: serviceOf({ page: () => ({ url, sessionId: 's' }) }) })
    await view.press('Continue in Coinbase')
    expect([windows.opened[0]?.visited, windows.opened[0]?.closed]).toEqual([[], true])
    expect(paymentIn(view)?.phase).toBe('failed')
  })
})

describe('the outcome', () => {
  const payment: Payment = { id: 'p', bill, caipNetworkId: 'eip155:1', phase: 'pending' }
  const atExchange: Payment = { ...payment, exchange: testExchange, url: 'https://exchange.example/pay' }
  const outcome = (changed: Partial<Payment>, base = payment) =>
    show({ view: PayLoading, payment: { ...base, ...changed } })

  test.each<[Partial<Payment>, Payment, string, readonly string[]]>([
    [{ hash: HASH }, payment, 'Paying 12.5 USD', []],
    [{ phase: 'success', hash: HASH }, payment, '12.5 USD paid', ['Done']],
    [{ phase: 'failed', hash: HASH }, payment, 'The payment failed', ['Try again']],
    [{ phase: 'lost', hash: HASH }, payment, 'Payment status unavailable', ['Done']],
    [{ phase: 'preparing', url: undefined }, atExchange, 'Preparing Test exchange’s page', []],
    [{ phase: 'blocked' }, atExchange, 'Your browser blocked the window', ['Open the page', 'Copy link']],
    [{ phase: 'open' }, atExchange, 'Pay on Test exchange', ['Copy link']],
    [{ phase: 'closed' }, atExchange, 'The window was closed before you paid', ['Reopen the page', 'Copy link']],
    [{ phase: 'pending' }, atExchange, 'Paying 12.5 USD', ['Copy link']],
    [{ phase: 'success' }, atExchange, '12.5 USD paid', ['Done']],
    [{ phase: 'failed' }, atExchange, 'The payment failed', ['Try again']],
    [{ phase: 'lost' }, atExchange, 'Payment status unavailable', ['Done']],
  ])('%o is shown, with the possible next steps', async (changed, base, title, buttons) => {
    const view = await outcome(changed, base)
    expect(view.names('.Statement-title')).toEqual([title])
    expect(view.names('button')).toEqual(buttons)
    expect(view.text()).not.toMatch(/pay\.\w|\{/)
  })

  test.each<[Partial<Payment>, string | undefined]>([
    [{ seconds: 30 }, 'Est. 30 sec'],
    [{}, undefined],
    [{ seconds: 1e9 }, undefined],
    [{ phase: 'success', hash: HASH }, 'Completed'],
    [{ phase: 'failed', hash: HASH }, 'Failed'],
    [{ phase: 'failed' }, undefined],
    [{ phase: 'lost', hash: HASH }, undefined],
  ])('for %o the payment cycle shows the estimate or the outcome', async (changed, badge) => {
    expect(find(await outcome(changed), 'pay-cycle-badge')?.textContent).toBe(badge)
  })

  test('the transaction is one press away', async () => {
    const view = await outcome({ phase: 'success', hash: HASH })
    expect(view.container.querySelector('a')?.href).toBe(`https://explorer.example/tx/${HASH}`)
  })

  test("an exchange's refusal is shown in its own words", async () => {
    const error = { code: 'service.status', message: 'x', reason: 'Closed on Sundays' } as const
    expect((await outcome({ phase: 'failed', error }, atExchange)).text()).toContain('Closed on Sundays')
  })

  test("after the window was closed, a press opens the exchange's page again", async () => {
    const view = await outcome({ phase: 'closed' }, atExchange)
    await view.press('Reopen the page')
    expect(windows.opened[0]?.visited).toEqual(['https://exchange.example/pay'])
    expect(paymentIn(view)?.phase).toBe('open')
  })

  test('retrying a failed payment returns to where it started', async () => {
    const view = await outcome({ phase: 'failed' }, atExchange)
    await view.press('Try again')
    expect(view.host.asked.at(-1)).toEqual(['replace', 'PayQuote', { exchange: testExchange }])
  })
})

test('a paid bill is not paid twice by mistake', async () => {
  const view = await show({ view: Pay, params: siteRequest })
  const { request: known } = (view.host.store.getState() as PayRoot).pay
  const done: Payment = { id: 'p', bill: known?.bill ?? bill, caipNetworkId: 'eip155:1', phase: 'success', hash: HASH }
  await act(async () => void view.host.store.dispatch(paymentBegun(done)))
  expect(find(view, 'pay-current')?.textContent).toContain('Already paid')
})
