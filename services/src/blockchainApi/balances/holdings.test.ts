import type { CaipNetworkId } from '@portico/contracts'
import { DEVELOPMENT_ADDRESSES, LOCAL_TOKENS, MULTICALL3_ADDRESS } from '@portico/local/chains/evmContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, replaying, sayingTo, startFakeRest } from '../../../testing/fakeRest.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { describeHoldings, type HoldingsSource } from '../../../testing/holdingsSuite.ts'
import { mined } from '../../../testing/mined.ts'
import { createChains } from '../chains.ts'
import { createTokenDirectory } from '../tokenDirectory.ts'
import { blockscoutHoldings } from './blockscoutHoldings.ts'
import { esploraHoldings } from './esploraHoldings.ts'
import { evmHoldings } from './evmHoldings.ts'
import addressFixture from './fixtures/blockscoutAddress.json' with { type: 'json' }
import tokensFixture from './fixtures/blockscoutTokenBalances.json' with { type: 'json' }
import esploraFixture from './fixtures/esploraAddress.json' with { type: 'json' }
import type { ReadHoldings } from './holding.ts'

const LOCAL: CaipNetworkId = 'eip155:31337'
const MAINNET: CaipNetworkId = 'eip155:1'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const STRANGER = '0x000000000000000000000000000000000000dEaD'
const WAIT_MS = 300

const tokens = createTokenDirectory(
  LOCAL_TOKENS.map(({ address, name, symbol, decimals }) => ({ caip2: LOCAL, address, name, symbol, decimals })),
)

let anvil: LocalEvmChain
let explorer: FakeRest
let esplora: FakeRest
let unreachable: URL
const [owner] = DEVELOPMENT_ADDRESSES

const nodeAt = (url: URL) => evmHoldings({ chains: createChains(new Map([[LOCAL, [url]]])), tokens })
const explorerAt = (...urls: URL[]) => blockscoutHoldings(new Map([[MAINNET, urls]]), { tokens }, WAIT_MS)
const esploraAt = (...urls: URL[]) => esploraHoldings(new Map([[BITCOIN, urls]]), WAIT_MS)

beforeAll(async () => {
  unreachable = await freeUrl()
  const { port } = await freeUrl()
  ;[anvil, explorer, esplora] = await Promise.all([
    startAnvil({ chainId: 31337, port: Number(port) }),
    startFakeRest(replaying([])),
    startFakeRest(replaying([])),
  ])
  await seedEvmChain(anvil.rpcUrl)
})
afterAll(async () => {
  anvil?.stop()
  await Promise.all([anvil?.ended, explorer?.close(), esplora?.close()])
})
beforeEach(() => {
  explorer.behave(replaying([addressFixture, tokensFixture]))
  esplora.behave(replaying([esploraFixture], 400))
  explorer.requests.length = 0
  esplora.requests.length = 0
})

const ether = (amount: bigint) => ({ name: 'Ether', symbol: 'ETH', decimals: 18, amount })

describeHoldings(
  'a node of an EVM chain',
  (): HoldingsSource => ({
    read: nodeAt(new URL(anvil.rpcUrl)),
    caipNetworkId: LOCAL,
    unserved: MAINNET,
    owner,
    owned: [
      ether(10_000n * 10n ** 18n),
      ...LOCAL_TOKENS.map(({ owned, ...token }) => ({
        ...token,
        amount: BigInt(owned[0]) * 10n ** BigInt(token.decimals),
      })).filter(({ amount }) => amount > 0n),
    ],
    stranger: STRANGER,
    readFromNobody: nodeAt(unreachable),
  }),
)

describeHoldings(
  'an explorer like Blockscout',
  (): HoldingsSource => ({
    read: explorerAt(explorer.url),
    caipNetworkId: MAINNET,
    unserved: LOCAL,
    owner: addressFixture.body.hash,
    owned: [
      ether(10_000_000_000_000_000n),
      {
        name: 'Tether USD',
        symbol: 'USDT',
        decimals: 6,
        address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        amount: 1_000_000n,
      },
      {
        name: 'Unlisted',
        symbol: 'UNL',
        decimals: 18,
        address: '0x394c399dbA25B99Ab7708EdB505d755B3aa29997',
        amount: 123_456_789_012_345_678_901_234_567_890n,
      },
    ],
    stranger: STRANGER,
    readFromNobody: explorerAt(unreachable),
  }),
)

describe('balances from an EVM chain’s node', () => {
  test('the balances are up to date after a transaction, even without Multicall3', async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
      .extend(publicActions)
      .extend(walletActions)
    const snapshot = await client.snapshot()
    await mined(client, await client.sendTransaction({ account: owner, chain: null, to: STRANGER, value: 1n }))
    const read = nodeAt(new URL(anvil.rpcUrl))
    const together = await read(LOCAL, owner)
    expect(together[0]?.amount).toBe(await client.getBalance({ address: owner }))
    expect((await read(LOCAL, STRANGER))[0]?.amount).toBe(1n)

    await client.setCode({ address: MULTICALL3_ADDRESS, bytecode: '0x' })
    expect(await read(LOCAL, owner)).toEqual(together)
    await client.revert({ id: snapshot })
  })

  test('the coin’s balance is read even if one of the directory’s tokens has no contract on the chain', async () => {
    const chains = createChains(new Map([[MAINNET, [new URL(anvil.rpcUrl)]]]))
    const [coin, ...others] = await evmHoldings({ chains, tokens })(MAINNET, owner)
    expect([coin?.symbol, others]).toEqual(['ETH', []])
  })
})

describe('balances from a Blockscout explorer', () => {
  test('the prices that the explorer knows are used, and every request to the explorer contains the key', async () => {
    const holdings = await explorerAt(new URL('/?apikey=s3cret', explorer.url))(MAINNET, addressFixture.body.hash)
    expect(holdings.map(({ price }) => price)).toEqual([1.01, 0.99, undefined])
    expect(new Set(explorer.requests)).toEqual(
      new Set([`${addressFixture.path}?apikey=s3cret`, `${tokensFixture.path}?apikey=s3cret`]),
    )
  })

  test('an older explorer that names the token address differently is understood', async () => {
    const body = tokensFixture.body.map(({ token: { address_hash, ...token }, ...rest }) => ({
      ...rest,
      token: { ...token, address: address_hash },
    }))
    explorer.behave(replaying([addressFixture, { ...tokensFixture, body }]))
    const holdings = await explorerAt(explorer.url)(MAINNET, addressFixture.body.hash)
    expect(holdings.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDT', 'UNL'])
  })

  test('known tokens have their names from the directory, and tokens that cannot be shown are left out', async () => {
    const [known] = tokensFixture.body
    const renamed = { ...known, token: { ...known?.token, name: 'Free money', symbol: 'ETH' } }
    const endless = { ...known, token: { ...known?.token, address_hash: STRANGER, name: 'x'.repeat(256) } }
    explorer.behave(replaying([addressFixture, { ...tokensFixture, body: [renamed, endless, null, 7] }]))
    const [, ...owned] = await explorerAt(explorer.url)(MAINNET, addressFixture.body.hash)
    expect(owned).toMatchObject([{ name: 'Tether USD', symbol: 'USDT', amount: 1_000_000n }])
    expect(owned).toHaveLength(1)
  })

  test('if no entry is readable, the result is an error, not an empty list', async () => {
    for (const body of [
      [null, 7],
      [{ token: { kind: 'ERC-20' }, value: '1' }],
      [{ token: { type: 'ERC-20' }, value: 1 }],
    ]) {
      explorer.behave(replaying([addressFixture, { ...tokensFixture, body }]))
      const read = explorerAt(explorer.url)(MAINNET, addressFixture.body.hash)
      await expect(read).rejects.toMatchObject({ code: 'upstream.unavailable' })
    }
  })

  test('collectibles and scam tokens are left out of the balances', async () => {
    const [known] = tokensFixture.body
    const collectible = { ...known, token: { ...known?.token, type: 'ERC-721' } }
    const scam = { ...known, token: { ...known?.token, reputation: 'scam' } }
    explorer.behave(replaying([addressFixture, { ...tokensFixture, body: [collectible, scam] }]))
    const holdings = await explorerAt(explorer.url)(MAINNET, addressFixture.body.hash)
    expect(holdings.map(({ symbol }) => symbol)).toEqual(['ETH'])
  })
})

test('an Esplora gives the sum of confirmed and unconfirmed amounts, in satoshi', async () => {
  const holdings = await esploraAt(esplora.url)(BITCOIN, esploraFixture.body.address)
  expect(holdings).toEqual([{ name: 'Bitcoin', symbol: 'BTC', decimals: 8, amount: 7_689_000n }])
})

test('an Esplora rejects an address of another network, and serves only its own network', async () => {
  const read = esploraAt(esplora.url)
  await expect(read(BITCOIN, 'bc1qqqqqqqqqqqqqqqqqqqqqq')).rejects.toMatchObject({
    code: 'address.malformed',
    status: 400,
  })
  const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
  await expect(read(testnet, esploraFixture.body.address)).rejects.toMatchObject({ code: 'chain.unsupported' })
})

describe.each<[string, () => FakeRest, (...urls: URL[]) => ReadHoldings, CaipNetworkId, string]>([
  ['an explorer like Blockscout', () => explorer, explorerAt, MAINNET, addressFixture.body.hash],
  ['an Esplora', () => esplora, esploraAt, BITCOIN, esploraFixture.body.address],
])('failures of %s', (_, server, at, chain, address) => {
  test.each(FAULTS)(
    'if it %s, the balance is unknown, and the error reveals nothing about the upstream',
    async (_name, behaviour) => {
      server().behave(behaviour)
      const error: Error = await at(new URL('/?apikey=s3cret', server().url))(chain, address).then(
        () => fail(),
        (e) => e,
      )
      expect(error).toMatchObject({ code: 'upstream.unavailable', status: 503 })
      expect(`${error.message} ${error.cause}`).not.toMatch(/s3cret|127\.0\.0\.1/)
    },
  )

  test('if the first upstream is unreachable, the chain’s next upstream is used', async () => {
    const [first] = await at(unreachable, server().url)(chain, address)
    expect(first?.amount).toBeGreaterThan(0n)
  })

  test('if the response contains invalid numbers, the balance is unknown', async () => {
    const stats = { funded_txo_sum: '7', spent_txo_sum: 0.5 }
    server().behave(sayingTo(JSON.stringify({ coin_balance: 7, chain_stats: stats, mempool_stats: stats })))
    await expect(at(server().url)(chain, address)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  })
})

function fail(): never {
  throw new Error('An answer came.')
}
