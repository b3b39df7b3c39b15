import { connectionWith, harbor, lantern, polygon } from '@portico/contracts/testing'
import { memoryStorage } from '../testStore.ts'
import { forgetConnection, rememberConnection, storedConnections } from './storedConnections.ts'

const onHarbor = { namespace: 'eip155', connectorId: harbor.id, caipNetworkId: 'eip155:1' }

test('nothing is remembered of a visitor who has never connected', () => {
  expect(storedConnections(memoryStorage())).toEqual([])
})

test('a connection is remembered by wallet and network, and never by address', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  expect(storedConnections(storage)).toEqual([onHarbor])
})

test('a family has one connection to remember: the last one', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  rememberConnection(storage, 'eip155', connectionWith(lantern, polygon))
  expect(storedConnections(storage)).toEqual([{ ...onHarbor, connectorId: lantern.id, caipNetworkId: 'eip155:137' }])
})

test('forgetting the connection of one family keeps that of another', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  rememberConnection(storage, 'solana', connectionWith(lantern))
  forgetConnection(storage, { namespace: 'solana' })
  expect(storedConnections(storage)).toEqual([onHarbor])
})

test('with the last connection the entry goes, so that the next visit starts nothing', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  forgetConnection(storage, { namespace: 'eip155' })
  expect(storage.read('connections')).toBeUndefined()
})
