/** @jest-environment jsdom */
import { ModalError, type SentTransaction } from '@portico/contracts'
import { ADDRESS, ethereum, fakeActing, fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import { type FakeHistory, fakeHistory, item } from '../testing.ts'
import AccountActivity from './AccountActivity.tsx'

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12) }))
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const sent: SentTransaction = {
  caipNetworkId: ethereum.caipNetworkId,
  from: ADDRESS,
  hash: '0xfeed',
  sentAt: Date.UTC(2026, 10, 23, 12),
  phase: 'pending',
}
const show = ({ askService }: FakeHistory, transactions: readonly SentTransaction[] = []) =>
  renderView(AccountActivity, {
    host: fakeHost({ remote, state: hostState({ transactions }), acting: fakeActing({ askService }) }),
  })
const page = (...ids: readonly number[]) => ({ data: ids.map((id) => item(id)), next: null })
const hashes = ({ container }: { container: Element }) =>
  [...container.querySelectorAll<HTMLElement>('[data-testid=activity-entry]')].map(({ dataset }) => dataset.hash)
const hashOf = (id: number) => `0x${String(id).padStart(64, '0')}`

test('the three newest transactions are shown, pending ones first', async () => {
  const view = await show(fakeHistory({ '': page(1, 2, 3, 4) }), [sent])
  expect(hashes(view)).toEqual(['0xfeed', hashOf(1), hashOf(2)])
  expect(view.names('ul')).toEqual(['Transactions on Ethereum'])
})

test("a press on a row opens the transaction's details, and a button opens the full list", async () => {
  const view = await show(fakeHistory({ '': page(1) }))
  await view.press(/Sent/)
  await view.press('Show all')
  expect(view.host.asked).toEqual([
    ['navigate', 'TransactionDetails', { hash: hashOf(1) }],
    ['navigate', 'Transactions'],
  ])
})

test('while the answer loads, placeholders show and the full list can already be opened', async () => {
  const view = await show(fakeHistory({ '': new Promise(() => {}) }))
  expect(view.names('[role=status]')).toEqual(['Loading'])
  expect(view.names('button')).toEqual(['Show all'])
})

test.each([
  ['there is no activity yet', page(), 'No activity yet'],
  [
    'the network is not supported',
    new ModalError('service.status', { details: { status: 400 } }),
    'isn’t available here',
  ],
])('if %s, the view says so', async (_, answer, text) => {
  const view = await show(fakeHistory({ '': answer }))
  expect(view.names('[data-testid=empty-account-state]')[0]).toContain(text)
})

test('a failure is shown, and a press retries', async () => {
  const history = fakeHistory({})
  const view = await show(history)
  expect(view.names('[role=alert]')[0]).toContain('Failed to fetch transactions')
  history.pages[''] = page(1)
  await view.press('Try again')
  expect([hashes(view), view.names('[role=alert]')]).toEqual([[hashOf(1)], []])
})
