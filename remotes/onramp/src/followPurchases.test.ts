/** @jest-environment jsdom */
import { accountDisconnected, type HostState, ModalError, transactionConfirmed } from '@portico/contracts'
import { ADDRESS, fakeActing, fakeHost, fakeWindows } from '@portico/contracts/testing'
import {
  configureStore,
  createListenerMiddleware,
  type Middleware,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { buyWindows } from './buyWindows.ts'
import { followPurchases, MISSED_MAX, POLL_MS, SLOW_POLL_MS } from './followPurchases.ts'
import { onrampSlice, pageFound, purchaseBegun } from './onrampSlice.ts'
import { type FakeOnramp, fakeOnramp, options, quoteFor } from './testing.ts'

const [USD] = options.paymentCurrencies
const [ETH] = options.purchaseCurrencies
const quote = quoteFor({
  amount: '100.00',
  paymentCurrency: USD as never,
  purchaseCurrency: ETH as never,
  network: 'ETH',
})
const URL_OF_PAGE = 'https://pay.example/order/7'

let windows: ReturnType<typeof fakeWindows>
beforeEach(() => {
  jest.useFakeTimers()
  windows = fakeWindows()
})
afterEach(() => {
  windows.restore()
  jest.useRealTimers()
})

/** A purchase whose page was just found. */
function buying(service: FakeOnramp, { hasOrder = true } = {}) {
  const actions: UnknownAction[] = []
  const listener = createListenerMiddleware()
  const host = fakeHost({ acting: fakeActing({ askService: service.askService }) })
  const store = configureStore({
    reducer: { onramp: onrampSlice.reducer },
    middleware: (defaults) =>
      defaults()
        .prepend(listener.middleware)
        .concat((() => (next) => (action) => {
          actions.push(action as UnknownAction)
          return next(action)
        }) satisfies Middleware),
  })
  followPurchases({
    startListening: listener.startListening as TypedStartListening<HostState>,
    commands: host.context.commands,
    dispatch: store.dispatch,
    signal: new AbortController().signal,
  })
  const orderId = hasOrder ? 'order-7' : undefined
  const begin = (id: string) => {
    buyWindows.open(id)
    store.dispatch(
      purchaseBegun({
        id,
        provider: 'sandbox',
        providerName: 'Test money',
        caipNetworkId: 'eip155:1',
        address: ADDRESS,
        quote,
      }),
    )
    const isShown = buyWindows.lead(id, URL_OF_PAGE)
    store.dispatch(pageFound({ id, url: URL_OF_PAGE, orderId, isShown }))
  }
  begin('one')
  return {
    store,
    begin,
    purchase: () => store.getState().onramp.purchase,
    phase: () => store.getState().onramp.purchase?.phase,
    confirmed: () => actions.filter(transactionConfirmed.match).map(({ payload }) => payload),
    later: (ms = POLL_MS) => jest.advanceTimersByTimeAsync(ms),
    questions: () => service.requests.length,
  }
}

test('a purchase is followed from the open page to delivery, which refreshes balances and ends the polling', async () => {
  const service = fakeOnramp()
  service.orders = [
    { status: 'created' },
    { status: 'paid' },
    { status: 'paid', txHash: '0xfeed' },
    { status: 'delivered', txHash: '0xfeed' },
  ]
  const { phase, later, confirmed, purchase, questions } = buying(service)
  expect(phase()).toBe('open')
  await later()
  expect(phase()).toBe('open')
  await later()
  expect([phase(), confirmed()]).toEqual(['paid', []])
  await later(2 * POLL_MS)
  expect([phase(), purchase()?.txHash]).toEqual(['delivered', '0xfeed'])
  expect(confirmed()).toEqual([{ namespace: 'eip155', hash: '0xfeed' }])
  await later(60 * SLOW_POLL_MS)
  expect(questions()).toBe(4)
})

test('closing the window before paying is reported; a payment made anyway still arrives', async () => {
  const service = fakeOnramp()
  const { phase, later } = buying(service)
  for (const popup of windows.opened) popup.closed = true
  await later()
  expect(phase()).toBe('closed')
  service.orders = [{ status: 'paid' }, { status: 'delivered', txHash: '0x1' }]
  await later(SLOW_POLL_MS)
  expect(phase()).toBe('paid')
  await later()
  expect(phase()).toBe('delivered')
})

test('a window that the browser blocked is not reported as closed', async () => {
  windows.refuse()
  const { phase, later } = buying(fakeOnramp())
  expect(phase()).toBe('blocked')
  await later(SLOW_POLL_MS)
  expect(phase()).toBe('blocked')
})

test('an order that was not paid in time or not delivered has failed', async () => {
  const service = fakeOnramp()
  service.orders = [{ status: 'failed' }]
  const { phase, later, confirmed } = buying(service)
  await later()
  expect([phase(), confirmed()]).toEqual(['failed', []])
})

test('status requests are retried while the service fails; after too long, the visitor is notified', async () => {
  const service = fakeOnramp()
  const gone = new ModalError('service.unreachable')
  service.orders = [gone, gone, { status: 'paid' }]
  const { phase, later } = buying(service)
  await later(3 * POLL_MS)
  expect(phase()).toBe('paid')
  service.orders = [gone]
  await later((MISSED_MAX - 1) * POLL_MS)
  expect(phase()).toBe('paid')
  await later()
  expect(phase()).toBe('lost')
})

test('for a provider without order status, only the window is watched', async () => {
  const service = fakeOnramp()
  const { phase, later, questions } = buying(service, { hasOrder: false })
  await later()
  expect(phase()).toBe('open')
  for (const popup of windows.opened) popup.closed = true
  await later()
  expect(phase()).toBe('closed')
  await later(60 * SLOW_POLL_MS)
  expect(questions()).toBe(0)
})

test('the payment page cannot reach the page that opened it', () => {
  buying(fakeOnramp())
  expect(windows.opened.map(({ opener, visited }) => [opener, visited])).toEqual([[null, [URL_OF_PAGE]]])
})

test('a new purchase or a disconnected account closes the previous window', async () => {
  const { begin, later, store, purchase } = buying(fakeOnramp())
  begin('two')
  await later()
  expect([buyWindows.isOpen('one'), buyWindows.isOpen('two')]).toEqual([false, true])
  store.dispatch(accountDisconnected({ namespace: 'eip155' }))
  await later()
  expect([purchase(), buyWindows.isOpen('two')]).toEqual([null, false])
})
