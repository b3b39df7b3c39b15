import { accountDisconnected, selectAccount } from '@portico/contracts'
import { ADDRESS, ethereum, fakeAdapter, harbor, lantern, OTHER_ADDRESS, polygon } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { storedConnections } from './storedConnections.ts'
import { watchConnections } from './watchConnections.ts'

async function connectedAndWatched() {
  const adapter = fakeAdapter({ connectors: [harbor, lantern] })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum, polygon] })
  const ended: unknown[] = []
  test.startListening({ actionCreator: accountDisconnected, effect: ({ payload }) => void ended.push(payload) })
  const before = adapter.listeners
  const unwatch = watchConnections(test.store, test.services)
  await test.store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  return {
    ...test,
    adapter,
    ended,
    unwatch,
    state: () => test.store.getState(),
    account: () => selectAccount(test.store.getState()),
    watching: () => adapter.listeners - before,
  }
}

test('when the wallet chooses another account, the page follows', async () => {
  const { adapter, account } = await connectedAndWatched()
  adapter.say(harbor.id, { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }, { address: ADDRESS }] })
  expect(account()?.address).toBe(OTHER_ADDRESS)
})

test('when the wallet switches its network, the page follows, and remembers the network', async () => {
  const { adapter, account, state, storage } = await connectedAndWatched()
  adapter.say(harbor.id, { type: 'network', caipNetworkId: 'eip155:137' })
  expect(account()?.caipAddress).toBe(`eip155:137:${ADDRESS}`)
  expect(state().networks.chosenId).toBe('eip155:137')
  expect(storedConnections(storage)[0]?.caipNetworkId).toBe('eip155:137')
})

test('when the wallet switches to a network that the page does not have, the account is still available', async () => {
  const { adapter, account } = await connectedAndWatched()
  adapter.say(harbor.id, { type: 'network', caipNetworkId: 'eip155:56' })
  expect(account()?.caipAddress).toBe(`eip155:56:${ADDRESS}`)
})

test('when the wallet ends the connection, nothing is left, and features are notified', async () => {
  const { adapter, account, storage, ended } = await connectedAndWatched()
  adapter.say(harbor.id, { type: 'disconnected' })
  expect(account()).toBeUndefined()
  expect(storedConnections(storage)).toEqual([])
  expect(ended).toEqual([{ namespace: 'eip155' }])
})

test('one wallet is watched at a time, and none after the last is disconnected', async () => {
  const { store, watching, adapter, account } = await connectedAndWatched()
  expect(watching()).toBe(1)
  await store.dispatch(connect({ namespace: 'eip155', connectorId: lantern.id }))
  expect(watching()).toBe(1)
  adapter.say(harbor.id, { type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] })
  expect(account()?.address).toBe(ADDRESS)
  await store.dispatch(disconnect('eip155'))
  expect(watching()).toBe(0)
})

test('a modal that is disposed of watches no wallet', async () => {
  const { unwatch, watching, adapter, account } = await connectedAndWatched()
  unwatch()
  expect(watching()).toBe(0)
  adapter.say(harbor.id, { type: 'disconnected' })
  expect(account()?.address).toBe(ADDRESS)
})
