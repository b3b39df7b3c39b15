import type { ChainAdapter, Connector } from '@portico/contracts'
import { ADDRESS, ethereum, fakeAdapter, harbor, polygon } from '@portico/contracts/testing'
import { lazyAdapter } from './lazyAdapter.ts'

const life = new AbortController()
afterAll(() => life.abort())

const settled = () => new Promise((done) => setTimeout(done))

function watched(adapter: ChainAdapter, signal = life.signal) {
  const lists: (readonly Connector[])[] = []
  adapter.watchConnectors((connectors) => lists.push(connectors), signal)
  return lists
}

test('a family that nobody asks is never fetched', () => {
  const load = jest.fn(async () => fakeAdapter())
  lazyAdapter('eip155', load)
  expect(load).not.toHaveBeenCalled()
})

test('its wallets are listed once its code is here', async () => {
  const lists = watched(lazyAdapter('eip155', async () => fakeAdapter()))
  expect(lists).toEqual([[]])
  await settled()
  expect(lists).toEqual([[], [harbor]])
})

test('what is asked before the code is here waits for it, and it is fetched once', async () => {
  const family = fakeAdapter()
  const load = jest.fn(async () => family)
  const adapter = lazyAdapter('eip155', load)
  watched(adapter)
  await adapter.connect(harbor.id, { network: ethereum })
  await adapter.restore(harbor.id, { network: ethereum })
  await adapter.signMessage(harbor.id, ADDRESS, 'hello')
  await adapter.getBalance(ADDRESS, ethereum)
  await adapter.switchNetwork?.(harbor.id, polygon)
  await adapter.disconnect(harbor.id)
  expect(family.calls.map(({ method }) => method)).toEqual([
    'connect',
    'restore',
    'signMessage',
    'getBalance',
    'switchNetwork',
    'disconnect',
  ])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a wallet is asked within the press once the code is here', async () => {
  const family = fakeAdapter()
  const adapter = lazyAdapter('eip155', async () => family)
  watched(adapter)
  await settled()
  void adapter.connect(harbor.id, { network: ethereum })
  expect(family.calls).toHaveLength(1)
  expect(adapter.getProvider(harbor.id)).toEqual({ connectorId: harbor.id })
})

test('a family whose code does not come has no wallets, says why when it is asked, and is tried again', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {})
  const load = jest.fn(async () => fakeAdapter())
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
  const adapter = lazyAdapter('eip155', load)
  const lists = watched(adapter)
  await settled()
  expect(lists).toEqual([[]])
  await expect(adapter.connect(harbor.id, { network: ethereum })).rejects.toThrow('offline')
  await adapter.connect(harbor.id, { network: ethereum })
  expect(said).toHaveBeenCalledTimes(1)
  said.mockRestore()
})

test('a modal that is disposed of before the code arrives hears of no wallet', async () => {
  const family = fakeAdapter()
  const gone = new AbortController()
  const lists = watched(
    lazyAdapter('eip155', async () => family),
    gone.signal,
  )
  gone.abort()
  await settled()
  expect(lists).toEqual([[]])
  expect(family.listeners).toBe(0)
})
