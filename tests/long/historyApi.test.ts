import type { CaipNetworkId } from '@portico/contracts'
import { History, historyPath } from '@portico/contracts/services/history'
import {
  assert,
  asyncProperty,
  constantFrom,
  double,
  integer,
  json as jsonText,
  oneof,
  string,
  stringMatching,
} from 'fast-check'
import { parse } from 'valibot'
import {
  type Abi,
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { DEVELOPMENT_ADDRESSES, LOCAL_NFT, LOCAL_TOKENS } from '../../local/chains/evmContracts'
import { seedEvmChain } from '../../local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil'
import { createChains } from '../../services/src/blockchainApi/chains'
import type { HistoryOptions } from '../../services/src/blockchainApi/history/environment'
import transfersFixture from '../../services/src/blockchainApi/history/fixtures/blockscoutTokenTransfers.json' with {
  type: 'json',
}
import transactionsFixture from '../../services/src/blockchainApi/history/fixtures/blockscoutTransactions.json' with {
  type: 'json',
}
import esploraFixture from '../../services/src/blockchainApi/history/fixtures/esploraTransactions.json' with {
  type: 'json',
}
import { historyApi } from '../../services/src/blockchainApi/history/historyApi'
import { PAGE_ITEMS } from '../../services/src/blockchainApi/history/historySource'
import { createTokenDirectory } from '../../services/src/blockchainApi/tokenDirectory'
import { createApp } from '../../services/src/http/createApp'
import { createLog } from '../../services/src/log'
import { createKnownProjects } from '../../services/src/projectConfig/knownProjects'
import { sampleFeatures } from '../../services/src/projectConfig/seedProject'
import { freeUrl } from '../../services/testing/fakeNode'
import { type FakeRest, startFakeRest } from '../../services/testing/fakeRest'
import { pagedBlockscout, pagedEsplora } from '../../services/testing/historyUpstreams'
import { mined } from '../../services/testing/mined'

const SHOP = '0'.repeat(31) + 1
const LOCAL: CaipNetworkId = 'eip155:31337'
const DEAD: CaipNetworkId = 'eip155:31338'
const SERVED_WITHOUT_INDEX: CaipNetworkId = 'eip155:1'
const EXPLORED: CaipNetworkId = 'eip155:10'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [OWNER, OTHER] = DEVELOPMENT_ADDRESSES
const BITCOIN_OWNER = esploraFixture.path.split('/')[2] ?? ''
const SOLANA_OWNER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const usdc = LOCAL_TOKENS.find(({ symbol }) => symbol === 'USDC')?.address as Address
const dai = LOCAL_TOKENS.find(({ symbol }) => symbol === 'DAI')?.address as Address

/** The directory knows one of the tokens; the other one describes itself. */
const tokens = createTokenDirectory([{ caip2: LOCAL, address: usdc, symbol: 'USDC', name: 'Dollar', decimals: 6 }])

let anvil: LocalEvmChain
let dead: URL
let begin: Hex
/** Follows the chain through all tests, including their reorganizations. */
let shared: ReturnType<typeof service>

const clientOf = () =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  const [{ port }, nobody] = await Promise.all([freeUrl(), freeUrl()])
  dead = nobody
  anvil = await startAnvil({ chainId: 31337, port: Number(port) })
  await seedEvmChain(anvil.rpcUrl)
  shared = service()
})
afterAll(async () => {
  anvil?.stop()
  await anvil?.ended
})
beforeEach(async () => {
  begin = await clientOf().snapshot()
})
afterEach(() => clientOf().revert({ id: begin }))

function service(explorers: HistoryOptions = {}) {
  const log = createLog('error', () => {})
  const project = { id: SHOP, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const node = new URL(anvil.rpcUrl)
  const chains = createChains(
    new Map([
      [LOCAL, [node]],
      [DEAD, [dead]],
      [SERVED_WITHOUT_INDEX, [node]],
    ]),
  )
  const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
  return createApp(log).route(
    '/',
    historyApi({ chains, projects, tokens, log }, { indexed: [LOCAL, DEAD], ...explorers }),
  )
}

const url = (address: string, query: Readonly<Record<string, string>> = {}) =>
  `${historyPath(address)}?${new URLSearchParams({ projectId: SHOP, st: 'appkit', sv: 'html-core-1.7.19', ...query })}`

async function ask(address: string, query: Readonly<Record<string, string>> = {}, app = shared) {
  const answer = await app.request(url(address, query))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const body: unknown = await answer.json()
  const history = parse(History, body)
  // The schema knows all fields, so it has dropped none.
  expect(body).toEqual(history)
  return history
}

const newest = async (address: string) => (await ask(address, { chainId: LOCAL })).data[0]

/** Resolves when the transaction is in a block: anvil responds slightly earlier. */
async function send(transaction: { to?: Address; data?: Hex; value?: bigint; gas?: bigint; account?: Address }) {
  const client = clientOf()
  const hash = await client.sendTransaction({ account: OWNER, chain: null, ...transaction })
  await mined(client, hash)
  return hash
}

const callOf = (abi: Abi, functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args })

describe('a visitor sees', () => {
  test('sent coins as on the chain, and so does the recipient', async () => {
    const hash = await send({ to: OTHER, value: parseEther('1.5') })
    const { timestamp } = await clientOf().getBlock()
    const { nonce } = await clientOf().getTransaction({ hash })
    const metadata = {
      hash,
      minedAt: new Date(Number(timestamp) * 1_000).toISOString(),
      sentFrom: OWNER,
      sentTo: OTHER,
      status: 'confirmed',
      nonce,
      chain: LOCAL,
    }
    const transfer = { fungible_info: { name: 'Ether', symbol: 'ETH' }, quantity: { numeric: '1.5' } }
    expect(await newest(OWNER)).toEqual({
      id: `${LOCAL}:${hash}`,
      metadata: { operationType: 'send', ...metadata },
      transfers: [{ ...transfer, direction: 'out' }],
    })
    expect(await newest(OTHER.toLowerCase())).toEqual({
      id: `${LOCAL}:${hash}`,
      metadata: { operationType: 'receive', ...metadata },
      transfers: [{ ...transfer, direction: 'in' }],
    })
  })

  test('tokens, named by the directory or by themselves', async () => {
    await send({ to: usdc, data: callOf(erc20Abi, 'transfer', [OTHER, 1n]) })
    expect(await newest(OTHER)).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: OWNER, sentTo: OTHER },
      transfers: [
        { fungible_info: { name: 'Dollar', symbol: 'USDC' }, direction: 'in', quantity: { numeric: '0.000001' } },
      ],
    })
    await send({ to: dai, data: callOf(erc20Abi, 'transfer', [OTHER, parseUnits('2.25', 18)]) })
    expect(await newest(OWNER)).toMatchObject({
      metadata: { operationType: 'send', sentTo: OTHER },
      transfers: [{ fungible_info: { name: 'Dai Stablecoin', symbol: 'DAI' }, quantity: { numeric: '2.25' } }],
    })
  })

  test('a collectible that was minted, sent and approved', async () => {
    await send({ to: LOCAL_NFT.address, data: callOf(erc721Abi, 'transferFrom', [OWNER, OTHER, 1n]) })
    expect(await newest(OTHER)).toMatchObject({
      metadata: { operationType: 'receive' },
      transfers: [
        {
          nft_info: { name: 'Portico Pass #1', flags: { is_spam: false } },
          direction: 'in',
          quantity: { numeric: '1' },
        },
      ],
    })
    await send({ to: LOCAL_NFT.address, data: callOf(erc721Abi, 'setApprovalForAll', [OTHER, true]) })
    expect(await newest(OWNER)).toMatchObject({ metadata: { operationType: 'approve' }, transfers: [] })
    const { data } = await ask(OTHER, { chainId: LOCAL })
    const minted = data.find(({ metadata, transfers }) => metadata.operationType === 'mint' && transfers?.[0]?.nft_info)
    expect(minted).toMatchObject({ metadata: { sentFrom: zeroAddress, sentTo: OTHER } })
  })

  test('an approval, with its token as the counterparty', async () => {
    await send({ to: usdc, data: callOf(erc20Abi, 'approve', [OTHER, 5n]) })
    expect(await newest(OWNER)).toMatchObject({
      metadata: { operationType: 'approve', status: 'confirmed', sentFrom: OWNER, sentTo: usdc },
      transfers: [],
    })
  })

  test('failed transactions as what they attempted, without transfers', async () => {
    const data = callOf(erc20Abi, 'transfer', [OTHER, parseUnits('99999999', 6)])
    await send({ to: usdc, data, gas: 200_000n })
    expect(await newest(OWNER)).toMatchObject({ metadata: { operationType: 'send', status: 'failed' }, transfers: [] })
    const stranger = await newest(OTHER)
    expect(stranger?.metadata.status).toBe('confirmed')
  })

  test('a created contract, and coins sent to oneself', async () => {
    // A contract that returns 42.
    const hash = await send({ data: '0x600a600c600039600a6000f3602a60805260206080f3' })
    const { contractAddress } = await clientOf().getTransactionReceipt({ hash })
    expect((await newest(OWNER))?.metadata).toMatchObject({ operationType: 'deploy' })
    expect((await newest(OWNER))?.metadata.sentTo).toBe(contractAddress && getAddress(contractAddress))
    await send({ to: OWNER, value: 7n })
    expect(await newest(OWNER)).toMatchObject({
      metadata: { operationType: 'send' },
      transfers: [{ direction: 'self', quantity: { numeric: '0.000000000000000007' } }],
    })
  })

  test('nothing of a removed block, but the transactions that replaced it', async () => {
    const client = clientOf()
    const kept = await send({ to: OTHER, value: 1n })
    const fork = await client.snapshot()
    const undone = [
      await send({ to: OTHER, value: 2n }),
      await send({ to: usdc, data: callOf(erc20Abi, 'transfer', [OTHER, 3n]) }),
    ]
    expect((await ask(OTHER, { chainId: LOCAL })).data.slice(0, 3).map(({ metadata }) => metadata.hash)).toEqual([
      ...undone.toReversed(),
      kept,
    ])

    await client.revert({ id: fork })
    expect((await newest(OTHER))?.metadata.hash).toBe(kept)
    const instead = await send({ to: OTHER, value: 4n })
    await client.mine({ blocks: 3 })
    const { data } = await ask(OTHER, { chainId: LOCAL })
    expect(data.slice(0, 2).map(({ metadata }) => metadata.hash)).toEqual([instead, kept])
    expect(data).toEqual((await ask(OTHER, { chainId: LOCAL }, service())).data)

    // Before the next request, other blocks take the same heights.
    const second = await client.snapshot()
    await send({ to: OTHER, value: 5n })
    expect((await newest(OTHER))?.transfers).toMatchObject([{ quantity: { numeric: '0.000000000000000005' } }])
    await client.revert({ id: second })
    await send({ to: OTHER, value: 6n })
    await send({ to: OTHER, value: 7n })
    expect(
      (await ask(OTHER, { chainId: LOCAL })).data.slice(0, 3).map(({ transfers }) => transfers?.[0]?.quantity),
    ).toEqual(['7', '6', '4'].map((digit) => ({ numeric: `0.00000000000000000${digit}` })))
  })

  test('the newest transactions first, page by page, each exactly once, even if more are sent in between', async () => {
    const stranger: Address = '0x00000000000000000000000000000000DeaDBeef'
    const hashes: Hex[] = []
    for (let count = 0; count < 2 * PAGE_ITEMS + 5; count++)
      hashes.push(await send({ to: stranger, value: BigInt(count + 1) }))

    const first = await ask(stranger, { chainId: LOCAL })
    expect(first.data).toHaveLength(PAGE_ITEMS)
    await send({ to: stranger, value: 1n })
    const second = await ask(stranger, { chainId: LOCAL, cursor: first.next ?? '' })
    const third = await ask(stranger, { chainId: LOCAL, cursor: second.next ?? '' })
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ metadata }) => metadata.hash))
    expect(seen).toEqual(hashes.toReversed())
    expect(third.next).toBeNull()
  })

  test('the history of one chain when another does not answer, and an error if only the silent one is requested', async () => {
    await send({ to: OTHER, value: 1n })
    expect(await ask(OWNER, {})).toEqual(await ask(OWNER, { chainId: LOCAL }))
    const answer = await shared.request(url(OWNER, { chainId: DEAD }))
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'upstream.unavailable' } }])
  })
})

describe('with explorers', () => {
  const explored = getAddress(transactionsFixture.path.split('/')[2] as Address)
  let explorer: FakeRest
  let app: ReturnType<typeof service>
  beforeAll(async () => {
    const asEsplora = pagedEsplora(BITCOIN_OWNER, esploraFixture.body)
    const asBlockscout = pagedBlockscout(explored, transactionsFixture.body.items, transfersFixture.body.items)
    explorer = await startFakeRest((path, response) =>
      path.startsWith('/addresses/') ? asBlockscout(path, response) : asEsplora(path, response),
    )
    const upstream = [explorer.url]
    app = service({ blockscout: new Map([[EXPLORED, upstream]]), esplora: new Map([[BITCOIN, upstream]]) })
  })
  afterAll(() => explorer.close())

  test('one response combines the entries of index and explorer, the newest first', async () => {
    const hash = await send({ to: explored, value: 1n })
    const { data, next } = await ask(explored, {}, app)
    expect(data.slice(0, 3).map(({ metadata }) => [metadata.chain, metadata.status])).toEqual([
      [EXPLORED, 'pending'],
      [LOCAL, 'confirmed'],
      [EXPLORED, 'confirmed'],
    ])
    expect(data[1]?.metadata.hash).toBe(hash)
    expect(next).toBeNull()
    const alone = await ask(explored, { chainId: EXPLORED }, app)
    expect(data.filter(({ metadata }) => metadata.chain === EXPLORED).slice(1)).toEqual(alone.data.slice(1))
  })

  test('a manipulated cursor never causes a server error', async () => {
    const questions = [
      [EXPLORED, explored],
      [LOCAL, explored],
      [BITCOIN, BITCOIN_OWNER],
    ] as const
    const part = oneof(
      jsonText(),
      constantFrom(
        '"1.1"',
        'null',
        `{"height":1,"txid":"${'a'.repeat(64)}"}`,
        '[1e300,1]',
        '{"block":5,"shown":[],"transactions":[5,2147483647],"transfers":null}',
        '{"block":5,"shown":[],"transactions":[5,1e300],"transfers":null}',
      ),
    )
    await assert(
      asyncProperty(
        constantFrom(...questions),
        part,
        oneof(integer(), double()),
        async ([chainId, address], text, timestamp) => {
          const written = JSON.stringify({ timestamp, parts: { [chainId]: text } })
          const cursor = Buffer.from(written).toString('base64url')
          const { status } = await app.request(url(address, { chainId, cursor }))
          expect([200, 400]).toContain(status)
        },
      ),
      { numRuns: 80 },
    )
  })

  test('an address of another family is looked up on the chains of that family', async () => {
    const named = await ask(BITCOIN_OWNER, { chainId: BITCOIN }, app)
    expect(named.data.map(({ metadata }) => metadata.chain)).toEqual(Array(4).fill(BITCOIN))
    expect((await ask(BITCOIN_OWNER.toUpperCase(), {}, app)).data.slice(1)).toEqual(named.data.slice(1))
  })
})

test.each([BITCOIN_OWNER, SOLANA_OWNER])(
  'an account of a family without a data source has no history: %s',
  async (address) => {
    expect(await ask(address)).toEqual({ data: [], next: null })
  },
)

test.each([
  ['a missing project id', OWNER, { projectId: '' }, 401, 'project.missing'],
  ['an unknown project', OWNER, { projectId: 'f'.repeat(32) }, 404, 'project.unknown'],
  ['a chain id that is not CAIP-2', OWNER, { chainId: '1' }, 400, 'request.invalid'],
  ['a chain of an unknown family', OWNER, { chainId: 'cosmos:cosmoshub-4' }, 400, 'chain.malformed'],
  ['a chain that is not indexed', OWNER, { chainId: SERVED_WITHOUT_INDEX }, 400, 'chain.unsupported'],
  ['a family that is not served', BITCOIN_OWNER, { chainId: BITCOIN }, 400, 'chain.unsupported'],
  ['a cluster that is not served', SOLANA_OWNER, { chainId: SOLANA }, 400, 'chain.unsupported'],
  ['a malformed address', '0x12', {}, 400, 'address.malformed'],
  ['an address of another family', BITCOIN_OWNER, { chainId: LOCAL }, 400, 'address.malformed'],
  ['an invalid cursor', OWNER, { cursor: 'eyJwIjoyfQ' }, 400, 'request.invalid'],
])('the error names the mistake: %s', async (_, address, query, status, code) => {
  const answer = await service().request(url(address, query))
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
})

test('every request gets a response, and never a server error', async () => {
  const text = oneof(string({ unit: 'binary' }), stringMatching(/^[-a-z0-9:]{1,12}$/))
  await assert(
    asyncProperty(text, text, text, async (address, chainId, cursor) => {
      expect([400, 404]).toContain((await shared.request(url(address, { chainId, cursor }))).status)
    }),
    { numRuns: 40 },
  )
  await assert(
    asyncProperty(
      stringMatching(/^0x[0-9a-fA-F]{39,41}$/),
      oneof(string({ minLength: 1 }), text),
      async (address, cursor) => {
        const answer = await shared.request(
          url(address, { chainId: LOCAL, cursor: Buffer.from(cursor).toString('base64url') }),
        )
        expect([200, 400]).toContain(answer.status)
      },
    ),
    { numRuns: 40 },
  )
})
