import { accountConnected, type Connection } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, harbor, lantern, polygon } from '@portico/contracts/testing'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import { connected } from './connectionsSlice.ts'
import { reconnect } from './reconnect.ts'
import { rememberConnection } from './rememberConnection.ts'
import { storedConnections } from './storedConnections.ts'

/** A page inside Harbor. At the last visit, the visitor had connected Lantern. */
function inside(home: () => Promise<string | undefined> = async () => harbor.id) {
  const adapter = Object.assign(fakeAdapter({ connectors: [harbor, lantern] }), { home })
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith(lantern))
  adapter.granted.set(harbor.id, connectionWith(harbor, polygon))
  adapter.granted.set(lantern.id, connectionWith(lantern))
  const test = createTestStore({ adapters: [adapter], networks: [ethereum, polygon], storage })
  const heard: boolean[] = []
  test.startListening({
    actionCreator: accountConnected,
    effect: ({ payload }) => void heard.push(payload.isReconnect),
  })
  return {
    ...test,
    adapter,
    heard,
    connection: (): Connection | undefined => test.store.getState().connections.families.eip155?.connection,
    methods: () => adapter.calls.map(({ method }) => method),
    stored: () => storedConnections(storage).find(({ isActive }) => isActive !== false)?.connectorId,
    start: (isEnabled = true) => test.store.dispatch(reconnect(isEnabled, async () => true)),
  }
}

test('the wallet that the page runs inside takes priority over the stored one, and is remembered', async () => {
  const { start, connection, stored, heard } = inside()
  await start()
  expect(connection()).toEqual(connectionWith(harbor, polygon))
  expect(stored()).toBe(harbor.id)
  expect(heard).toEqual([true])
})

test('the surrounding wallet is not asked for anything that could prompt', async () => {
  const { start, methods } = inside()
  await start()
  expect(methods()).toEqual(['restore'])
})

test("the page moves to the surrounding wallet's network", async () => {
  const { start, store } = inside()
  await start()
  expect(store.getState().networks.chosenId).toBe(polygon.caipNetworkId)
})

test('with reconnect disabled, the surrounding wallet is not connected', async () => {
  const { start, connection, methods } = inside()
  await start(false)
  expect(connection()).toBeUndefined()
  expect(methods()).toEqual([])
})

test.each<[string, () => Promise<string | undefined>]>([
  ['the page does not run inside a wallet', async () => undefined],
  ['the detection fails', () => Promise.reject(new Error('no'))],
  [
    'the detection throws',
    () => {
      throw new Error('not like this')
    },
  ],
])('if %s, the stored wallet is restored', async (_, home) => {
  const { start, connection } = inside(home)
  await start()
  expect(connection()?.connectorId).toBe(lantern.id)
})

test('if the surrounding wallet grants nothing, the stored one is restored', async () => {
  const { start, connection, adapter } = inside()
  adapter.granted.delete(harbor.id)
  await start()
  expect(connection()?.connectorId).toBe(lantern.id)
})

test('a visitor who acts first keeps their own choice', async () => {
  let tell = (_: string) => {}
  const { start, store, connection } = inside(
    () =>
      new Promise((resolve) => {
        tell = resolve
      }),
  )
  const starting = start()
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith(lantern) }))
  tell(harbor.id)
  await starting
  expect(connection()?.connectorId).toBe(lantern.id)
})

test('a modal that is disposed of meanwhile connects nothing', async () => {
  const { start, connection, life, adapter } = inside()
  const answer = adapter.hold('restore')
  const starting = start()
  await Promise.resolve()
  life.abort()
  answer()
  await starting
  expect(connection()).toBeUndefined()
})
