/** @jest-environment jsdom */
import { type Network, type SentTransaction, selectTransactions, transactionConfirmed } from '@portico/contracts'
import { fakeAdapter, harbor } from '@portico/contracts/testing'
import { createPublicClient, createTestClient, type Hex, http, parseEther, toHex } from 'viem'
import { createActing } from '../../host/src/acting/client.ts'
import { connected } from '../../host/src/connections/connectionsSlice.ts'
import { createTestStore, memoryStorage } from '../../host/testing/store.ts'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts.ts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { until } from '../../services/testing/until.ts'

/** The actions that a remote can request of the visitor's wallet, tested against a real chain. */

jest.setTimeout(60_000)

const CHAIN_ID = 31337
const ID = `eip155:${CHAIN_ID}` as const
const FRIEND = `0x${'11'.repeat(20)}` as const
const [FROM, OTHER] = DEVELOPMENT_ADDRESSES as readonly [Hex, Hex]

let anvil: LocalEvmChain
beforeAll(async () => {
  const { port } = await freeUrl()
  anvil = await startAnvil({ chainId: CHAIN_ID, port: Number(port) })
})
afterAll(async () => {
  anvil.stop()
  await anvil.ended
})
afterEach(() => node().setAutomine(true))

const node = () => createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
const chain = () => createPublicClient({ transport: http(anvil.rpcUrl) })

interface WalletOptions {
  readonly chainId?: string
  /** Fields added to each transaction. */
  readonly extra?: object
  /** `swapRouters` of the index. */
  readonly swapRouters?: unknown
}

/** A page with a wallet whose keys the node has, so that transactions are really sent. */
function open(
  { chainId = `0x${CHAIN_ID.toString(16)}`, extra, swapRouters }: WalletOptions = {},
  storage = memoryStorage(),
) {
  const network: Network = {
    id: CHAIN_ID,
    name: 'Local',
    chainNamespace: 'eip155',
    caipNetworkId: ID,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [anvil.rpcUrl],
    walletRpcUrls: [anvil.rpcUrl],
    testnet: false,
  }
  const asked: string[] = []
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      asked.push(method)
      if (method === 'eth_chainId') return chainId
      const [call, ...rest] = params
      return node().request({ method, params: [{ ...(call as object), ...extra }, ...rest] } as never)
    },
  }
  const adapter = { ...fakeAdapter(), getProvider: () => provider }
  const test = createTestStore({ adapters: [adapter], networks: [network], storage })
  const connection = { connectorId: harbor.id, accounts: [{ address: FROM }], caipNetworkId: ID } as const
  test.store.dispatch(connected({ namespace: 'eip155', connection } as never))
  const told: string[] = []
  test.startListening({ actionCreator: transactionConfirmed, effect: ({ payload }) => void told.push(payload.hash) })
  const acting = createActing({
    store: test.store,
    reducers: test.reducers,
    services: test.services,
    swapRouters: () => swapRouters,
  })
  const list = () => selectTransactions(test.store.getState())
  const phaseOf = ({ hash }: SentTransaction) => list().find((one) => one.hash === hash)?.phase
  return { ...test, acting, asked, told, list, phaseOf, close: () => test.life.abort() }
}

const transfer = { namespace: 'eip155', caipNetworkId: ID, from: FROM, to: FRIEND, value: 7n } as const

test('the index lists the contracts for swaps; an unreadable list allows none', () => {
  const router = { address: `0x${'1a'.repeat(20)}`, name: 'Pools', kind: 'uniswapV2', networks: [ID] } as const
  expect(open({ swapRouters: [router] }).acting.swapRouters()).toEqual([router])
  const unreadable = [
    undefined,
    [router, { ...router, networks: ['elsewhere'] }],
    [{ ...router, kind: 'another' }],
    [{ ...router, address: router.address.toUpperCase() }],
  ]
  for (const swapRouters of unreadable) expect(open({ swapRouters }).acting.swapRouters()).toEqual([])
})

test('a gas limit is passed to the wallet', async () => {
  const page = open()
  const { hash } = await page.acting.send({ ...transfer, gas: 54_321n })
  expect((await chain().getTransaction({ hash: hash as Hex })).gas).toBe(54_321n)
  page.close()
})

test('a sent transaction is pending, then confirmed, and the listeners are notified', async () => {
  const page = open()
  const before = await chain().getBalance({ address: FRIEND })
  const note = { type: 'send', amount: '7', decimals: 18, symbol: 'ETH', to: FRIEND } as const
  const sent = await page.acting.send(transfer, note)
  expect(page.list()).toMatchObject([{ hash: sent.hash, from: FROM, phase: 'pending', note }])
  await until(() => page.phaseOf(sent) === 'confirmed')
  expect([page.told, await chain().getBalance({ address: FRIEND })]).toEqual([[sent.hash], before + 7n])
  page.close()
})

test('a transaction that a contract reverts has failed', async () => {
  const page = open({ extra: { gas: '0x186a0' } })
  // Reverts every call.
  await node().setCode({ address: OTHER, bytecode: '0x60006000fd' })
  const sent = await page.acting.send({ ...transfer, to: OTHER, data: '0x01' })
  await until(() => page.phaseOf(sent) === 'failed')
  expect(page.told).toEqual([sent.hash])
  page.close()
})

test('a replaced transaction names its replacement', async () => {
  await node().setAutomine(false)
  const page = open()
  const sent = await page.acting.send(transfer)
  const pending = async () => (await chain().getTransaction({ hash: sent.hash as Hex })).nonce
  const nonce = await pending()
  await until(() => (page.list()[0] as { nonce?: number }).nonce === nonce)
  const faster = { from: FROM, to: OTHER, value: '0x1', nonce: `0x${nonce.toString(16)}` }
  const fees = { maxFeePerGas: parseEther('0.000001'), maxPriorityFeePerGas: parseEther('0.0000005') }
  const priced = Object.fromEntries(Object.entries(fees).map(([name, value]) => [name, `0x${value.toString(16)}`]))
  const other = await node().request({ method: 'eth_sendTransaction', params: [{ ...faster, ...priced }] } as never)
  await node().mine({ blocks: 1 })
  await until(() => page.phaseOf(sent) === 'replaced')
  expect(page.list()[0]?.replacedBy).toBe(other)
  page.close()
})

test('a payment resent with another fee counts as the same payment, and is confirmed', async () => {
  await node().setAutomine(false)
  const page = open()
  const sent = await page.acting.send(transfer)
  const { nonce } = await chain().getTransaction({ hash: sent.hash as Hex })
  await until(() => (page.list()[0] as { nonce?: number }).nonce === nonce)
  const { from, to, value } = transfer
  const [maxFeePerGas, maxPriorityFeePerGas] = [toHex(parseEther('0.000001')), toHex(parseEther('0.0000005'))]
  const faster = { from, to, value: toHex(value), nonce: toHex(nonce), maxFeePerGas, maxPriorityFeePerGas }
  const other = await node().request({ method: 'eth_sendTransaction', params: [faster] } as never)
  await node().mine({ blocks: 1 })
  await until(() => page.phaseOf(sent) === 'confirmed')
  expect(page.list()[0]?.replacedBy).toBe(other)
  page.close()
})

test('a transaction pending when the page closes is followed at the next visit', async () => {
  await node().setAutomine(false)
  const first = open()
  const sent = await first.acting.send(transfer)
  first.close()
  const later = open({}, first.storage as ReturnType<typeof memoryStorage>)
  expect(later.phaseOf(sent)).toBe('pending')
  await node().mine({ blocks: 1 })
  await until(() => later.phaseOf(sent) === 'confirmed')
  later.close()
})

test("two tabs share one list: neither forgets the other's transactions", async () => {
  await node().setAutomine(false)
  const one = open()
  const storage = one.storage as ReturnType<typeof memoryStorage>
  const other = open({}, storage)
  const first = await one.acting.send(transfer)
  const second = await other.acting.send({ ...transfer, value: 8n })
  await node().mine({ blocks: 1 })
  for (const page of [one, other]) {
    await until(() => [first, second].every((sent) => page.phaseOf(sent) === 'confirmed'))
  }
  one.close()
  other.close()
  expect(open({}, storage).list()).toHaveLength(2)
})

test.each([
  ['another account', { ...transfer, from: OTHER }, {}],
  ['another network than the wallet is on', transfer, { chainId: '0x1' }],
])('nothing is sent for %s', async (_, request, wallet) => {
  const page = open(wallet)
  await expect(page.acting.send(request)).rejects.toMatchObject({ code: 'transaction.unexpected' })
  expect([page.asked.includes('eth_sendTransaction'), page.list()]).toEqual([false, []])
  page.close()
})

test("a node's error is reported with its reason", async () => {
  const page = open()
  const asking = page.acting.askNode({ caipNetworkId: ID, method: 'eth_noSuchMethod' })
  await expect(asking).rejects.toMatchObject({ code: 'node.refused', details: { code: -32601 } })
  expect(await page.acting.askNode({ caipNetworkId: ID, method: 'eth_chainId' })).toBe('0x7a69')
  page.close()
})
