import type { ConnectionsState, FamilyState } from '@portico/contracts'
import { ADDRESS, connectionWith, harbor, lantern, OTHER_ADDRESS } from '@portico/contracts/testing'
import {
  connected,
  connectFailed,
  connecting,
  connectionChanged,
  connectionsSlice,
  connectorsFound,
  disconnected,
  statusOfConnector,
} from './connectionsSlice.ts'

const { reducer } = connectionsSlice
const namespace = 'eip155'
const initial = reducer(undefined, { type: 'start' })
const connection = connectionWith()
const after = (...actions: Parameters<typeof reducer>[1][]): ConnectionsState => actions.reduce(reducer, initial)
const family = (...actions: Parameters<typeof reducer>[1][]) => after(...actions).families.eip155

const toHarbor = connecting({ namespace, connectorId: harbor.id })
const withHarbor = connected({ namespace, connection })
const rejected = { code: 'connection.rejected', message: 'Connection rejected' } as const

test('§4: a family begins without a connection', () => {
  expect(initial).toEqual({ connectors: {}, families: {} })
})

test('§4: a visitor who chooses a wallet makes the family connecting', () => {
  expect(family(toHarbor)).toEqual({ status: 'connecting', connectorId: harbor.id })
})

test('§4: connecting → connected, with what the wallet gave', () => {
  expect(family(toHarbor, withHarbor)).toEqual({ status: 'connected', connectorId: harbor.id, connection })
})

test('§4: connecting → disconnected on failure, with the reason and the wallet that it is about', () => {
  expect(family(toHarbor, connectFailed({ namespace, error: rejected }))).toEqual({
    status: 'disconnected',
    error: rejected,
    connectorId: harbor.id,
  })
})

test('§4: a connection that ends leaves nothing behind', () => {
  expect(family(toHarbor, withHarbor, disconnected({ namespace }))).toEqual({ status: 'disconnected' })
})

test('a connection stays while another wallet is being asked', () => {
  expect(family(withHarbor, connecting({ namespace, connectorId: lantern.id }))).toEqual({
    status: 'connecting',
    connectorId: lantern.id,
    connection,
  })
})

test('a connection stays when another wallet has refused', () => {
  const refused = family(
    withHarbor,
    connecting({ namespace, connectorId: lantern.id }),
    connectFailed({ namespace, error: rejected }),
  )
  expect(refused).toEqual({ status: 'connected', connectorId: lantern.id, connection, error: rejected })
  expect(statusOfConnector(refused, lantern.id, [])).toBe('disconnected')
  expect(statusOfConnector(refused, harbor.id, [])).toBe('connected')
})

test('a new attempt forgets why the last one failed', () => {
  expect(family(toHarbor, connectFailed({ namespace, error: rejected }), toHarbor)).toEqual({
    status: 'connecting',
    connectorId: harbor.id,
  })
})

test('§4: a stored connection that could be restored is as connected as any', () => {
  expect(family(toHarbor, connected({ namespace, connection }))?.status).toBe('connected')
})

test('the wallet chooses other accounts', () => {
  const accounts = [{ address: OTHER_ADDRESS }, { address: ADDRESS }] as const
  expect(family(withHarbor, connectionChanged({ namespace, accounts }))?.connection).toEqual({
    ...connection,
    accounts: [{ address: OTHER_ADDRESS }, { address: ADDRESS }],
  })
})

test('the wallet goes to another network', () => {
  const moved = family(withHarbor, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))
  expect(moved?.connection).toEqual({ ...connection, caipNetworkId: 'eip155:137' })
})

test('a wallet that is not connected has nothing to change', () => {
  const before = after(toHarbor)
  expect(reducer(before, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))).toBe(before)
  expect(reducer(initial, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))).toBe(initial)
})

test('one family changes nothing of another', () => {
  const state = after(withHarbor, connecting({ namespace: 'solana', connectorId: 'phantom' }))
  expect(state.families.eip155?.status).toBe('connected')
  expect(state.families.solana?.status).toBe('connecting')
})

test('the wallets of a family are those that were found last', () => {
  const state = after(
    connectorsFound({ namespace, connectors: [harbor, lantern] }),
    connectorsFound({ namespace, connectors: [lantern] }),
  )
  expect(state.connectors).toEqual({ eip155: [lantern] })
})

test.each<[string, FamilyState | undefined, string[], 'connected' | 'active' | 'disconnected']>([
  ['§4: the active connector is connected', family(withHarbor), [], 'connected'],
  ['§4: the active connector is connected, stored or not', family(withHarbor), [harbor.id], 'connected'],
  ['§4: one with a stored connection is active', undefined, [harbor.id], 'active'],
  [
    '§4: one with a stored connection beside another that is connected is active',
    family(connected({ namespace, connection: connectionWith(lantern) })),
    [harbor.id],
    'active',
  ],
  ['§4: one that is being connected is not connected yet', family(toHarbor), [], 'disconnected'],
  ['§4: every other one is disconnected', undefined, [lantern.id], 'disconnected'],
  [
    '§4: one whose attempt failed is disconnected',
    family(toHarbor, connectFailed({ namespace, error: rejected })),
    [],
    'disconnected',
  ],
])('%s', (_, given, storedIds, status) => {
  expect(statusOfConnector(given, harbor.id, storedIds)).toBe(status)
})
