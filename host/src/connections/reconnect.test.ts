import { accountConnected, accountDisconnected, ModalError } from '@portico/contracts'
import {
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  harbor,
  lantern,
  polygon,
} from '@portico/contracts/testing'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import type { RootState } from '../store.ts'
import { connect } from './connect.ts'
import { connected } from './connectionsSlice.ts'
import { networkRemoved } from './networksSlice.ts'
import { follow, reconnect } from './reconnect.ts'
import { rememberConnection } from './rememberConnection.ts'
import { storedConnections } from './storedConnections.ts'

/** A returning visitor: Harbor was connected at the last visit and still grants its accounts. */
function returning(adapter: FakeAdapter = fakeAdapter({ connectors: [harbor, lantern] }), isGranted = true) {
  const storage = memoryStorage()
  rememberConnection(storage, 'eip155', connectionWith())
  if (isGranted) adapter.granted.set(harbor.id, connectionWith(harbor, polygon))
  const test = createTestStore({ adapters: [adapter], networks: [ethereum, polygon], storage })
  const { store } = test
  const heard: string[] = []
  test.startListening({
    actionCreator: accountConnected,
    effect: ({ payload }) => void heard.push(payload.isReconnect ? 'connected again' : 'connected'),
  })
  test.startListening({ actionCreator: accountDisconnected, effect: () => void heard.push('disconnected') })
  let timeOut = () => {}
  const waitFor = (condition: (state: RootState) => boolean) =>
    new Promise<boolean>((resolve) => {
      const look = () => condition(store.getState()) && resolve(true)
      timeOut = () => resolve(false)
      store.subscribe(look)
      look()
    })
  return {
    ...test,
    adapter,
    heard,
    waitFor,
    timeOut: () => timeOut(),
    family: () => store.getState().connections.families.eip155,
    stored: () => storedConnections(storage).map(({ connectorId }) => connectorId),
    methods: () => adapter.calls.map(({ method }) => method),
    reconnect: (isEnabled = true) => store.dispatch(reconnect(isEnabled, waitFor)),
    follow: (isEnabled = true) => store.dispatch(follow(isEnabled, waitFor)),
  }
}

describe('restoring at the start', () => {
  test('§4: turns a stored connection from connecting to connected', async () => {
    const { adapter, reconnect, family } = returning()
    const answer = adapter.hold('restore')
    const reconnecting = reconnect()
    expect(family()).toEqual({ status: 'connecting', connectorId: harbor.id })
    answer()
    await reconnecting
    expect(family()).toMatchObject({ status: 'connected', connection: connectionWith(harbor, polygon) })
  })

  test('uses only what the wallet still grants, without a prompt', async () => {
    const { reconnect, methods } = returning()
    await reconnect()
    expect(methods()).toEqual(['restore'])
  })

  test('tells the features and the page that this is not a new connection', async () => {
    const { reconnect, heard, told } = returning()
    await reconnect()
    expect(heard).toEqual(['connected again'])
    expect(told).toEqual([
      { event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: 'Harbor', reconnect: true } },
    ])
  })

  test('leaves the page on the network that it was on', async () => {
    const { reconnect, store } = returning()
    await reconnect()
    expect(store.getState().networks.chosenId).toBe('eip155:1')
  })

  test('§4: disconnects when the wallet no longer grants anything, and then nothing is remembered', async () => {
    const { reconnect, family, stored, heard } = returning(undefined, false)
    await reconnect()
    expect(family()).toEqual({ status: 'disconnected' })
    expect(stored()).toEqual([])
    expect(heard).toEqual([])
  })

  test('stores and connects nothing if the modal is disposed of meanwhile', async () => {
    const { adapter, reconnect, stored, heard, life } = returning(undefined, false)
    const answer = adapter.hold('restore')
    const reconnecting = reconnect()
    life.abort()
    answer()
    await reconnecting
    expect(stored()).toEqual([harbor.id])
    expect(heard).toEqual([])
  })

  test('§4: ends as disconnected on failure, without an error; the next visit tries again', async () => {
    const { adapter, reconnect, family, stored } = returning()
    adapter.fail('restore', 'failed')
    await reconnect()
    expect(family()).toEqual({ status: 'disconnected' })
    expect(stored()).toEqual([harbor.id])
  })

  test('does not wait for a wallet that is present but not listed', async () => {
    const listed = fakeAdapter({ connectors: [lantern] })
    listed.granted.set(harbor.id, connectionWith())
    const { reconnect, family } = returning({ ...listed, getProvider: () => ({}) }, false)
    await reconnect()
    expect(family()?.status).toBe('connected')
  })

  test('removes no connection if code cannot be loaded', async () => {
    const adapter = fakeAdapter()
    adapter.load = () => Promise.reject(new ModalError('remote.unreachable'))
    const { reconnect, family, stored, methods } = returning(adapter)
    await reconnect()
    expect([family(), stored(), methods()]).toEqual([{ status: 'disconnected' }, [harbor.id], []])
  })

  test('does not count the time for loading code against the wallet', async () => {
    jest.useFakeTimers()
    try {
      const adapter = fakeAdapter()
      let come = () => {}
      adapter.load = () =>
        new Promise<void>((resolve) => {
          come = resolve
        })
      const { reconnect, family } = returning(adapter)
      const reconnecting = reconnect()
      await jest.advanceTimersByTimeAsync(20_000)
      expect(family()?.status).toBe('connecting')
      come()
      await reconnecting
      expect(family()?.status).toBe('connected')
    } finally {
      jest.useRealTimers()
    }
  })

  describe('a wallet that does not answer in time', () => {
    beforeEach(() => void jest.useFakeTimers())
    afterEach(() => void jest.useRealTimers())

    async function late(isGranted = true) {
      const parts = returning(undefined, isGranted)
      const answer = parts.adapter.hold('restore')
      const reconnecting = parts.reconnect()
      await jest.advanceTimersByTimeAsync(5_000)
      await reconnecting
      expect([parts.family(), parts.stored()]).toEqual([{ status: 'disconnected' }, [harbor.id]])
      const answerAtLast = async () => {
        answer()
        await jest.advanceTimersByTimeAsync(0)
      }
      return { ...parts, answerAtLast }
    }

    test('is connected if it confirms its grant later', async () => {
      const { answerAtLast, family, heard } = await late()
      await answerAtLast()
      expect(family()).toMatchObject({ status: 'connected', connection: { connectorId: harbor.id } })
      expect(heard).toEqual(['connected again'])
    })

    test('is forgotten if it later turns out to grant nothing', async () => {
      const { answerAtLast, stored } = await late(false)
      await answerAtLast()
      expect(stored()).toEqual([])
    })

    test('does not override what the visitor has done meanwhile', async () => {
      const { answerAtLast, store, adapter, family, stored } = await late()
      await store.dispatch(connect({ namespace: 'eip155', connectorId: lantern.id }))
      await answerAtLast()
      expect([family()?.connectorId, stored()]).toEqual([lantern.id, [lantern.id]])
      expect(adapter.calls.filter(({ method }) => method === 'disconnect')).toEqual([])
    })

    test('is not connected after a disconnect in another tab, or once the modal is disposed of', async () => {
      const other = await late()
      other.storage.remove('connections')
      await other.answerAtLast()
      expect(other.family()?.status).toBe('disconnected')
      const gone = await late()
      gone.life.abort()
      await gone.answerAtLast()
      expect(gone.family()?.status).toBe('disconnected')
    })
  })

  test('a family that no longer has a network stays unchanged, and its connection stays stored', async () => {
    const { store, reconnect, family, stored, methods } = returning()
    for (const { caipNetworkId } of [ethereum, polygon]) store.dispatch(networkRemoved(caipNetworkId))
    await reconnect()
    expect([family(), stored(), methods()]).toEqual([undefined, [harbor.id], []])
  })

  test('an adapter that throws synchronously is treated like any other failure', async () => {
    const adapter = fakeAdapter()
    adapter.restore = () => {
      throw new Error('not like this')
    }
    const { reconnect, family } = returning(adapter)
    await reconnect()
    expect(family()).toEqual({ status: 'disconnected' })
  })

  test('§4: with reconnect disabled the stored connection is dropped, and no wallet is asked', async () => {
    const { reconnect, family, stored, methods } = returning()
    await reconnect(false)
    expect(family()).toBeUndefined()
    expect(stored()).toEqual([])
    expect(methods()).toEqual([])
  })

  test('the stored connection of a family without an adapter is dropped', async () => {
    const { storage, reconnect, stored } = returning()
    rememberConnection(storage, 'solana', connectionWith(lantern))
    await reconnect()
    expect(stored()).toEqual([harbor.id])
  })

  test('a wallet that announces itself late is waited for', async () => {
    const { adapter, reconnect, family, methods } = returning(fakeAdapter({ connectors: [] }))
    const reconnecting = reconnect()
    expect(methods()).toEqual([])
    adapter.announce([harbor])
    await reconnecting
    expect(family()?.status).toBe('connected')
  })

  test('a wallet that never announces itself is not waited for forever', async () => {
    const { reconnect, timeOut, family } = returning(fakeAdapter({ connectors: [] }), false)
    const reconnecting = reconnect()
    timeOut()
    await reconnecting
    expect(family()).toEqual({ status: 'disconnected' })
  })

  test('a visitor who chooses another wallet meanwhile is not overridden by the stored one', async () => {
    const { adapter, reconnect, store, family, stored } = returning()
    const answer = adapter.hold('restore')
    const reconnecting = reconnect()
    await store.dispatch(connect({ namespace: 'eip155', connectorId: lantern.id }))
    answer()
    await reconnecting
    expect(family()).toMatchObject({ status: 'connected', connection: { connectorId: lantern.id } })
    expect(stored()).toEqual([lantern.id])
  })
})

describe('following another tab, or a second modal with the same key', () => {
  test('a connection made in the other tab is taken over, without a prompt', async () => {
    const { follow, family, methods } = returning()
    await follow()
    expect(family()?.status).toBe('connected')
    expect(methods()).toEqual(['restore'])
  })

  test('a connection ended in the other tab ends here too, and the features are notified', async () => {
    const { storage, follow, store, family, heard } = returning()
    store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
    storage.remove('connections')
    await follow()
    expect(family()).toEqual({ status: 'disconnected' })
    expect(heard).toEqual(['disconnected'])
  })

  test('a wallet connected in the other tab replaces the one connected here', async () => {
    const { adapter, storage, follow, store, family } = returning()
    adapter.granted.set(lantern.id, connectionWith(lantern))
    store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
    rememberConnection(storage, 'eip155', connectionWith(lantern))
    await follow()
    expect(family()).toMatchObject({ status: 'connected', connection: { connectorId: lantern.id } })
  })

  test('connections that both tabs have stay unchanged', async () => {
    const { follow, store, family, methods } = returning()
    store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
    const before = family()
    await follow()
    expect(family()).toBe(before)
    expect(methods()).toEqual([])
  })
})
