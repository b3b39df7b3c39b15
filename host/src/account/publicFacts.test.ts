import { connectionWith, ethereum, fakeAdapter, polygon, sepolia } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { fetchBalance, fetchIdentity } from './publicFacts.ts'

function page({ network = ethereum, isConnected = true } = {}) {
  const adapter = fakeAdapter()
  const { store } = createTestStore({ adapters: [adapter], networks: [ethereum, polygon, sepolia] })
  const connection = { ...connectionWith(), caipNetworkId: network.caipNetworkId }
  if (isConnected) store.dispatch(connected({ namespace: 'eip155', connection }))
  return { adapter, store }
}

test("the page can read the visitor's exact balance", async () => {
  const { adapter, store } = page()
  adapter.balance = { value: '1234999999999999999', decimals: 18, symbol: 'ETH' }
  expect(await store.dispatch(fetchBalance())).toEqual({ balance: '1.234999999999999999', symbol: 'ETH' })
  expect(await store.dispatch(fetchBalance('eip155'))).toEqual({ balance: '1.234999999999999999', symbol: 'ETH' })
})

test('without an account there is no balance, and on a test network the balance is always 0.00', async () => {
  const disconnected = page({ isConnected: false })
  expect(await disconnected.store.dispatch(fetchBalance())).toBeUndefined()
  expect(await disconnected.store.dispatch(fetchBalance('solana'))).toBeUndefined()
  const tester = page({ network: sepolia })
  expect(await tester.store.dispatch(fetchBalance())).toMatchObject({ balance: '0.00' })
  expect(tester.adapter.calls.filter(({ method }) => method === 'getBalance')).toEqual([])
})

test('an unavailable balance rejects with a typed error', async () => {
  const { adapter, store } = page()
  adapter.fail('getBalance', 'unreachable')
  await expect(store.dispatch(fetchBalance())).rejects.toMatchObject({ code: 'service.unreachable' })
})

test('there is no name without an account, or on a network without names', async () => {
  expect(await page({ network: sepolia }).store.dispatch(fetchIdentity())).toEqual({})
  expect(await page({ isConnected: false }).store.dispatch(fetchIdentity())).toEqual({})
})
