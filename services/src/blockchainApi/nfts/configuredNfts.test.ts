import type { CaipNetworkId } from '@portico/contracts'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, type RestBehaviour, replaying, sayingTo, startFakeRest } from '../../../testing/fakeRest.ts'
import { FAULTS } from '../../../testing/faults.ts'
import { describeNfts, type NftsSource } from '../../../testing/nftsSuite.ts'
import { blockscoutNfts } from './blockscoutNfts.ts'
import { dasNfts } from './dasNfts.ts'
import blockscoutFixture from './fixtures/blockscoutNft.json' with { type: 'json' }
import dasFixture from './fixtures/dasAssetsByOwner.json' with { type: 'json' }
import addressFixture from './fixtures/ordAddress.json' with { type: 'json' }
import inscriptionsFixture from './fixtures/ordInscriptions.json' with { type: 'json' }
import type { ReadNfts } from './nft.ts'
import { ordNfts } from './ordNfts.ts'

const MAINNET: CaipNetworkId = 'eip155:1'
const OPTIMISM: CaipNetworkId = 'eip155:10'
const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET: CaipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
const WAIT_MS = 300

const EVM_OWNER = '0xEb533ee5687044E622C69c58B1B12329F56eD9ad'
const SOLANA_OWNER = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const BITCOIN_OWNER = 'bc1pdrm7tcyk4k6c3cdcjwkp49jmfrwmtvt0dvqyy7y4qp79tgks4lmqdpj6rw'
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

let rest: FakeRest
let unreachable: URL

beforeAll(async () => {
  unreachable = await freeUrl()
  rest = await startFakeRest(replaying([]))
})
afterAll(() => rest.close())
beforeEach(() => {
  rest.requests.length = 0
})

const explorer = replaying([blockscoutFixture])
const ord = replaying([addressFixture, inscriptionsFixture])
const emptyOrd = sayingTo(JSON.stringify({ ...addressFixture.body, inscriptions: [] }))
const das = replaying([dasFixture])
const emptyDas = sayingTo(
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: { total: 0, limit: 24, page: 1, items: [] } }),
)

const explorerAt = (...urls: URL[]) => blockscoutNfts(new Map([[MAINNET, urls]]), WAIT_MS)
const dasAt = (...urls: URL[]) => dasNfts(new Map([[SOLANA, urls]]), WAIT_MS)
const ordAt = (...urls: URL[]) => ordNfts(new Map([[BITCOIN, urls]]), WAIT_MS)

/**
 * The fake server ignores bodies and so cannot tell two owners apart. Therefore the owner decides here which response
 * it gives.
 */
const answeringFor =
  (owner: string, read: ReadNfts, known: RestBehaviour, unknown: RestBehaviour): ReadNfts =>
  (caipNetworkId, address, ...others) => {
    rest.behave(address === owner ? known : unknown)
    return read(caipNetworkId, address, ...others)
  }

describeNfts(
  'an explorer like Blockscout',
  (): NftsSource => ({
    read: answeringFor(EVM_OWNER, explorerAt(rest.url), explorer, explorer),
    caipNetworkId: MAINNET,
    unserved: OPTIMISM,
    owner: EVM_OWNER,
    held: [
      {
        contract: '0x22C1f6050E56d2876009903609a2cC3fEf83B415',
        id: '431',
        name: 'Social Listening Committee #2 Attendees',
        collection: 'Proof of Attendance Protocol',
        image: 'https://assets.example/chanel-poap-4c-2023.png',
        traits: [{ name: 'startDate', value: '2023-01-18' }],
      },
      {
        contract: '0x495f947276749Ce646f68AC8c248420045cb7b5e',
        id: (2n ** 256n - 1n).toString(),
        amount: '7',
        name: 'On the chain',
        image: 'data:image/svg+xml;base64,PHN2Zy8+',
      },
      { contract: '0x1111111111111111111111111111111111111111', id: '1', collection: 'Ape', isFlagged: true },
    ],
    stranger: '0x000000000000000000000000000000000000dEaD',
    readFromNobody: explorerAt(unreachable),
  }),
)

describeNfts(
  'a node with the Digital Asset Standard',
  (): NftsSource => ({
    read: answeringFor(SOLANA_OWNER, dasAt(rest.url), das, emptyDas),
    caipNetworkId: SOLANA,
    unserved: DEVNET,
    owner: SOLANA_OWNER,
    held: [
      {
        contract: 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w',
        id: 'F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk',
        name: 'Mad Lad #8420',
        description: 'One of many',
        image: 'https://assets.example/1.png',
      },
      {
        contract: '8vw7tdLGE3FBjaetsJrZAarwsbc8UESsegiLyvWXxs5A',
        id: '8vw7tdLGE3FBjaetsJrZAarwsbc8UESsegiLyvWXxs5A',
        name: 'Visit prize.example to claim',
        image: `ipfs://${CID}`,
      },
    ],
    stranger: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    readFromNobody: dasAt(unreachable),
  }),
)

const [first, second] = inscriptionsFixture.body.map(({ id }) => id)

describeNfts(
  'a server like ord',
  (): NftsSource => ({
    read: answeringFor(BITCOIN_OWNER, ordAt(rest.url), ord, emptyOrd),
    caipNetworkId: BITCOIN,
    unserved: TESTNET,
    owner: BITCOIN_OWNER,
    held: [
      {
        contract: BITCOIN_OWNER,
        id: first ?? '',
        name: 'Inscription 69994606',
        image: `inscription:${BITCOIN}/${first}`,
      },
      { contract: BITCOIN_OWNER, id: second ?? '', name: 'Inscription 69994605' },
    ],
    stranger: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    readFromNobody: ordAt(unreachable),
  }),
)

describe('next pages of collectibles', () => {
  test('an explorer’s next page starts at the cursor, which does not contain the key', async () => {
    rest.behave(explorer)
    const read = explorerAt(new URL('/?apikey=s3cret', rest.url))
    const { next = '' } = await read(MAINNET, EVM_OWNER)
    expect(Buffer.from(next, 'base64url').toString()).not.toContain('s3cret')
    await read(MAINNET, EVM_OWNER, next)
    const types = 'type=ERC-721%2CERC-404%2CERC-1155'
    expect(rest.requests).toEqual([
      `${blockscoutFixture.path}?apikey=s3cret&${types}`,
      `${blockscoutFixture.path}?apikey=s3cret&${types}&token_contract_address_hash=0x1111111111111111111111111111111111111111&token_id=1&token_type=ERC-721&items_count=50`,
    ])
    rest.behave(sayingTo(JSON.stringify({ ...blockscoutFixture.body, next_page_params: null })))
    expect((await read(MAINNET, EVM_OWNER, next)).next).toBeUndefined()
  })

  test('with the Digital Asset Standard, the cursor of a full page is the next page number', async () => {
    const [asset] = dasFixture.body.result.items
    const items = Array(24).fill(asset)
    rest.behave(sayingTo(JSON.stringify({ result: { items } })))
    expect(await dasAt(rest.url)(SOLANA, SOLANA_OWNER)).toMatchObject({ nfts: { length: 24 }, next: '2' })
    rest.behave(sayingTo(JSON.stringify({ result: { items: items.slice(1) } })))
    expect(await dasAt(rest.url)(SOLANA, SOLANA_OWNER, '2')).toMatchObject({ nfts: { length: 23 }, next: undefined })
  })

  test('with an ord server, the next page starts after the last inscription, even if new inscriptions have arrived', async () => {
    const idAt = (at: number) => `${at.toString(16).padStart(64, '0')}i0`
    let held = Array.from({ length: 30 }, (_, at) => idAt(at))
    const posted: string[] = []
    rest.behave((path, response) => {
      if (path.startsWith('/address')) return sayingTo(JSON.stringify({ inscriptions: held }))(path, response)
      posted.push(path)
      const shown = posted.length === 1 ? held.slice(0, 24) : held.slice(-6)
      return sayingTo(JSON.stringify(shown.map((id, number) => ({ id, number, content_type: null }))))(path, response)
    })
    const read = ordAt(rest.url)
    const { nfts, next } = await read(BITCOIN, BITCOIN_OWNER)
    expect([nfts.length, next]).toEqual([24, idAt(23)])
    held = [idAt(99), ...held]
    const rest2 = await read(BITCOIN, BITCOIN_OWNER, next)
    expect([rest2.nfts.map(({ id }) => id), rest2.next]).toEqual([held.slice(-6), undefined])
  })
})

test('an older explorer that names the token address differently is understood', async () => {
  const items = blockscoutFixture.body.items.map(({ token: { address_hash, ...token }, ...others }) => ({
    ...others,
    token: { ...token, address: address_hash },
  }))
  rest.behave(sayingTo(JSON.stringify({ items, next_page_params: null })))
  const { nfts } = await explorerAt(rest.url)(MAINNET, EVM_OWNER)
  expect(nfts.map(({ id }) => id)).toEqual(blockscoutFixture.body.items.map(({ id }) => id))
})

test('unreadable entries are left out and do not affect the others', async () => {
  const [item] = blockscoutFixture.body.items
  const broken = [
    null,
    7,
    { ...item, id: '-1' },
    { ...item, token: { ...item?.token, address_hash: '0x' } },
    { ...item, metadata: 7 },
  ]
  rest.behave(sayingTo(JSON.stringify({ items: [...broken, item] })))
  expect((await explorerAt(rest.url)(MAINNET, EVM_OWNER)).nfts.map(({ name }) => name)).toEqual([
    undefined,
    item?.metadata?.name,
  ])
})

test('a list without any readable entry gives an error, not an empty list', async () => {
  rest.behave(sayingTo(JSON.stringify({ ...blockscoutFixture.body, items: [null, { id: 7 }] })))
  await expect(explorerAt(rest.url)(MAINNET, EVM_OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  rest.behave(sayingTo(JSON.stringify({ ...addressFixture.body, inscriptions: [7, 'x'] })))
  await expect(ordAt(rest.url)(BITCOIN, BITCOIN_OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
  rest.behave(sayingTo('{"result":{"items":[7,{"id":1}]}}'))
  await expect(dasAt(rest.url)(SOLANA, SOLANA_OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
})

test('an owner who has only other kinds of assets has no collectibles', async () => {
  rest.behave(sayingTo('{"result":{"items":[{"interface":"FungibleToken","id":"x"}]}}'))
  expect((await dasAt(rest.url)(SOLANA, SOLANA_OWNER)).nfts).toEqual([])
})

test('an ord server without an address index causes an error, not an empty list', async () => {
  rest.behave(sayingTo(JSON.stringify({ ...addressFixture.body, inscriptions: null })))
  await expect(ordAt(rest.url)(BITCOIN, BITCOIN_OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
})

describe.each<[string, (...urls: URL[]) => ReadNfts, CaipNetworkId, string, RestBehaviour]>([
  ['an explorer like Blockscout', explorerAt, MAINNET, EVM_OWNER, explorer],
  ['a node with the Digital Asset Standard', dasAt, SOLANA, SOLANA_OWNER, das],
  ['a server like ord', ordAt, BITCOIN, BITCOIN_OWNER, ord],
])('failures of %s', (_, at, chain, owner, works) => {
  test.each(FAULTS)(
    'if it %s, the collectibles are unavailable, and the error reveals nothing about the upstream',
    async (_name, behaviour) => {
      rest.behave(behaviour)
      const error: Error = await at(new URL('/?apikey=s3cret', rest.url))(chain, owner).then(
        () => {
          throw new Error('An answer came.')
        },
        (thrown) => thrown,
      )
      expect(error).toMatchObject({ code: 'upstream.unavailable', status: 503 })
      expect(`${error.message} ${error.cause}`).not.toMatch(/s3cret|127\.0\.0\.1/)
    },
  )

  test('if the first upstream is unreachable, the chain’s next upstream is used', async () => {
    rest.behave(works)
    expect((await at(unreachable, rest.url)(chain, owner)).nfts.length).toBeGreaterThan(1)
  })
})
