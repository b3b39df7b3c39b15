import { ethereum, fakeAdapter, harbor } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { closed, opened, viewPushed } from '../router/routerSlice.ts'
import { connect } from './connect.ts'
import { selectChoice } from './selectChoice.ts'

const place = { view: 'AllWallets', displayIndex: 3, walletRank: 12 } as const

async function connected(...steps: Parameters<ReturnType<typeof createTestStore>['store']['dispatch']>[0][]) {
  const { store, told } = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
  for (const step of steps) store.dispatch(step)
  await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  return told.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties
}

const params = { namespace: 'eip155', connectorId: harbor.id, place }

test('a connection is reported with the list that the wallet was chosen from and its rank in that list', async () => {
  expect(await connected(opened({ view: 'AllWallets' }), viewPushed({ view: 'ConnectingExternal', params }))).toEqual({
    method: 'browser',
    name: 'Harbor',
    view: 'AllWallets',
    walletRank: 12,
  })
})

test('a connection whose wallet was not chosen from a list is reported with the current view', async () => {
  expect(await connected(opened({ view: 'ConnectingWalletConnectBasic' }))).toEqual({
    method: 'browser',
    name: 'Harbor',
    view: 'ConnectingWalletConnectBasic',
  })
})

test('a connection started by the page is reported without a view', async () => {
  expect(await connected()).toEqual({ method: 'browser', name: 'Harbor' })
})

test('a closed window is not reported as a view', () => {
  const { store } = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
  store.dispatch(opened({ view: 'ConnectingExternal', params }))
  store.dispatch(closed({ view: 'Connect' }))
  expect(selectChoice(store.getState())).toEqual({})
})
