/** @jest-environment jsdom */
import { ModalError, type SentTransaction, transactionConfirmed } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  fakeActing,
  fakeHost,
  hostState,
  polygon,
  renderView,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { collectible, type FakeHistory, fakeHistory, item } from '../testing.ts'
import TransactionDetails from './TransactionDetails.tsx'
import Transactions from './Transactions.tsx'

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12) }))
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

interface Situation {
  readonly locale?: string
  readonly transactions?: readonly SentTransaction[]
}

const hostOf = ({ askService }: FakeHistory, { locale = 'en', transactions = [] }: Situation = {}) =>
  fakeHost({ remote, locale, state: hostState({ transactions }), acting: fakeActing({ askService }) })

const show = (history: FakeHistory, situation?: Situation) =>
  renderView(Transactions, { host: hostOf(history, situation) })
const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
const rows = (view: { container: Element }) =>
  [...view.container.querySelectorAll<HTMLElement>('[data-kind="entry"]')].map((row) => row.textContent)
const page = (ids: readonly number[], next?: string) => ({ data: ids.map((id) => item(id)), next: next ?? null })

const sent = (more: Partial<SentTransaction> = {}): SentTransaction => ({
  caipNetworkId: ethereum.caipNetworkId,
  from: ADDRESS.toLowerCase(),
  hash: '0xfeed',
  sentAt: Date.now(),
  phase: 'pending',
  note: { type: 'send', amount: '2500000000000000', decimals: 18, symbol: 'ETH' },
  ...more,
})

test('a row shows the day, the counterparty and the amounts', async () => {
  const view = await show(fakeHistory({ '': page([1]) }))
  expect(view.names('[data-testid=group-title]')).toEqual(['May'])
  expect(rows(view)).toEqual(['SentMay 04 · To 0xfB…d359−1.5 ETH'])
})

test('the site receives events for requested pages and for pages that failed to load', async () => {
  const acting = fakeActing({ askService: fakeHistory({ '': page([2, 1], 'next') }).askService })
  await renderView(Transactions, { host: fakeHost({ remote, state: hostState(), acting }) })
  await later(10)
  const about = { isSmartAccount: false, address: ADDRESS, cursor: 'next' }
  expect(acting.tracked).toEqual([
    ['LOAD_MORE_TRANSACTIONS', about],
    ['ERROR_FETCH_TRANSACTIONS', about],
  ])
})

test("amounts and dates follow the visitor's language, and amounts are truncated to three decimals", async () => {
  const tiny = { fungible_info: { symbol: 'ETH' }, direction: 'in' as const, quantity: { numeric: '0.00001' } }
  const much = { fungible_info: { symbol: 'AB' }, direction: 'out' as const, quantity: { numeric: '1234.56789' } }
  const metadata = { operationType: 'trade' }
  const view = await show(fakeHistory({ '': { data: [item(1, { metadata, transfers: [tiny, much] })], next: null } }), {
    locale: 'de',
  })
  expect(view.text()).toContain('04. Mai')
  expect(view.text()).toContain('−1.234,567 AB')
  expect(view.text()).toContain('+under 0,001 ETH')
})

test('spam and transactions on other networks are not listed, but transactions without transfers are', async () => {
  const data = [
    item(1, { transfers: [collectible(true)] }),
    item(2, { metadata: { chain: polygon.caipNetworkId } }),
    item(3, { metadata: { operationType: 'approve' }, transfers: [] }),
    item(4, { metadata: { operationType: 'receive' }, transfers: [collectible(false)] }),
    item(5, { metadata: { operationType: 'teleport', status: 'failed' }, transfers: [] }),
  ]
  const view = await show(fakeHistory({ '': { data, next: null } }))
  expect(rows(view).map((text) => text?.match(/^[A-Za-z]+?(?=May|Failed)/)?.[0])).toEqual([
    'Approved',
    'Received',
    'teleport',
  ])
  expect(view.text()).toContain('+Pass #1')
  expect(view.text()).toContain('Failed')
})

test('the answer stays fresh for 15 seconds, even after leaving and returning', async () => {
  const history = fakeHistory({ '': page([1]) })
  const host = hostOf(history)
  await renderView(Transactions, { host })
  await later(10_000)
  await unmountAll()
  const view = await renderView(Transactions, { host })
  expect([rows(view).length, history.requests]).toEqual([1, ['']])
  history.pages[''] = page([2, 1])
  await later(4_999)
  expect(history.requests).toEqual([''])
  await later(1)
  expect([rows(view).length, history.requests]).toEqual([2, ['', '']])
})

test('a confirmed transaction refreshes the list at once', async () => {
  const history = fakeHistory({ '': page([1]) })
  const view = await show(history)
  history.pages[''] = page([2, 1])
  await act(async () => void view.host.store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x2' })))
  expect([rows(view).length, history.requests]).toEqual([2, ['', '']])
})

test('a hidden page sends no requests', async () => {
  const history = fakeHistory({ '': page([1]) })
  await show(history)
  const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await later(60_000)
  expect(history.requests).toEqual([''])
  seen.mockReturnValue('visible')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(history.requests).toEqual(['', ''])
})

test('a transaction that was just sent shows on top while it is pending, before any service lists it', async () => {
  const other = sent({ hash: '0xbeef', caipNetworkId: polygon.caipNetworkId })
  const view = await show(fakeHistory({ '': page([1]) }), { transactions: [sent(), other] })
  expect(view.names('[data-testid=group-title]')).toEqual(['Pending', 'May'])
  expect(rows(view)[0]).toMatch(/^SentPendingNov 23.*−0\.002 ETH$/)
  expect(rows(view)).toHaveLength(2)
})

test('only a few of many rows are in the page, and the next page loads before the end is reached', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const history = fakeHistory({ '': page(ids, 'second'), second: page([51]) })
  const view = await show(history)
  // Fifty rows reach further than the look-ahead.
  expect(history.requests).toEqual([''])
  expect(view.container.querySelectorAll('li').length).toBeLessThan(25)
  const list = view.container.querySelector<HTMLElement>('[data-testid=activity-list]') as HTMLElement
  await act(async () => {
    list.scrollTop = 10 * 72
    list.dispatchEvent(new Event('scroll', { bubbles: true }))
  })
  expect(history.requests).toEqual(['', 'second'])
})

test('pages of pure spam are skipped, but not endlessly', async () => {
  const pages: FakeHistory['pages'] = { '': { data: [], next: '1' } }
  for (let count = 1; count < 30; count++)
    pages[count] = { data: [item(count, { transfers: [collectible(true)] })], next: `${count + 1}` }
  const history = fakeHistory(pages)
  const view = await show(history)
  expect(history.requests).toHaveLength(11)
  await view.press('Load older transactions')
  expect(history.requests).toHaveLength(12)
})

test('for an account without transactions, the view says so and names the network', async () => {
  const view = await show(fakeHistory({ '': page([]) }))
  expect(view.text()).toBe('No transactions yetTransactions on Ethereum will appear here.')
})

test('a network that the service does not know is not called empty', async () => {
  const view = await show(fakeHistory({ '': new ModalError('service.status', { details: { status: 400 } }) }))
  expect(view.text()).toContain('Activity on Ethereum isn’t available here')
  expect(view.names('button')).toEqual([])
})

test.each([
  ['cannot be reached', new ModalError('service.unreachable')],
  ['fails', new ModalError('service.status', { details: { status: 503 } })],
  ['sends an invalid response', Promise.resolve({ data: 7 })],
])('a press retries a service that %s', async (_, answer) => {
  const history = fakeHistory({ '': answer })
  const view = await show(history)
  expect(view.names('[role=alert]')[0]).toContain('Failed to fetch transactions')
  history.pages[''] = page([1])
  await view.press('Try again')
  expect(rows(view)).toHaveLength(1)
})

test('known entries stay, with a notice, when the newest cannot be loaded', async () => {
  const history = fakeHistory({ '': page([1]) })
  const view = await show(history)
  history.pages[''] = new ModalError('service.unreachable')
  await later(15_000)
  expect(rows(view)).toHaveLength(1)
  expect(view.text()).toContain('The latest transactions may be missing')
})

test('when older entries fail to load, a press requests the same page again', async () => {
  const history = fakeHistory({ '': page([1], 'second') })
  const view = await show(history)
  expect(view.text()).toContain('Couldn’t load older transactions')
  history.pages.second = page([2])
  await view.press('Try again')
  expect([rows(view).length, history.requests]).toEqual([2, ['', 'second', 'second']])
})

test('a press opens the details, where nothing is truncated', async () => {
  const view = await show(fakeHistory({ '': page([1]) }))
  await view.press(/^Sent/)
  const hash = `0x${'1'.padStart(64, '0')}`
  expect(view.host.asked).toEqual([['navigate', 'TransactionDetails', { hash }]])

  const transfers = [
    { fungible_info: { symbol: 'ETH' }, direction: 'in' as const, quantity: { numeric: '0.000000000000000001' } },
  ]
  const host = hostOf(fakeHistory({ '': { data: [item(1, { transfers })], next: null } }))
  const details = await renderView(TransactionDetails, { host, params: { hash } })
  expect(details.text()).toContain('+0.000000000000000001 ETH')
  expect(details.text()).toContain(ADDRESS)
  await details.press('Copy transaction')
  expect(host.asked).toEqual([['copy', hash, 'Transaction copied']])
  const opened = jest.spyOn(window, 'open').mockReturnValue(null)
  await details.press('View on explorer')
  expect(opened).toHaveBeenCalledWith(`https://explorer.example/tx/${hash}`, '_blank', 'noopener,noreferrer')
})

test('the details of a transaction that is no longer in the list say so', async () => {
  const host = hostOf(fakeHistory({ '': page([]) }))
  const view = await renderView(TransactionDetails, { host, params: { hash: '0x9' } })
  expect(view.text()).toContain('no longer in the list')
})

test('without an account nothing is shown or requested', async () => {
  const history = fakeHistory({ '': page([1]) })
  const host = fakeHost({ remote, state: hostState({ connection: null }), acting: fakeActing(history) })
  expect((await renderView(Transactions, { host })).container.innerHTML).toBe('')
  expect(history.requests).toEqual([])
})
