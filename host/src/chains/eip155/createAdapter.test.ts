/** @jest-environment jsdom */
import type { ChainAdapter, ConnectionChange, Connector } from '@portico/contracts'
import { ADDRESS, ethereum, type FakeProvider, fakeProvider, polygon, walletError } from '@portico/contracts/testing'
import { createEip155Adapter } from './createAdapter.ts'

const HARBOR = 'io.harbor'
let life: AbortController

beforeEach(() => {
  life = new AbortController()
})
afterEach(() => life.abort())

/** A browser with one wallet, and the adapter that has found it. */
function withWallet(provider: FakeProvider = fakeProvider()) {
  const adapter = createEip155Adapter({ enableEIP6963: true, enableInjected: true })
  let connectors: readonly Connector[] = []
  adapter.watchConnectors((found) => {
    connectors = found
  }, life.signal)
  const detail = { info: { uuid: 'x', name: 'Harbor', rdns: HARBOR, icon: '' }, provider }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  return { adapter, provider, connectors: () => connectors }
}

const settled = () => new Promise((done) => setTimeout(done))

test('installed wallets are listed as plain data, without methods', () => {
  const { connectors } = withWallet()
  expect(connectors()).toEqual([{ id: HARBOR, name: 'Harbor', type: 'ANNOUNCED', namespace: 'eip155', rdns: HARBOR }])
})

test('a wallet is connected, asked, switched and disconnected by its connector id', async () => {
  const { adapter, provider } = withWallet()
  expect(await adapter.connect(HARBOR, { network: ethereum })).toMatchObject({
    connectorId: HARBOR,
    caipNetworkId: 'eip155:1',
  })
  expect(await adapter.restore(HARBOR, { network: ethereum })).toMatchObject({ accounts: [{ address: ADDRESS }] })
  expect(await adapter.signMessage(HARBOR, ADDRESS, 'hello')).toBe('0x5160')
  await adapter.switchNetwork?.(HARBOR, polygon)
  await adapter.disconnect(HARBOR)
  expect(provider.methods).toEqual([
    'eth_requestAccounts',
    'eth_chainId',
    'eth_accounts',
    'eth_chainId',
    'personal_sign',
    'wallet_switchEthereumChain',
    'eth_chainId',
    'wallet_revokePermissions',
  ])
  expect(adapter.getProvider(HARBOR)).toBe(provider)
})

describe('a network that the visitor chose before connecting', () => {
  test('the wallet is asked to switch to it', async () => {
    const { adapter } = withWallet()
    expect(await adapter.connect(HARBOR, { network: polygon, isWanted: true })).toMatchObject({
      caipNetworkId: 'eip155:137',
    })
  })

  test('a wallet that refuses is connected on its own network', async () => {
    const { adapter, provider } = withWallet()
    provider.refuse('wallet_switchEthereumChain', walletError(4001))
    expect(await adapter.connect(HARBOR, { network: polygon, isWanted: true })).toMatchObject({
      caipNetworkId: 'eip155:1',
    })
  })
})

describe('window.ethereum beside an announced wallet', () => {
  const page = globalThis as { ethereum?: unknown }
  beforeEach(() => {
    page.ethereum = fakeProvider()
  })
  afterEach(() => {
    delete page.ethereum
  })

  test.each(['connect', 'restore'] as const)(
    'is listed while it is connected (%s), and not after disconnecting',
    async (how) => {
      const { adapter, connectors } = withWallet()
      const ids = () => connectors().map(({ id }) => id)
      expect(ids()).toEqual([HARBOR])
      expect(adapter.getProvider('injected')).toBe(page.ethereum)
      await adapter[how]('injected', { network: ethereum })
      expect(ids()).toEqual([HARBOR, 'injected'])
      await adapter.disconnect('injected')
      expect(ids()).toEqual([HARBOR])
    },
  )

  test('is still listed if it was connected before the other wallet was announced', async () => {
    const adapter = createEip155Adapter({ enableEIP6963: true, enableInjected: true })
    let connectors: readonly Connector[] = []
    adapter.watchConnectors((found) => {
      connectors = found
    }, life.signal)
    await adapter.connect('injected', { network: ethereum })
    const detail = { info: { uuid: 'x', name: 'Harbor', rdns: HARBOR, icon: '' }, provider: fakeProvider() }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    expect(connectors.map(({ id }) => id)).toEqual([HARBOR, 'injected'])
  })
})

test.each<[string, (adapter: ChainAdapter) => Promise<unknown>]>([
  ['connecting', (adapter) => adapter.connect('gone', { network: ethereum })],
  ['disconnecting', (adapter) => adapter.disconnect('gone')],
  ['signing', (adapter) => adapter.signMessage('gone', ADDRESS, 'hello')],
  ['switching', async (adapter) => adapter.switchNetwork?.('gone', polygon)],
])('%s with a missing wallet fails with an error that says so', async (_, ask) => {
  await expect(ask(withWallet().adapter)).rejects.toMatchObject({
    code: 'connection.providerMissing',
    message: 'Provider not found.',
  })
})

test('a missing wallet has nothing to restore and no provider', async () => {
  const { adapter } = withWallet()
  expect(await adapter.restore('gone', { network: ethereum })).toBeUndefined()
  expect(adapter.getProvider('gone')).toBeUndefined()
})

test('a connection is watched until the watcher aborts', async () => {
  const { adapter, provider } = withWallet()
  const changes: ConnectionChange[] = []
  const watching = new AbortController()
  adapter.watchConnection(HARBOR, (change) => void changes.push(change), watching.signal)
  await settled()
  provider.emit('chainChanged', '0x89')
  watching.abort()
  provider.emit('chainChanged', '0x1')
  expect(changes).toEqual([{ type: 'network', caipNetworkId: 'eip155:137' }])
  expect(provider.listeners).toEqual([])
})

test('an aborted watcher gets nothing', async () => {
  const { adapter, provider } = withWallet()
  adapter.watchConnection(HARBOR, () => {}, AbortSignal.abort())
  await settled()
  expect(provider.listeners).toEqual([])
})

test('watching a missing wallet causes no error', async () => {
  const { adapter, provider } = withWallet()
  // Jest fails a test that leaves an unhandled rejection.
  adapter.watchConnection('gone', () => {}, life.signal)
  await settled()
  expect(provider.listeners).toEqual([])
})

test('a wallet of the site is listed, and no announced wallet with its id replaces it', async () => {
  const own = fakeProvider({ accounts: [ADDRESS] })
  const connector = { id: HARBOR, name: 'Shop Wallet', type: 'EXTERNAL', namespace: 'eip155' } as const
  const adapter = createEip155Adapter({
    enableEIP6963: true,
    enableInjected: true,
    connectors: [{ connector, provider: own }],
  })
  let connectors: readonly Connector[] = []
  adapter.watchConnectors((found) => {
    connectors = found
  }, life.signal)
  const detail = { info: { uuid: 'x', name: 'Harbor', rdns: HARBOR, icon: '' }, provider: fakeProvider() }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  expect(connectors).toEqual([connector])
  expect(await adapter.connect(HARBOR, { network: ethereum })).toMatchObject({ connectorId: HARBOR })
  expect(own.methods).toContain('eth_requestAccounts')
  expect(adapter.getProvider(HARBOR)).toBe(own)
})

test('a page that is not framed does not look for a Safe', () => {
  const post = jest.spyOn(window, 'postMessage')
  const { adapter } = withWallet()
  expect(adapter).not.toHaveProperty('home')
  expect(post).not.toHaveBeenCalled()
})
