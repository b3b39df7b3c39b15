import { ADDRESS, connectionWith, ethereum, harbor, OTHER_ADDRESS, polygon, solana } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected, connectFailed, connecting } from '../connections/connectionsSlice.ts'
import { remoteAnnounced } from '../kernel/remotesSlice.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { opened } from '../router/routerSlice.ts'
import { initialized } from '../settingsSlice.ts'
import { publicAccount, publicFeatures, publicNetwork, publicState } from './publicSnapshot.ts'

const store = () => createTestStore({ networks: [ethereum, polygon, solana] }).store
const toHarbor = connecting({ namespace: 'eip155', connectorId: harbor.id })
const withHarbor = connected({ namespace: 'eip155', connection: connectionWith() })

test('the snapshot of a new modal', () => {
  expect(publicState(store().getState())).toEqual({
    open: false,
    loading: false,
    initialized: false,
    selectedNetworkId: 'eip155:1',
    activeChain: 'eip155',
  })
})

test('the snapshot of an open modal that is initialized and waits for a wallet', () => {
  const { dispatch, getState } = store()
  dispatch(initialized())
  dispatch(opened({ view: 'Connect' }))
  dispatch(toHarbor)
  expect(publicState(getState())).toMatchObject({ open: true, loading: true, initialized: true })
  dispatch(connectFailed({ namespace: 'eip155', error: { code: 'connection.rejected', message: '' } }))
  expect(publicState(getState()).loading).toBe(false)
})

test('the snapshot without a connection', () => {
  expect(publicAccount(store().getState())).toEqual({
    isConnected: false,
    status: 'disconnected',
    address: undefined,
    caipAddress: undefined,
    allAccounts: [],
  })
})

test('the snapshot of a visitor who is connected with two accounts', () => {
  const { dispatch, getState } = store()
  const accounts = [{ address: ADDRESS }, { address: OTHER_ADDRESS }] as const
  dispatch(connected({ namespace: 'eip155', connection: { ...connectionWith(), accounts } }))
  expect(publicAccount(getState())).toEqual({
    isConnected: true,
    status: 'connected',
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}`,
    allAccounts: [
      { namespace: 'eip155', address: ADDRESS },
      { namespace: 'eip155', address: OTHER_ADDRESS },
    ],
  })
})

test('a single family can be requested', () => {
  const { dispatch, getState } = store()
  dispatch(withHarbor)
  expect(publicAccount(getState(), 'solana')).toMatchObject({ isConnected: false, status: 'disconnected' })
  expect(publicAccount(getState(), 'eip155')).toMatchObject({ isConnected: true, address: ADDRESS })
})

test("an EVM network's id is a number; in other families, a network's id is a string", () => {
  const { dispatch, getState } = store()
  expect(publicNetwork(getState())).toEqual({ caipNetwork: ethereum, caipNetworkId: 'eip155:1', chainId: 1 })
  dispatch(
    connected({
      namespace: 'eip155',
      connection: { ...connectionWith(), caipNetworkId: 'eip155:56' },
    }),
  )
  expect(publicNetwork(getState())).toEqual({ caipNetwork: undefined, caipNetworkId: 'eip155:56', chainId: 56 })
  const onSolana = createTestStore({ networks: [solana] }).store.getState()
  expect(publicNetwork(onSolana)).toEqual({
    caipNetwork: solana,
    caipNetworkId: solana.caipNetworkId,
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
})

test('remotes that the modal does not know by name are among the features: by configuration, site, or own default', () => {
  const { dispatch, getState } = store()
  const half = { messages: {}, views: {}, slots: {} }
  dispatch(
    featuresResolved({
      features: { ...ALL_OFF, socials: ['google'], send: true },
      others: { safety: true, games: false },
      switches: {},
      source: 'fresh',
    }),
  )
  for (const id of ['safety', 'quests', 'send']) dispatch(remoteAnnounced({ id, version: '1.0.0', half }))
  expect(publicFeatures(getState())).toMatchObject({
    send: true,
    swaps: false,
    socials: ['google'],
    safety: true,
    games: false,
    quests: true,
  })
})
