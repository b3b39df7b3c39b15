import { type Account, type Balance, selectAccount, transactionConfirmed } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  harbor,
  polygon,
  sepolia,
} from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected, connectionChanged } from '../connections/connectionsSlice.ts'
import { selectBalance } from './balanceSlice.ts'
import { loadBalance } from './loadBalance.ts'

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }))
afterEach(() => jest.useRealTimers())

function withAccount(adapter: FakeAdapter = fakeAdapter()) {
  const { store } = createTestStore({ adapters: [adapter], networks: [ethereum, polygon] })
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  const account = () => selectAccount(store.getState()) as Account
  return {
    store,
    adapter,
    account,
    load: (isForced = false) => store.dispatch(loadBalance(account(), ethereum, isForced)),
    entry: () => selectBalance(store.getState(), account()),
    requests: () => adapter.calls.length,
  }
}

const later = (ms: number) => jest.setSystemTime(Date.now() + ms)
const ether = (value: string) => ({ value, decimals: 18, symbol: 'ETH' })

test('there is no balance before the first request', () => {
  expect(withAccount().entry()).toBeUndefined()
})

test('the entry is marked as loading until the response arrives', async () => {
  const { adapter, load, entry } = withAccount()
  const answer = adapter.hold('getBalance')
  const loading = load()
  expect(entry()).toMatchObject({ isLoading: true })
  expect(entry()?.value).toBeUndefined()
  answer()
  await loading
  expect(entry()).toMatchObject({ isLoading: false, value: ether('1500000000000000000') })
})

test('§9: a response stays fresh for exactly 30 seconds', async () => {
  const { adapter, load, entry, requests } = withAccount()
  await load()
  adapter.balance = ether('7')
  later(29_999)
  await load()
  expect(requests()).toBe(1)
  expect(entry()?.value).toEqual(ether('1500000000000000000'))
  later(1)
  await load()
  expect(requests()).toBe(2)
  expect(entry()?.value).toEqual(ether('7'))
})

test('a visitor who reloads gets a new balance, not the cached one', async () => {
  const { load, requests } = withAccount()
  await load()
  await load(true)
  expect(requests()).toBe(2)
})

test('while a request is in flight, further callers wait for the same response', async () => {
  const { adapter, load, entry, requests } = withAccount()
  const answer = adapter.hold('getBalance')
  const all = [load(), load(), load(true)]
  expect(requests()).toBe(1)
  answer()
  await Promise.all(all)
  expect(entry()?.value).toEqual(ether('1500000000000000000'))
  expect(requests()).toBe(1)
})

test('a late response for another network does not replace the balance on the current network', async () => {
  const { store, adapter, account, load, entry } = withAccount()
  const answer = adapter.hold('getBalance')
  const first = load()
  store.dispatch(connectionChanged({ namespace: 'eip155', caipNetworkId: 'eip155:137' }))
  adapter.balance = { value: '5', decimals: 18, symbol: 'POL' }
  await store.dispatch(loadBalance(account(), polygon))
  answer()
  await first
  expect(entry()?.value?.symbol).toBe('POL')
})

test.each([
  ['unreachable', 'service.unreachable'],
  ['unreadable', 'service.invalidAnswer'],
] as const)('if the service is %s, the known balance is kept and the error is recorded', async (failure, code) => {
  const { adapter, load, entry } = withAccount()
  await load()
  later(30_000)
  adapter.fail('getBalance', failure)
  await load()
  expect(entry()).toMatchObject({ isLoading: false, value: ether('1500000000000000000'), error: { code } })
})

test('an error thrown by a foreign adapter becomes a ModalError', async () => {
  const adapter = fakeAdapter()
  adapter.getBalance = () => Promise.reject('boom')
  const { load, entry } = withAccount(adapter)
  await load()
  expect(entry()).toMatchObject({
    isLoading: false,
    error: { code: 'balance.unavailable', message: 'Token Balance Unavailable' },
    failedAt: Date.now(),
  })
})

test('§8: after a failure there is no automatic retry for 30 s, but the visitor can retry at once', async () => {
  const { adapter, load, entry } = withAccount()
  const requests = () => adapter.calls.filter(({ method }) => method === 'getBalance').length
  adapter.fail('getBalance', 'unreachable')
  await load()
  later(29_999)
  await load()
  expect(requests()).toBe(1)
  later(1)
  await load()
  expect(requests()).toBe(2)
  expect(entry()?.error).toBeUndefined()
})

test('a valid response clears the error', async () => {
  const { adapter, load, entry } = withAccount()
  adapter.fail('getBalance', 'unreachable')
  await load()
  await load(true)
  expect(entry()?.error).toBeUndefined()
  expect(entry()?.value).toBeDefined()
})

test('a test network is not queried', async () => {
  const { store, account, requests } = withAccount()
  await store.dispatch(loadBalance(account(), sepolia))
  expect(requests()).toBe(0)
})

test('two spellings of an address share one entry', async () => {
  const { store, account, load, requests } = withAccount()
  await load()
  const written = { ...connectionWith(), accounts: [{ address: ADDRESS.toLowerCase() }] as const }
  store.dispatch(connected({ namespace: 'eip155', connection: written }))
  await load()
  expect(requests()).toBe(1)
  expect(selectBalance(store.getState(), account())?.value).toEqual(ether('1500000000000000000'))
})

test('a transaction outdates the balance and discards the request in flight', async () => {
  const { store, adapter, load, entry, requests } = withAccount()
  const answerBefore = adapter.hold('getBalance')
  const before = load()
  store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' }))
  expect(entry()?.isLoading).toBe(false)

  adapter.balance = ether('7')
  await load()
  expect(requests()).toBe(2)
  adapter.balance = ether('8')
  answerBefore()
  await before
  expect(entry()?.value).toEqual(ether('7'))
  await load()
  expect(requests()).toBe(2)
})

test('a transaction of another family does not affect the balance', async () => {
  const { store, load, requests } = withAccount()
  await load()
  store.dispatch(transactionConfirmed({ namespace: 'solana', hash: '1' }))
  await load()
  expect(requests()).toBe(1)
})

test('a request that is still unanswered after 30 s, the lifetime of a response, is sent again', async () => {
  const { adapter, load, entry, requests } = withAccount()
  adapter.hold('getBalance')
  void load()
  later(30_000)
  await load()
  expect(requests()).toBe(2)
  expect(entry()).toMatchObject({ isLoading: false, value: ether('1500000000000000000') })
})

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['a fractional amount', { value: '1.5', decimals: 18, symbol: 'ETH' }],
  ['a negative amount', { value: '-1', decimals: 18, symbol: 'ETH' }],
  ['a number', { value: 1e18, decimals: 18, symbol: 'ETH' }],
  ['invalid decimals', { value: '1', decimals: 0.5, symbol: 'ETH' }],
])("a balance of %s from the site's own adapter is rejected", async (_, answer) => {
  const adapter = fakeAdapter()
  adapter.getBalance = async () => answer as Balance
  const { load, entry } = withAccount(adapter)
  await load()
  expect(entry()).toMatchObject({ isLoading: false, error: { code: 'service.invalidAnswer' } })
  expect(entry()?.value).toBeUndefined()
})

test('two modals do not share cached balances', async () => {
  const adapter = fakeAdapter({ connectors: [harbor] })
  const one = withAccount(adapter)
  const other = withAccount(adapter)
  await Promise.all([one.load(), other.load()])
  expect(one.requests()).toBe(2)
})
