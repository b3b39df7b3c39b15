import { type Account, selectAccount } from '@portico/contracts'
import { connectionWith, ethereum, type FakeAdapter, fakeAdapter, polygon } from '@portico/contracts/testing'
import { connected, connectionChanged } from '../connections/connectionsSlice.ts'
import { createTestStore } from '../testStore.ts'
import { loadBalance, selectBalance } from './balanceSlice.ts'

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
    asked: () => adapter.calls.length,
  }
}

const later = (ms: number) => jest.setSystemTime(Date.now() + ms)
const ether = (value: string) => ({ value, decimals: 18, symbol: 'ETH' })

test('nothing is known before it has been asked', () => {
  expect(withAccount().entry()).toBeUndefined()
})

test('it is loading until the answer is here', async () => {
  const { adapter, load, entry } = withAccount()
  const answer = adapter.hold('getBalance')
  const loading = load()
  expect(entry()).toEqual({ isLoading: true })
  answer()
  await loading
  expect(entry()).toMatchObject({ isLoading: false, balance: ether('1500000000000000000') })
})

test('§9: an answer is good for 30 seconds, and not a millisecond longer', async () => {
  const { adapter, load, entry, asked } = withAccount()
  await load()
  adapter.balance = ether('7')
  later(29_999)
  await load()
  expect(asked()).toBe(1)
  expect(entry()?.balance).toEqual(ether('1500000000000000000'))
  later(1)
  await load()
  expect(asked()).toBe(2)
  expect(entry()?.balance).toEqual(ether('7'))
})

test('a visitor who asks for it is not put off with the old answer', async () => {
  const { load, asked } = withAccount()
  await load()
  await load(true)
  expect(asked()).toBe(2)
})

test('while one answer is on its way nobody asks again, so that an older one cannot come last', async () => {
  const { adapter, load, asked } = withAccount()
  const answer = adapter.hold('getBalance')
  const first = load()
  await load()
  await load(true)
  expect(asked()).toBe(1)
  answer()
  await first
})

test('the late answer about another network does not replace the balance of this one', async () => {
  const { store, adapter, account, load, entry } = withAccount()
  const answer = adapter.hold('getBalance')
  const first = load()
  store.dispatch(connectionChanged({ namespace: 'eip155', caipNetworkId: 'eip155:137' }))
  adapter.balance = { value: '5', decimals: 18, symbol: 'POL' }
  await store.dispatch(loadBalance(account(), polygon))
  answer()
  await first
  expect(entry()?.balance?.symbol).toBe('POL')
})

test.each([
  ['unreachable', 'service.unreachable'],
  ['unreadable', 'service.invalidAnswer'],
] as const)('a service that is %s leaves what is known, and says why', async (failure, code) => {
  const { adapter, load, entry } = withAccount()
  await load()
  later(30_000)
  adapter.fail('getBalance', failure)
  await load()
  expect(entry()).toMatchObject({ isLoading: false, balance: ether('1500000000000000000'), error: { code } })
})

test('what an adapter throws that is not ours has our words', async () => {
  const adapter = fakeAdapter()
  adapter.getBalance = () => Promise.reject('boom')
  const { load, entry } = withAccount(adapter)
  await load()
  expect(entry()).toEqual({
    isLoading: false,
    error: { code: 'balance.unavailable', message: 'Token Balance Unavailable' },
    failedAt: Date.now(),
  })
})

test('§8: after a failure it is asked again by itself only after 30 s, and at once when the visitor asks', async () => {
  const { adapter, load, entry } = withAccount()
  const asked = () => adapter.calls.filter(({ method }) => method === 'getBalance').length
  adapter.fail('getBalance', 'unreachable')
  await load()
  later(29_999)
  await load()
  expect(asked()).toBe(1)
  later(1)
  await load()
  expect(asked()).toBe(2)
  expect(entry()?.error).toBeUndefined()
})

test('a good answer takes the error away', async () => {
  const { adapter, load, entry } = withAccount()
  adapter.fail('getBalance', 'unreachable')
  await load()
  await load(true)
  expect(entry()?.error).toBeUndefined()
  expect(entry()?.balance).toBeDefined()
})
