/** @jest-environment jsdom */
import type { ChainAdapter, Connector } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  fakeSolanaWallet,
  harbor,
  polygon,
  SOLANA_ADDRESS,
  solana,
} from '@portico/contracts/testing'
import { lazyAdapter } from './lazyAdapter.ts'
import { createSolanaAdapter } from './solana/createAdapter.ts'

const life = new AbortController()
afterAll(() => life.abort())

const settled = () => new Promise((done) => setTimeout(done))

function watched(adapter: ChainAdapter, signal = life.signal) {
  const lists: (readonly Connector[])[] = []
  adapter.watchConnectors((connectors) => lists.push(connectors), signal)
  return lists
}

test('an unused family is never loaded', () => {
  const load = jest.fn(async () => fakeAdapter())
  lazyAdapter('eip155', load)
  expect(load).not.toHaveBeenCalled()
})

test("an adapter's wallets are listed once its code has loaded", async () => {
  const lists = watched(lazyAdapter('eip155', async () => fakeAdapter()))
  expect(lists).toEqual([[]])
  await settled()
  expect(lists).toEqual([[], [harbor]])
})

test('calls made before the code has loaded wait for the code, which loads only once', async () => {
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

test('once the code has loaded, a wallet gets its request synchronously', async () => {
  const family = fakeAdapter()
  const adapter = lazyAdapter('eip155', async () => family)
  watched(adapter)
  await settled()
  void adapter.connect(harbor.id, { network: ethereum })
  expect(family.calls).toHaveLength(1)
  expect(adapter.getProvider(harbor.id)).toEqual({ connectorId: harbor.id })
})

describe('a family whose code fails to load at first', () => {
  const ids = (lists: (readonly Connector[])[]) => lists.map((connectors) => connectors.map(({ id }) => id))
  let uninstall: () => void
  let said: jest.SpyInstance
  beforeEach(() => {
    said = jest.spyOn(console, 'error').mockImplementation(() => {})
    uninstall = fakeSolanaWallet().register()
  })
  afterEach(() => {
    uninstall()
    said.mockRestore()
  })

  /** The real adapter, which has to look for its wallets. Loading it fails this many times. */
  function solanaAfter(failures: number) {
    const load = jest.fn(async () => createSolanaAdapter())
    for (let count = 0; count < failures; count++) load.mockRejectedValueOnce(new Error('offline'))
    let open = () => {}
    const adapter = lazyAdapter('solana', load, (run) => {
      open = run
    })
    return { adapter, load, lists: watched(adapter), open: () => open() }
  }

  test('has no wallets, and reports why when used', async () => {
    const { adapter, lists } = solanaAfter(2)
    await settled()
    expect(ids(lists)).toEqual([[]])
    expect(said).toHaveBeenCalledTimes(1)
    await expect(adapter.connect('Harbor', { network: solana })).rejects.toThrow('offline')
  })

  test.each<[string, (open: () => void) => unknown]>([
    ['the modal opens', (open) => open()],
    ['the browser is online again', () => dispatchEvent(new Event('online'))],
  ])('lists its wallets when %s', async (_, happen) => {
    const { lists, load, open } = solanaAfter(1)
    await settled()
    happen(open)
    await settled()
    expect(ids(lists)).toEqual([[], ['Harbor']])
    open()
    await settled()
    expect(load).toHaveBeenCalledTimes(2)
    expect(ids(lists)).toHaveLength(2)
  })

  test('connects and lists its wallets when one is used', async () => {
    const { adapter, lists } = solanaAfter(1)
    await settled()
    expect(await adapter.connect('Harbor', { network: solana })).toMatchObject({
      accounts: [{ address: SOLANA_ADDRESS }],
    })
    expect(ids(lists)).toEqual([[], ['Harbor']])
  })

  test('starts to watch once its code has loaded, if watching was requested earlier', async () => {
    const fake = fakeSolanaWallet({ name: 'Lantern' })
    const leave = fake.register()
    const { adapter, open } = solanaAfter(1)
    const onChange = jest.fn()
    await settled()
    adapter.watchConnection('Lantern', onChange, life.signal)
    open()
    await settled()
    leave()
    expect(onChange).toHaveBeenCalledWith({ type: 'disconnected' })
  })

  test('is not retried once the modal is disposed of', async () => {
    const load = jest.fn(async () => createSolanaAdapter())
    load.mockRejectedValueOnce(new Error('offline'))
    const gone = new AbortController()
    watched(lazyAdapter('solana', load), gone.signal)
    await settled()
    gone.abort()
    dispatchEvent(new Event('online'))
    await settled()
    expect(load).toHaveBeenCalledTimes(1)
  })
})

test('a modal that is gone before the code has loaded gets no list of wallets', async () => {
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
