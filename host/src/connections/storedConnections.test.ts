import { ADDRESS, connectionWith, harbor, lantern, polygon } from '@portico/contracts/testing'
import { memoryStorage } from '../../testing/store.ts'
import type { Storage } from '../storage.ts'
import { forgetConnection, forgetRecent, rememberConnection } from './rememberConnection.ts'
import { recentConnections, storedActive, storedConnections } from './storedConnections.ts'

const onHarbor = { namespace: 'eip155', connectorId: harbor.id, caipNetworkId: 'eip155:1' }

test('nothing is remembered about a visitor who has never connected', () => {
  expect(storedConnections(memoryStorage())).toEqual([])
})

test('a connection is remembered by wallet and network, and never by address', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  expect(storedConnections(storage)).toEqual([onHarbor])
})

test('only the last connection of a family is remembered', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  rememberConnection(storage, 'eip155', connectionWith(lantern, polygon))
  expect(storedConnections(storage)).toEqual([{ ...onHarbor, connectorId: lantern.id, caipNetworkId: 'eip155:137' }])
})

test('forgetting the connection of one family does not affect that of another', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  rememberConnection(storage, 'solana', connectionWith(lantern))
  forgetConnection(storage, { namespace: 'solana' })
  expect(storedConnections(storage)).toEqual([onHarbor])
})

test('the storage entry is removed with the last connection, so that the next visit starts nothing', () => {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  forgetConnection(storage, { namespace: 'eip155' })
  expect(storage.read('connections')).toBeUndefined()
})

describe('with several wallets', () => {
  const several = { keepsOthers: true, withAccounts: true }
  const accounts = [{ address: ADDRESS }]

  test('earlier connections stay beside the last one, with their accounts, and one is marked as active', () => {
    const storage = memoryStorage()
    rememberConnection(storage, 'eip155', connectionWith(), several)
    rememberConnection(storage, 'eip155', connectionWith(lantern), several)
    expect(storedConnections(storage)).toEqual([
      { ...onHarbor, accounts, isActive: false },
      { ...onHarbor, connectorId: lantern.id, accounts },
    ])
    expect(storedActive(storage).map(({ connectorId }) => connectorId)).toEqual([lantern.id])
  })

  test('storing a connection that is not active does not make it active', () => {
    const storage = memoryStorage()
    rememberConnection(storage, 'eip155', connectionWith(), several)
    rememberConnection(storage, 'eip155', connectionWith(lantern), { ...several, isActive: false })
    expect(storedActive(storage).map(({ connectorId }) => connectorId)).toEqual([harbor.id])
  })

  test('the active connection of another family stays active', () => {
    const storage = memoryStorage()
    rememberConnection(storage, 'solana', connectionWith(lantern), several)
    rememberConnection(storage, 'eip155', connectionWith(), several)
    expect(storedActive(storage)).toHaveLength(2)
  })

  test('ids that differ only in case belong to the same wallet', () => {
    const storage = memoryStorage()
    rememberConnection(storage, 'eip155', connectionWith(), several)
    rememberConnection(storage, 'eip155', { ...connectionWith(), connectorId: harbor.id.toUpperCase() }, several)
    expect(storedConnections(storage)).toHaveLength(1)
    forgetConnection(storage, { namespace: 'eip155', connectorId: harbor.id })
    expect(storage.read('connections')).toBeUndefined()
  })

  test('the name that a paired wallet gives itself is kept with its accounts', () => {
    const storage = memoryStorage()
    rememberConnection(storage, 'eip155', { ...connectionWith(), wallet: { name: 'Phone' } }, several)
    expect(storedConnections(storage)[0]).toMatchObject({ walletName: 'Phone' })
  })
})

describe('recent connections', () => {
  const end = (storage: Storage, connectorId: string, namespace: 'eip155' | 'solana' = 'eip155') => {
    const given = { ...connectionWith(), connectorId }
    rememberConnection(storage, namespace, given, { keepsOthers: true, withAccounts: true })
    forgetConnection(storage, { namespace, connectorId }, { isRecent: true })
  }
  const recent = (storage: Storage) => recentConnections(storage).map(({ connectorId }) => connectorId)

  test('are limited to five per family, the last ended first', () => {
    const storage = memoryStorage()
    end(storage, 'of Solana', 'solana')
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) end(storage, id)
    expect(recent(storage)).toEqual(['g', 'f', 'e', 'd', 'c', 'of Solana'])
  })

  test('are listed once each, and not while their wallet is connected', () => {
    const storage = memoryStorage()
    for (const id of ['a', 'b', 'A']) end(storage, id)
    expect(recent(storage)).toEqual(['A', 'b'])
    rememberConnection(storage, 'eip155', { ...connectionWith(), connectorId: 'B' }, { keepsOthers: true })
    expect(recent(storage)).toEqual(['A'])
  })

  test('can be forgotten, and the storage entry is removed with the last one', () => {
    const storage = memoryStorage()
    for (const id of ['a', 'b']) end(storage, id)
    forgetRecent(storage, { namespace: 'eip155', connectorId: 'A' })
    expect(recent(storage)).toEqual(['b'])
    forgetRecent(storage, { namespace: 'eip155' })
    expect(storage.read('recentConnections')).toBeUndefined()
  })

  test('start nothing at the next visit', () => {
    const storage = memoryStorage()
    end(storage, 'a')
    expect(storage.read('connections')).toBeUndefined()
  })
})
