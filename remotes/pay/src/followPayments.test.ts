/** @jest-environment jsdom */
import { addErrors, ModalError, type RemoteStart, type SentTransaction } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import type { ExchangeBuyStatus } from '@portico/contracts/services/payments'
import { fakeActing, fakeWindows, hostState } from '@portico/contracts/testing'
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import type { Bill } from './bill/bill.ts'
import { MISSED_MAX, POLL_MS, SLOW_POLL_MS } from './exchange/followExchange.ts'
import { payWindows } from './exchange/payWindows.ts'
import { followPayments } from './followPayments.ts'
import { type Payment, pageFound, paymentBegun, paySlice, selectPayment } from './paySlice.ts'
import { bill, DOLLAR, EXCHANGES, etherBill, HASH, SHOP, serviceOf } from './testing.ts'
import { clusterOf, MINT, mintBill, SIGNATURE, SOLANA_SHOP, SOLANA_THIEF, solBill } from './testSolana.ts'

beforeAll(() => addErrors(actingErrors))
let windows: ReturnType<typeof fakeWindows>
beforeEach(() => {
  jest.useFakeTimers()
  windows = fakeWindows()
})
afterEach(() => {
  windows.restore()
  jest.useRealTimers()
})

const [exchange] = EXCHANGES as [(typeof EXCHANGES)[0]]
const payment: Payment = { id: 'p1', bill, exchange, caipNetworkId: 'eip155:1', phase: 'preparing' }
const later = (ms = POLL_MS) => jest.advanceTimersByTimeAsync(ms)

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.toLowerCase().padStart(64, '0')}`
const paidLog = {
  address: DOLLAR,
  topics: [TRANSFER, word('1'), word(SHOP.slice(2))],
  data: word((12_500_000).toString(16)),
}
const receiptOf = (...logs: object[]) => ({ status: '0x1', logs })

interface Situation {
  readonly statuses?: (ExchangeBuyStatus | ModalError)[]
  readonly node?: (method: string) => unknown
  readonly owed?: Payment
}

function follow({
  statuses = [{ status: 'UNKNOWN' }],
  node = () => receiptOf(paidLog),
  owed = payment,
}: Situation = {}) {
  const acting = fakeActing(serviceOf({ statuses, node }))
  const listener = createListenerMiddleware()
  const host = hostState({ transactions: [] })
  const store = configureStore({
    reducer: {
      pay: paySlice.reducer,
      connections: () => host.connections,
      networks: () => host.networks,
      transactions: (now: readonly SentTransaction[] = [], action: { type: string; payload?: unknown }) =>
        action.type === 'sent' ? (action.payload as readonly SentTransaction[]) : now,
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).prepend(listener.middleware),
  })
  followPayments({
    startListening: listener.startListening,
    commands: { acting: async () => acting },
    dispatch: store.dispatch,
    signal: new AbortController().signal,
  } as unknown as RemoteStart)
  store.dispatch(paymentBegun(owed))
  const found = () => selectPayment(store.getState() as never)
  return { store, acting, found, phase: () => found()?.phase }
}

/** An exchange payment whose page is open in a window. */
function pays(situation?: Situation) {
  payWindows.open('p1')
  const all = follow(situation)
  const url = 'https://exchange.example/pay'
  all.store.dispatch(pageFound({ id: 'p1', url, sessionId: 's', isShown: payWindows.lead('p1', url) }))
  return all
}

test("a payment is followed from the open window to the chain, and the site receives the payment's events", async () => {
  const { phase, found, acting } = pays({
    statuses: [{ status: 'UNKNOWN' }, { status: 'IN_PROGRESS' }, { status: 'SUCCESS', txHash: HASH }],
  })
  await later()
  expect(phase()).toBe('open')
  await later()
  expect(phase()).toBe('pending')
  await later()
  expect([phase(), found()?.hash]).toEqual(['success', HASH])
  expect(acting.tracked.map(([event]) => event)).toEqual(['PAY_SUCCESS'])
  const openedBefore = windows.opened.length
  await later(SLOW_POLL_MS)
  expect(windows.opened.length).toBe(openedBefore)
})

test('closing the window before paying is reported and slows the polling', async () => {
  const { phase } = pays({ statuses: [{ status: 'UNKNOWN' }] })
  const [popup] = windows.opened
  if (popup) popup.closed = true
  await later()
  expect(phase()).toBe('closed')
})

test('a payment that the exchange declines has failed', async () => {
  const { phase, acting } = pays({ statuses: [{ status: 'FAILED' }] })
  await later()
  expect(phase()).toBe('failed')
  expect(acting.tracked.map(([event]) => event)).toEqual(['PAY_ERROR'])
})

test.each<[string, unknown]>([
  ['paid someone else', receiptOf({ ...paidLog, topics: [TRANSFER, word('1'), word('2')] })],
  ['paid too little', receiptOf({ ...paidLog, data: word('1') })],
  ['paid in another token', receiptOf({ ...paidLog, address: SHOP })],
  ['failed', { ...receiptOf(paidLog), status: '0x0' }],
])('an exchange is not believed if its transaction %s', async (_, receipt) => {
  const { phase, found } = pays({ statuses: [{ status: 'SUCCESS', txHash: HASH }], node: () => receipt })
  await later()
  expect([phase(), found()?.error?.code]).toEqual(['lost', 'transaction.unexpected'])
})

test('an exchange that names an invalid transaction hash is not believed', async () => {
  const { phase } = pays({ statuses: [{ status: 'SUCCESS', txHash: 'yes' }] })
  await later()
  expect(phase()).toBe('lost')
})

test.each<[string, object, string]>([
  ['of the full amount to the shop counts', { to: SHOP, value: '0x3782dace9d90000', input: '0x' }, 'success'],
  ['of too little to the shop is not believed', { to: SHOP, value: '0x1', input: '0x' }, 'lost'],
  ['to someone else is not believed', { to: DOLLAR, value: '0x3782dace9d90000', input: '0x' }, 'lost'],
  ['inside a contract call, where it cannot be seen, counts', { to: DOLLAR, value: '0x0', input: '0x1234' }, 'success'],
])('a coin transfer %s', async (_, transaction, phaseThen) => {
  const node = (method: string) => (method === 'eth_getTransactionReceipt' ? receiptOf() : transaction)
  const { phase } = pays({
    statuses: [{ status: 'SUCCESS', txHash: HASH }],
    node,
    owed: { ...payment, bill: etherBill },
  })
  await later()
  expect(phase()).toBe(phaseThen)
})

describe('on Solana', () => {
  const meta = {
    err: null,
    preBalances: [9_000_000_000, 7],
    postBalances: [8_749_995_000, 250_000_007],
    preTokenBalances: [],
    postTokenBalances: [],
    loadedAddresses: { writable: [], readonly: [] },
  }
  const executed = (over: object = {}, keys: readonly string[] = [SOLANA_THIEF, SOLANA_SHOP]) => ({
    transaction: { message: { accountKeys: keys } },
    meta: { ...meta, ...over },
  })
  const held = (amount: string, over: object = {}) => ({
    accountIndex: 1,
    mint: MINT,
    owner: SOLANA_SHOP,
    uiTokenAmount: { amount },
    ...over,
  })
  const paidTokens = (over: object = {}) =>
    executed({ preTokenBalances: [held('5')], postTokenBalances: [held('12500005', over)] })

  async function outcome(owed: Bill, answer: unknown, txHash = SIGNATURE) {
    const askNode = clusterOf({ executed: answer }).askNode
    const node = (method: string) => askNode({ caipNetworkId: owed.caipNetworkId, method })
    const { phase, found } = pays({
      statuses: [{ status: 'SUCCESS', txHash }],
      node,
      owed: { ...payment, bill: owed, caipNetworkId: owed.caipNetworkId },
    })
    await later()
    return [phase(), found()?.error?.code]
  }

  test.each<[string, Bill, unknown]>([
    ['SOL', solBill, executed()],
    [
      'SOL, to an address in a lookup table',
      solBill,
      executed({ loadedAddresses: { writable: [SOLANA_SHOP], readonly: [] } }, [SOLANA_THIEF]),
    ],
    ['a token', mintBill, paidTokens()],
    ['a token, into a new account', mintBill, executed({ postTokenBalances: [held('12500000')] })],
  ])('an exchange that paid in %s is believed, because the chain confirms it', async (_, owed, answer) => {
    expect(await outcome(owed, answer)).toEqual(['success', undefined])
  })

  test.each<[string, Bill, unknown]>([
    ['paid someone else', solBill, executed({}, [SOLANA_THIEF, MINT])],
    ['paid too little', solBill, executed({ postBalances: [1, 250_000_006] })],
    ['failed', solBill, executed({ err: { InstructionError: [0, { Custom: 1 }] } })],
    ['paid too little of the token', mintBill, executed({ postTokenBalances: [held('12499999')] })],
    ['paid in another token', mintBill, paidTokens({ mint: SOLANA_THIEF })],
    ['paid the token to someone else', mintBill, paidTokens({ owner: SOLANA_THIEF })],
    ['paid in SOL instead of the token', mintBill, executed()],
  ])('an exchange is not believed if its transaction %s', async (_, owed, answer) => {
    expect(await outcome(owed, answer)).toEqual(['lost', 'transaction.unexpected'])
  })

  test('an exchange that names an invalid signature is not believed', async () => {
    expect(await outcome(solBill, executed(), HASH)).toEqual(['lost', 'transaction.unexpected'])
  })

  test.each<[string, unknown, string]>([
    ['is in no block yet is waited for', null, 'pending'],
    ['has an unreadable receipt counts as paid', executed({ preBalances: 'x' }), 'success'],
    ['comes without token owners from an old node counts as paid', paidTokens({ owner: undefined }), 'success'],
  ])('a transaction that %s', async (_, answer, phase) => {
    expect(await outcome(mintBill, answer)).toEqual([phase, undefined])
  })
})

test('a transaction that is not in a block yet is waited for', async () => {
  let receipt: unknown = null
  const { phase } = pays({ statuses: [{ status: 'SUCCESS', txHash: HASH }], node: () => receipt })
  await later()
  expect(phase()).toBe('pending')
  receipt = receiptOf(paidLog)
  await later()
  expect(phase()).toBe('success')
})

test('polling stops after too many failures', async () => {
  const { phase } = pays({ statuses: [new ModalError('service.unreachable')] })
  await later(MISSED_MAX * SLOW_POLL_MS)
  expect(phase()).toBe('lost')
})

test('a payment that replaces another closes the window of the replaced payment', async () => {
  const { store } = pays()
  store.dispatch(paymentBegun({ ...payment, id: 'p2' }))
  expect(windows.opened[0]?.closed).toBe(true)
})

test.each([
  ['confirmed', 'success', 'PAY_SUCCESS'],
  ['failed', 'failed', 'PAY_ERROR'],
  ['replaced', 'lost', 'PAY_ERROR'],
  ['dropped', 'lost', 'PAY_ERROR'],
] as const)("a wallet's payment ends, with an event, when its transaction is %s", async (sent, phaseThen, event) => {
  const { exchange: _, ...own } = payment
  const { store, phase, acting } = follow({ owed: { ...own, phase: 'pending', hash: HASH } })
  const one: SentTransaction = { caipNetworkId: 'eip155:1', from: SHOP, hash: HASH, sentAt: 0, phase: 'pending' }
  store.dispatch({ type: 'sent', payload: [one] })
  await later(0)
  expect(phase()).toBe('pending')
  store.dispatch({ type: 'sent', payload: [{ ...one, phase: sent }] })
  await later(0)
  expect(phase()).toBe(phaseThen)
  expect(acting.tracked.map(([name]) => name)).toEqual([event])
})
