/** @jest-environment jsdom */
import type { ChainAdapter, ConnectionChange, Connector, Network } from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import {
  FAKE_SIGNATURE,
  fakeSolanaWallet,
  OTHER_SOLANA_ADDRESS,
  SOLANA_ADDRESS,
  solana,
} from '@portico/contracts/testing'
import { createSolanaAdapter } from './createAdapter.ts'
import type { SolanaProvider } from './provider.ts'

const HARBOR = 'Harbor'
const devnet: Network = { ...solana, caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
const testnet: Network = { ...solana, caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' }
let life: AbortController
let uninstall: () => void

beforeEach(() => {
  life = new AbortController()
})
afterEach(() => {
  life.abort()
  uninstall()
})

/** A browser with one wallet, and the adapter that has found it. */
function withWallet(options: Parameters<typeof fakeSolanaWallet>[0] = {}) {
  const adapter = createSolanaAdapter()
  let connectors: readonly Connector[] = []
  adapter.watchConnectors((found) => {
    connectors = found
  }, life.signal)
  const fake = fakeSolanaWallet(options)
  uninstall = fake.register()
  return { adapter, fake, connectors: () => connectors }
}

test('installed wallets are listed as plain data, without methods', () => {
  const { connectors } = withWallet()
  expect(connectors()).toEqual([{ id: HARBOR, name: HARBOR, type: 'ANNOUNCED', namespace: 'solana' }])
})

test('a wallet is connected, asked, restored and disconnected by its connector id', async () => {
  const { adapter, fake } = withWallet()
  expect(await adapter.connect(HARBOR, { network: solana })).toMatchObject({
    connectorId: HARBOR,
    accounts: [{ address: SOLANA_ADDRESS }],
    caipNetworkId: solana.caipNetworkId,
  })
  expect(await adapter.restore(HARBOR, { network: devnet })).toMatchObject({ caipNetworkId: devnet.caipNetworkId })
  expect(await adapter.signMessage(HARBOR, SOLANA_ADDRESS, 'hello')).toBe(encodeBase58(FAKE_SIGNATURE))
  await adapter.disconnect(HARBOR)
  expect(fake.asked).toEqual(['standard:connect', 'standard:connect', 'solana:signMessage', 'standard:disconnect'])
})

test('switching the network affects only the next transaction, and the wallet is not asked', async () => {
  const { adapter, fake } = withWallet()
  await adapter.connect(HARBOR, { network: solana })
  await adapter.switchNetwork?.(HARBOR, devnet)
  expect(fake.asked).toEqual(['standard:connect'])
  await (adapter.getProvider(HARBOR) as SolanaProvider).signTransaction(Uint8Array.of(1))
  expect(fake.requests.at(-1)?.inputs).toMatchObject([{ chain: 'solana:devnet' }])
})

test('a network that the wallet does not serve is refused, and the connection keeps its network', async () => {
  const { adapter, fake } = withWallet()
  await adapter.connect(HARBOR, { network: solana })
  await expect(adapter.switchNetwork?.(HARBOR, testnet)).rejects.toMatchObject({ code: 'chain.unsupported' })
  await (adapter.getProvider(HARBOR) as SolanaProvider).signTransaction(Uint8Array.of(1))
  expect(fake.requests.at(-1)?.inputs).toMatchObject([{ chain: 'solana:mainnet' }])
})

test('the site gets the same provider every time', () => {
  const { adapter } = withWallet()
  expect(adapter.getProvider(HARBOR)).toBe(adapter.getProvider(HARBOR))
})

test.each<[string, (adapter: ChainAdapter) => Promise<unknown>]>([
  ['connecting', (adapter) => adapter.connect('gone', { network: solana })],
  ['disconnecting', (adapter) => adapter.disconnect('gone')],
  ['signing', (adapter) => adapter.signMessage('gone', SOLANA_ADDRESS, 'hello')],
  ['switching', async (adapter) => adapter.switchNetwork?.('gone', devnet)],
])('%s with a missing wallet fails with an error that says so', async (_, ask) => {
  await expect(ask(withWallet().adapter)).rejects.toMatchObject({ code: 'connection.providerMissing' })
})

test('a missing wallet has nothing to restore and no provider', async () => {
  const { adapter } = withWallet()
  expect(await adapter.restore('gone', { network: solana })).toBeUndefined()
  expect(adapter.getProvider('gone')).toBeUndefined()
})

describe('a watched connection', () => {
  async function watched() {
    const { adapter, fake } = withWallet()
    await adapter.connect(HARBOR, { network: solana })
    const changes: ConnectionChange[] = []
    const watching = new AbortController()
    adapter.watchConnection(HARBOR, (change) => void changes.push(change), watching.signal)
    return { fake, changes, watching }
  }

  test('reports another account until the watcher aborts', async () => {
    const { fake, changes, watching } = await watched()
    fake.setAccounts([OTHER_SOLANA_ADDRESS])
    watching.abort()
    fake.setAccounts([SOLANA_ADDRESS])
    expect(changes).toEqual([{ type: 'accounts', accounts: [{ address: OTHER_SOLANA_ADDRESS }] }])
    expect(fake.listeners.size).toBe(0)
  })

  test('ends when its wallet disappears, but not when another one does', async () => {
    const { changes } = await watched()
    fakeSolanaWallet({ name: 'Lantern' }).register()()
    expect(changes).toEqual([])
    uninstall()
    uninstall()
    expect(changes).toEqual([{ type: 'disconnected' }])
  })

  test('to a missing wallet causes no error', () => {
    const { adapter, fake } = withWallet()
    adapter.watchConnection('gone', () => {}, life.signal)
    adapter.watchConnection(HARBOR, () => {}, AbortSignal.abort())
    expect(fake.listeners.size).toBe(0)
  })
})
