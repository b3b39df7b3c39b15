import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaipNetworkId } from '@portico/contracts'
import { DEVELOPMENT_ADDRESSES, LOCAL_NFT, MULTICALL3_ADDRESS } from '@portico/local/chains/evmContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { type Address, concatHex, encodeEventTopics, type Hex, numberToHex, padHex, parseAbi } from 'viem'
import { type Collectibles, deployCollectibles } from '../../../../testing/collectibles.ts'
import { answering, type FakeNode, freeUrl, startFakeNode } from '../../../../testing/fakeNode.ts'
import { describeNfts, type NftsSource } from '../../../../testing/nftsSuite.ts'
import { createChains } from '../../chains.ts'
import { createPublicFetch } from '../../image/fetchPublic.ts'
import { createDescriptions } from '../createDescriptions.ts'
import { type FoundNft, PAGE_NFTS } from '../nft.ts'
import { evmNfts } from './evmNfts.ts'

jest.setTimeout(30_000)

const LOCAL: CaipNetworkId = 'eip155:31337'
const OTHER: CaipNetworkId = 'eip155:31338'
const [OWNER, FRIEND] = DEVELOPMENT_ADDRESSES
/** Account 5 of the development mnemonic, which receives the collectibles created below. */
const COLLECTOR: Address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const STRANGER = '0x000000000000000000000000000000000000dEaD'
/** The address of a server that represents the public web in these tests. */
const WEB = '127.0.0.2'

let anvil: LocalEvmChain
let unreachable: URL
let on: Collectibles
let web: string
const requests: string[] = []
const server = createServer(({ url = '' }, response) => {
  requests.push(url)
  response.end(JSON.stringify({ name: `At ${url}`, image: `https://assets.example${url}.png` }))
})

const describedBy = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`

const SEVEN = {
  name: 'Seven',
  description: 'The seventh.',
  image: 'ipfs://seven',
  attributes: [{ trait_type: 'Level', value: 7 }],
}

const nodeAt = (url: URL, windowBlocks?: bigint) => {
  const fetchPublic = createPublicFetch({
    gateway: new URL('https://ipfs.example/ipfs/'),
    isAllowed: (ip) => ip === WEB,
    morePorts: [(server.address() as AddressInfo).port],
  })
  return evmNfts({ chains: createChains(new Map([[LOCAL, [url]]])) }, createDescriptions(fetchPublic), windowBlocks)
}

beforeAll(async () => {
  unreachable = await freeUrl()
  const { port } = await freeUrl()
  await once(server.listen(0, WEB), 'listening')
  web = `http://${WEB}:${(server.address() as AddressInfo).port}`
  anvil = await startAnvil({ chainId: 31337, port: Number(port) })
  await seedEvmChain(anvil.rpcUrl)
  on = await deployCollectibles(anvil.rpcUrl, FRIEND)
  await on.mintSingle(OWNER, 7n, describedBy(SEVEN))
  await on.mintMulti(OWNER, [10n], [3n])
  await on.describeMulti(10n, `${web}/{id}`)
  await on.mintMulti(OWNER, [2n ** 255n, 12n], [1n, 1n])
  await on.describeMulti(12n, describedBy({ image_data: '<svg/>' }))
})
afterAll(async () => {
  anvil?.stop()
  server.close()
  await anvil?.ended
})

let snapshot: Hex
beforeEach(async () => {
  requests.length = 0
  snapshot = await on.client.snapshot()
})
afterEach(() => on.client.revert({ id: snapshot }))

const pass = (id: string) => ({ contract: LOCAL_NFT.address, id, collection: LOCAL_NFT.name })
const ID_10 = '000000000000000000000000000000000000000000000000000000000000000a'

describeNfts(
  'a node of an EVM chain',
  (): NftsSource => ({
    read: nodeAt(new URL(anvil.rpcUrl)),
    caipNetworkId: LOCAL,
    unserved: OTHER,
    owner: OWNER,
    held: [
      {
        contract: on.multi,
        id: '12',
        amount: '1',
        collection: 'Many',
        image: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
      },
      { contract: on.multi, id: (2n ** 255n).toString(), amount: '1', collection: 'Many' },
      {
        contract: on.multi,
        id: '10',
        amount: '3',
        collection: 'Many',
        name: `At /${ID_10}`,
        image: `https://assets.example/${ID_10}.png`,
      },
      {
        contract: on.single,
        id: '7',
        collection: 'Described',
        name: 'Seven',
        description: 'The seventh.',
        traits: [{ name: 'Level', value: '7' }],
        image: 'ipfs://seven',
      },
      pass('2'),
      pass('1'),
    ],
    stranger: STRANGER,
    readFromNobody: nodeAt(unreachable),
  }),
)

const idsOf = (nfts: readonly FoundNft[]) => nfts.map(({ id }) => id)

describe('collectibles from a node', () => {
  test('the list is up to date after each transfer', async () => {
    const read = nodeAt(new URL(anvil.rpcUrl))
    const ids = async (address: Address) => idsOf((await read(LOCAL, address)).nfts)
    expect(await ids(COLLECTOR)).toEqual([])
    await on.sendSingle(OWNER, COLLECTOR, LOCAL_NFT.address, 1n)
    await on.sendMulti(OWNER, COLLECTOR, 10n, 2n)
    expect(await ids(COLLECTOR)).toEqual(['10', '1'])
    expect(await ids(OWNER)).toEqual(['12', (2n ** 255n).toString(), '10', '7', '2'])
    await on.sendMulti(OWNER, COLLECTOR, 10n, 1n)
    await on.sendSingle(COLLECTOR, OWNER, LOCAL_NFT.address, 1n)
    // A token that the owner sent away and got back is listed as the newest.
    expect(await ids(OWNER)).toEqual(['1', '12', (2n ** 255n).toString(), '7', '2'])
    expect(await ids(COLLECTOR)).toEqual(['10'])
  })

  test('the list is correct after a reorganization', async () => {
    const read = nodeAt(new URL(anvil.rpcUrl))
    const fork = await on.client.snapshot()
    await on.mintSingle(COLLECTOR, 100n, '')
    expect(idsOf((await read(LOCAL, COLLECTOR)).nfts)).toEqual(['100'])
    await on.client.revert({ id: fork })
    await on.mintSingle(COLLECTOR, 101n, '')
    expect(idsOf((await read(LOCAL, COLLECTOR)).nfts)).toEqual(['101'])
    await on.mintSingle(COLLECTOR, 102n, '')
    expect(idsOf((await read(LOCAL, COLLECTOR)).nfts)).toEqual(['102', '101'])
  })

  test('pages list each token once, and leave out tokens that the owner has sent to someone else', async () => {
    const count = 2 * PAGE_NFTS + 5
    const ids = Array.from({ length: count }, (_, at) => BigInt(1_000 + at))
    await on.mintMulti(
      COLLECTOR,
      ids,
      ids.map(() => 1n),
    )
    for (const id of ids.slice(3, 8)) await on.sendMulti(COLLECTOR, FRIEND, id, 1n)
    const read = nodeAt(new URL(anvil.rpcUrl))
    const first = await read(LOCAL, COLLECTOR)
    expect(first.nfts).toHaveLength(PAGE_NFTS)
    // A new token arrives between two pages.
    await on.mintSingle(COLLECTOR, 1n, '')
    const second = await read(LOCAL, COLLECTOR, first.next)
    expect(second).toMatchObject({ nfts: { length: PAGE_NFTS } })
    const third = second.next ? await read(LOCAL, COLLECTOR, second.next) : { nfts: [] }
    const kept = [...ids.slice(0, 3), ...ids.slice(8)].reverse().map(String)
    expect(idsOf([...first.nfts, ...second.nfts, ...third.nfts])).toEqual(kept)
  })

  test('the list is complete on a chain with more blocks than one request may cover', async () => {
    await on.mintSingle(COLLECTOR, 50n, '')
    await on.client.mine({ blocks: 25 })
    await on.mintSingle(COLLECTOR, 51n, '')
    for (const windowBlocks of [1n, 7n, 10n]) {
      expect(idsOf((await nodeAt(new URL(anvil.rpcUrl), windowBlocks)(LOCAL, COLLECTOR)).nfts)).toEqual(['51', '50'])
    }
  })

  test('the list is the same without Multicall3', async () => {
    const before = await nodeAt(new URL(anvil.rpcUrl))(LOCAL, OWNER)
    await on.client.setCode({ address: MULTICALL3_ADDRESS, bytecode: '0x' })
    expect(await nodeAt(new URL(anvil.rpcUrl))(LOCAL, OWNER)).toEqual(before)
  })

  test('the list is read even if someone has sent a token that uses up a call’s gas', async () => {
    const trap: Address = '0x00000000000000000000000000000000000000aa'
    const [signature, from, to] = encodeEventTopics({
      abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']),
      args: { from: STRANGER, to: COLLECTOR, id: 1n },
    })
    const topics = [padHex('0x1', { size: 32 }), to, from, signature].flatMap((topic): Hex[] => ['0x7f', topic as Hex])
    // The bytecode is LOG4 without data, and then STOP.
    await on.client.setCode({ address: trap, bytecode: concatHex([...topics, '0x60006000a400']) })
    await on.send({ to: trap, data: '0x' })
    // A loop.
    await on.client.setCode({ address: trap, bytecode: '0x5b600056' })
    await on.mintSingle(COLLECTOR, 60n, '')
    expect(idsOf((await nodeAt(new URL(anvil.rpcUrl))(LOCAL, COLLECTOR)).nfts)).toEqual(['60'])
  })

  test('a token whose metadata are malformed, missing or in a private network has no name and no picture', async () => {
    const wheres = [
      'http://127.0.0.1:1/',
      'http://10.0.0.1/',
      'file:///etc/passwd',
      'data:,{',
      describedBy([]),
      describedBy({ name: 7 }),
    ]
    for (const [at, where] of wheres.entries()) await on.mintSingle(COLLECTOR, BigInt(at), where)
    const { nfts } = await nodeAt(new URL(anvil.rpcUrl))(LOCAL, COLLECTOR)
    expect(nfts.map(({ name, image }) => [name, image])).toEqual(wheres.map(() => [undefined, undefined]))
  })

  test('a token’s metadata are fetched only once', async () => {
    const read = nodeAt(new URL(anvil.rpcUrl))
    await Promise.all([read(LOCAL, OWNER), read(LOCAL, OWNER)])
    const before = requests.length
    await read(LOCAL, OWNER)
    expect(requests).toHaveLength(before)
  })
})

describe('unsuitable nodes', () => {
  let node: FakeNode
  beforeAll(async () => {
    node = await startFakeNode(answering(null))
  })
  afterAll(() => node.close())

  test('a public chain’s node is never asked for all of the chain’s blocks', async () => {
    const hash = `0x${'1'.repeat(64)}`
    node.behave(answering({ number: numberToHex(20_000_000), hash, timestamp: '0x1', transactions: [] }))
    await expect(nodeAt(node.url)(LOCAL, OWNER)).rejects.toMatchObject({ code: 'chain.unsupported' })
    expect(node.requests).toEqual(['eth_getBlockByNumber'])
  })

  test('a node that does not serve logs makes the collectibles unavailable', async () => {
    const hash = `0x${'1'.repeat(64)}`
    node.behave(
      answering(({ method }: { method: string }) =>
        method === 'eth_getBlockByNumber' ? { number: '0x1', hash, timestamp: '0x1', transactions: [] } : 'logs',
      ),
    )
    await expect(nodeAt(node.url)(LOCAL, OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  })
})
