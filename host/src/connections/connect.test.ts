import {
  accountConnected,
  accountDisconnected,
  type Connection,
  selectAccount,
  selectActiveNetworkId,
} from '@portico/contracts'
import {
  connectionWith,
  ethereum,
  type FakeAdapter,
  fakeAdapter,
  harbor,
  lantern,
  polygon,
  sepolia,
  solana,
} from '@portico/contracts/testing'
import { isAnyOf } from '@reduxjs/toolkit'
import { createTestStore } from '../../testing/store.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { letGo } from './leaving.ts'
import { networkChosen } from './networksSlice.ts'
import { storedConnections } from './storedConnections.ts'
import { switchNetwork } from './switchNetwork.ts'

const toHarbor = { namespace: 'eip155', connectorId: harbor.id } as const
const toLantern = { namespace: 'eip155', connectorId: lantern.id } as const

function withWallets(adapter: FakeAdapter = fakeAdapter({ connectors: [harbor, lantern] })) {
  const test = createTestStore({ adapters: [adapter], networks: [ethereum, polygon, solana] })
  const heard: string[] = []
  test.startListening({
    predicate: isAnyOf(accountConnected, accountDisconnected),
    effect: ({ type }) => void heard.push(type),
  })
  return {
    ...test,
    adapter,
    heard,
    dispatch: test.store.dispatch,
    family: () => test.store.getState().connections.families.eip155,
    account: () => selectAccount(test.store.getState()),
    stored: () => storedConnections(test.storage).map(({ connectorId }) => connectorId),
    asked: () => adapter.calls.map(({ method, args }) => [method, ...args].join(' ')),
    events: () => test.told.map(({ event }) => event),
  }
}

async function connectedWith(adapter?: FakeAdapter) {
  const parts = withWallets(adapter)
  await parts.dispatch(connect(toHarbor))
  return parts
}

describe('connecting', () => {
  test("if requests are previewed, connecting waits for the preview's code", async () => {
    const { dispatch, family, services } = withWallets()
    let arrive = () => {}
    const code = new Promise<void>((resolve) => {
      arrive = resolve
    })
    services.requestPreview = { load: () => code, shown: () => undefined }
    const connecting = dispatch(connect(toHarbor))
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    expect(family()?.status).toBe('connecting')
    arrive()
    await connecting
    expect(family()?.status).toBe('connected')
    services.requestPreview = { load: () => Promise.reject(new Error('the line is down')), shown: () => undefined }
    await expect(dispatch(connect(toLantern))).rejects.toMatchObject({ code: 'connection.failed' })
    expect(family()?.connection?.connectorId).toBe(harbor.id)
  })

  test('§4: the family is connecting while the wallet decides, then connected', async () => {
    const { adapter, dispatch, family } = withWallets()
    const answer = adapter.hold('connect')
    const connecting = dispatch(connect(toHarbor))
    expect(family()).toEqual({ status: 'connecting', connectorId: harbor.id })
    answer()
    await connecting
    expect(family()?.status).toBe('connected')
  })

  test('sets the account, is remembered for the next visit, and is reported to the features and the page', async () => {
    const { account, stored, heard, told } = await connectedWith()
    expect(account()?.caipAddress).toBe('eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    expect(stored()).toEqual([harbor.id])
    expect(heard).toEqual([accountConnected.type])
    expect(told).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: 'Harbor' } }])
  })

  test('takes the page to the network that the wallet is on', async () => {
    const adapter = fakeAdapter({ connection: () => connectionWith(harbor, polygon) })
    const { store } = await connectedWith(adapter)
    expect(selectActiveNetworkId(store.getState())).toBe('eip155:137')
  })

  test.each([
    ['rejected', 'connection.rejected', 'USER_REJECTED'],
    ['pending', 'connection.pending', 'CONNECT_ERROR'],
    ['failed', 'connection.failed', 'CONNECT_ERROR'],
    ['gone', 'connection.providerMissing', 'CONNECT_ERROR'],
  ] as const)(
    '§4: a wallet that answers "%s" leaves the family disconnected with %s, and the page gets the event %s',
    async (failure, code, event) => {
      const { adapter, dispatch, family, stored, heard, events } = withWallets()
      adapter.fail('connect', failure)
      await expect(dispatch(connect(toHarbor))).rejects.toMatchObject({ code })
      expect(family()).toMatchObject({ status: 'disconnected', connectorId: harbor.id, error: { code } })
      expect(stored()).toEqual([])
      expect(heard).toEqual([])
      expect(events()).toEqual([event])
    },
  )

  test('turns an unknown error from an adapter into a known one', async () => {
    const adapter = { ...fakeAdapter(), connect: () => Promise.reject('boom') }
    const { dispatch, family } = withWallets(adapter as FakeAdapter)
    await expect(dispatch(connect(toHarbor))).rejects.toMatchObject({ code: 'connection.failed' })
    expect(family()?.error).toEqual({ code: 'connection.failed', message: 'Failed to connect' })
  })

  test('§5: in a family without an adapter fails with an error that says so', async () => {
    const { dispatch } = withWallets()
    await expect(dispatch(connect({ namespace: 'solana', connectorId: 'x' }))).rejects.toMatchObject({
      code: 'adapter.missing',
      message: "Adapter for namespace solana doesn't exist",
    })
  })

  test('can be tried again after a rejection', async () => {
    const { adapter, dispatch, family } = withWallets()
    adapter.fail('connect', 'rejected')
    await expect(dispatch(connect(toHarbor))).rejects.toThrow('Connection rejected')
    await dispatch(connect(toHarbor))
    expect(family()).toEqual({ status: 'connected', connectorId: harbor.id, connection: connectionWith() })
  })
})

describe('late answers', () => {
  test('a visitor who has gone back is not connected by a late approval', async () => {
    const { adapter, dispatch, family, stored, heard, events } = withWallets()
    const answer = adapter.hold('connect')
    const life = new AbortController()
    const connecting = dispatch(connect(toHarbor, { signal: life.signal }))
    life.abort()
    answer()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()?.status).toBe('disconnected')
    expect(family()?.connection).toBeUndefined()
    expect(stored()).toEqual([])
    expect(heard).toEqual([])
    expect(events()).toEqual([])
  })

  test('if the visitor chooses a second wallet before the first answers, the second one counts', async () => {
    const { adapter, dispatch, family, stored } = withWallets()
    const answer = adapter.hold('connect')
    const first = dispatch(connect(toHarbor))
    await dispatch(connect(toLantern))
    answer()
    await expect(first).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()).toMatchObject({ status: 'connected', connectorId: lantern.id })
    expect(stored()).toEqual([lantern.id])
  })

  test('a late rejection of the first wallet does not end the attempt with the second', async () => {
    const { adapter, dispatch, family } = withWallets()
    const answerFirst = adapter.hold('connect')
    adapter.fail('connect', 'rejected')
    const first = dispatch(connect(toHarbor))
    const answerSecond = adapter.hold('connect')
    const second = dispatch(connect(toLantern))
    answerFirst()
    await expect(first).rejects.toMatchObject({ code: 'connection.rejected' })
    expect(family()).toEqual({ status: 'connecting', connectorId: lantern.id })
    answerSecond()
    await second
    expect(family()?.status).toBe('connected')
  })
})

describe('asking the same wallet twice', () => {
  test('a visitor who goes back and chooses the wallet again is not disturbed by the first answer', async () => {
    const { adapter, dispatch, family } = withWallets()
    const firstAnswer = adapter.hold('connect')
    adapter.fail('connect', 'rejected')
    const life = new AbortController()
    const first = dispatch(connect(toHarbor, { signal: life.signal }))
    life.abort()
    await expect(first).rejects.toMatchObject({ code: 'connection.modalClosed' })
    const secondAnswer = adapter.hold('connect')
    const second = dispatch(connect(toHarbor))
    firstAnswer()
    await Promise.resolve()
    expect(family()).toEqual({ status: 'connecting', connectorId: harbor.id })
    secondAnswer()
    await second
    expect(family()?.status).toBe('connected')
  })

  test('a visitor who has gone back need not wait for a wallet that never answers', async () => {
    const { adapter, dispatch, family } = withWallets()
    adapter.hold('connect')
    const life = new AbortController()
    const connecting = dispatch(connect(toHarbor, { signal: life.signal }))
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()?.status).toBe('disconnected')
  })

  test('a wallet that refuses the second request because the first is open can still accept the first', async () => {
    const { adapter, dispatch, family, heard } = withWallets()
    const answer = adapter.hold('connect')
    const first = dispatch(connect(toHarbor))
    adapter.fail('connect', 'pending')
    await expect(dispatch(connect(toHarbor))).rejects.toMatchObject({ code: 'connection.pending' })
    expect(family()).toMatchObject({ status: 'disconnected', error: { code: 'connection.pending' } })
    answer()
    await first
    expect(family()).toEqual({ status: 'connected', connectorId: harbor.id, connection: connectionWith() })
    expect(heard).toEqual([accountConnected.type])
  })

  test('the first of two answers is ignored while the second request is open', async () => {
    const { adapter, dispatch, family, heard } = withWallets()
    const answers = [adapter.hold('connect')]
    const first = dispatch(connect(toHarbor))
    answers.push(adapter.hold('connect'))
    const second = dispatch(connect(toHarbor))
    answers[0]?.()
    await expect(first).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()?.status).toBe('connecting')
    answers[1]?.()
    await second
    expect(heard).toEqual([accountConnected.type])
  })
})

describe('connecting to a wallet that is still revoking its permission', () => {
  test('after a replacement, waits for the wallet to finish, so that the new permission stays', async () => {
    const { adapter, dispatch, asked } = await connectedWith()
    const gone = adapter.hold('disconnect')
    await dispatch(connect(toLantern))
    const again = dispatch(connect({ ...toHarbor, connectorId: harbor.id.toUpperCase() }))
    await Promise.resolve()
    expect(asked().at(-1)).toBe(`disconnect ${harbor.id}`)
    gone()
    await again
    expect(asked().slice(-3)).toEqual([`disconnect ${harbor.id}`, `connect ${harbor.id}`, `disconnect ${lantern.id}`])
    expect(adapter.granted.has(harbor.id)).toBe(true)
  })

  test('after a disconnect, waits for the wallet to finish, too', async () => {
    const { adapter, dispatch, asked, family } = await connectedWith()
    const gone = adapter.hold('disconnect')
    const disconnecting = dispatch(disconnect('eip155'))
    const again = dispatch(connect(toHarbor))
    await Promise.resolve()
    expect(asked().at(-1)).toBe(`disconnect ${harbor.id}`)
    gone()
    await Promise.all([disconnecting, again])
    expect(adapter.granted.has(harbor.id)).toBe(true)
    expect(family()?.status).toBe('connected')
  })

  test('waits for all revocations if the wallet has several to finish', async () => {
    const { adapter, dispatch } = await connectedWith()
    const gone = [adapter.hold('disconnect')]
    await dispatch(connect(toLantern))
    letGo(adapter, harbor.id)
    gone.push(adapter.hold('disconnect'))
    letGo(adapter, harbor.id)
    gone[1]?.()
    const again = dispatch(connect(toHarbor))
    gone[0]?.()
    await again
    expect(adapter.granted.has(harbor.id)).toBe(true)
  })

  test('waits five seconds at most, and not at all once the visitor goes back', async () => {
    jest.useFakeTimers()
    try {
      const { adapter, dispatch, family } = await connectedWith()
      adapter.hold('disconnect')
      await dispatch(connect(toLantern))
      const life = new AbortController()
      const left = dispatch(connect(toHarbor, { signal: life.signal }))
      life.abort()
      await expect(left).rejects.toMatchObject({ code: 'connection.modalClosed' })
      const again = dispatch(connect(toHarbor))
      await jest.advanceTimersByTimeAsync(5_000)
      await again
      expect(family()).toMatchObject({ status: 'connected', connectorId: harbor.id })
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('connecting a second wallet', () => {
  test('replaces the first, which is disconnected', async () => {
    const { dispatch, family, stored, asked } = await connectedWith()
    await dispatch(connect(toLantern))
    expect(family()).toMatchObject({ status: 'connected', connectorId: lantern.id })
    expect(stored()).toEqual([lantern.id])
    expect(asked()).toEqual([`connect ${harbor.id}`, `connect ${lantern.id}`, `disconnect ${harbor.id}`])
  })

  test('if it is the same wallet, sends a second connection request, and nothing else', async () => {
    const { dispatch, asked } = await connectedWith()
    await dispatch(connect(toHarbor))
    expect(asked()).toEqual([`connect ${harbor.id}`, `connect ${harbor.id}`])
  })

  test('leaves the first connected and remembered if the second refuses', async () => {
    const { adapter, dispatch, family, account, stored, asked, heard } = await connectedWith()
    adapter.fail('connect', 'rejected')
    await expect(dispatch(connect(toLantern))).rejects.toMatchObject({ code: 'connection.rejected' })
    expect(family()).toMatchObject({ status: 'connected', connection: { connectorId: harbor.id } })
    expect(family()?.error?.code).toBe('connection.rejected')
    expect(account()?.connectorId).toBe(harbor.id)
    expect(stored()).toEqual([harbor.id])
    expect(asked()).not.toContain(`disconnect ${harbor.id}`)
    expect(heard).toEqual([accountConnected.type])
  })

  test('replaces the first even if that one cannot be notified', async () => {
    const { adapter, dispatch, family, stored } = await connectedWith()
    adapter.fail('disconnect', 'failed')
    await dispatch(connect(toLantern))
    expect(family()).toMatchObject({ status: 'connected', connectorId: lantern.id })
    expect(stored()).toEqual([lantern.id])
  })
})

describe('disconnecting', () => {
  test('§4: account and connection are reset, the wallet is notified, and nothing is remembered', async () => {
    const { dispatch, family, account, stored, heard, asked, events } = await connectedWith()
    await dispatch(disconnect('eip155'))
    expect(family()).toEqual({ status: 'disconnected' })
    expect(account()).toBeUndefined()
    expect(stored()).toEqual([])
    expect(heard).toEqual([accountConnected.type, accountDisconnected.type])
    expect(asked()).toContain(`disconnect ${harbor.id}`)
    expect(events()).toEqual(['CONNECT_SUCCESS', 'DISCONNECT_SUCCESS'])
  })

  test('a wallet that fails to disconnect is reported to the page, and forgotten nevertheless', async () => {
    const { adapter, dispatch, family, stored, events } = await connectedWith()
    adapter.fail('disconnect', 'failed')
    await expect(dispatch(disconnect('eip155'))).rejects.toMatchObject({
      code: 'connection.disconnectFailed',
      message: 'Failed to disconnect',
    })
    expect(family()?.status).toBe('disconnected')
    expect(stored()).toEqual([])
    expect(events()).toEqual(['CONNECT_SUCCESS', 'DISCONNECT_ERROR'])
  })

  test('without a connection nothing is reported', async () => {
    const { dispatch, heard, asked, events } = withWallets()
    await dispatch(disconnect('eip155'))
    expect([heard, asked(), events()]).toEqual([[], [], []])
  })

  test('a connection attempt that is still going on is ended', async () => {
    const { adapter, dispatch, family } = withWallets()
    const answer = adapter.hold('connect')
    const connecting = dispatch(connect(toHarbor))
    await dispatch(disconnect('eip155'))
    answer()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()).toEqual({ status: 'disconnected' })
  })
})

describe('switching the network', () => {
  test('asks the wallet, and the page follows once the wallet has confirmed', async () => {
    const { adapter, dispatch, store, storage, told } = await connectedWith()
    const answer = adapter.hold('switchNetwork')
    const switching = dispatch(switchNetwork('eip155:137'))
    expect(selectActiveNetworkId(store.getState())).toBe('eip155:1')
    answer()
    await switching
    expect(selectActiveNetworkId(store.getState())).toBe('eip155:137')
    expect(storage.read('network')).toEqual({ caipNetworkId: 'eip155:137', isWanted: true })
    expect(told.at(-1)).toEqual({ event: 'SWITCH_NETWORK', properties: { network: 'eip155:137' } })
  })

  test.each([
    ['declined', 'chain.switchDeclined', 'Switch declined'],
    ['unsupported', 'chain.unsupported', 'Chain is not supported'],
    ['pending', 'connection.pending', 'A request is already waiting in your wallet'],
    ['failed', 'connection.requestFailed', 'The wallet couldn’t complete the request'],
  ] as const)('a switch (%s) rejects with the matching error and changes nothing', async (failure, code, message) => {
    const { adapter, dispatch, store, storage } = await connectedWith()
    adapter.fail('switchNetwork', failure)
    await expect(dispatch(switchNetwork('eip155:137'))).rejects.toMatchObject({ code, message })
    expect(selectActiveNetworkId(store.getState())).toBe('eip155:1')
    expect(storage.read('network')).toEqual({ caipNetworkId: 'eip155:1' })
  })

  describe('before a wallet is connected', () => {
    /** The options with which the adapter is asked to connect. */
    function listening() {
      const fake = fakeAdapter()
      const wishes: unknown[] = []
      const connectWith: FakeAdapter['connect'] = (connectorId, { network, isWanted }) => {
        wishes.push([network.caipNetworkId, isWanted])
        return fake.connect(connectorId, { network })
      }
      return { ...withWallets({ ...fake, connect: connectWith }), wishes }
    }

    test('the wallet is asked to connect on the chosen network', async () => {
      const { dispatch, wishes } = listening()
      await dispatch(switchNetwork('eip155:137'))
      await dispatch(connect(toHarbor))
      expect(wishes).toEqual([['eip155:137', true]])
    })

    test('neither a default network nor one that a wallet moved the page to counts as wanted', async () => {
      const { dispatch, store, wishes, storage } = listening()
      await dispatch(connect(toHarbor))
      await dispatch(disconnect('eip155'))
      store.dispatch(networkChosen('eip155:137'))
      await dispatch(connect(toHarbor))
      expect(wishes).toEqual([
        ['eip155:1', false],
        ['eip155:137', false],
      ])
      expect(storage.read('network')).toEqual({ caipNetworkId: 'eip155:1' })
    })

    test('a wallet that stayed on its own network is not asked to switch at the next connection', async () => {
      const { dispatch, wishes } = listening()
      await dispatch(switchNetwork('eip155:137'))
      await dispatch(connect(toHarbor)) // the wallet is on Ethereum and stays there
      await dispatch(disconnect('eip155'))
      await dispatch(connect(toHarbor))
      expect(wishes.at(-1)).toEqual(['eip155:1', false])
    })
  })

  test('without a wallet the page simply switches', async () => {
    const { dispatch, store, asked } = withWallets()
    await dispatch(switchNetwork('eip155:137'))
    expect(selectActiveNetworkId(store.getState())).toBe('eip155:137')
    expect(asked()).toEqual([])
  })

  test("the network of an unconnected family just becomes active, and the other family's wallet stays", async () => {
    const { dispatch, store, asked } = await connectedWith()
    await dispatch(switchNetwork(solana.caipNetworkId))
    expect(selectActiveNetworkId(store.getState())).toBe(solana.caipNetworkId)
    expect(store.getState().connections.families.eip155?.connection?.caipNetworkId).toBe('eip155:1')
    expect(asked()).toEqual([`connect ${harbor.id}`])
  })

  test('a wallet that is already on the network gets no request', async () => {
    const { dispatch, asked } = await connectedWith()
    await dispatch(switchNetwork('eip155:1'))
    expect(asked()).toEqual([`connect ${harbor.id}`])
  })

  test('§5: a network that the page does not have is reported as not found', async () => {
    const { dispatch } = await connectedWith()
    await expect(dispatch(switchNetwork(sepolia.caipNetworkId))).rejects.toMatchObject({ code: 'network.notFound' })
  })

  test('if the page cannot switch a wallet, the error says where it can be switched', async () => {
    const { dispatch } = await connectedWith({ ...fakeAdapter(), switchNetwork: undefined } as never)
    await expect(dispatch(switchNetwork('eip155:137'))).rejects.toMatchObject({
      code: 'chain.switchUnavailable',
      message: 'Polygon can’t be switched from here. Change the network in your wallet.',
    })
  })

  test('if the visitor disconnects meanwhile, a late approval does not move the page', async () => {
    const { adapter, dispatch, store } = await connectedWith()
    const answer = adapter.hold('switchNetwork')
    const switching = dispatch(switchNetwork('eip155:137'))
    await dispatch(disconnect('eip155'))
    answer()
    await expect(switching).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(store.getState().networks.chosenId).toBe('eip155:1')
  })
})

test('the active account belongs to the active connection', async () => {
  const other: Connection = { ...connectionWith(lantern), accounts: [{ address: '0xfB69' }] }
  const adapter = fakeAdapter({ connection: (id) => (id === lantern.id ? other : connectionWith()) })
  const { dispatch, account } = await connectedWith(adapter)
  await dispatch(connect(toLantern))
  expect(account()).toMatchObject({ address: '0xfB69', connectorId: lantern.id })
})
