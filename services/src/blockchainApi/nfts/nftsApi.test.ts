import type { CaipNetworkId } from '@portico/contracts'
import { DESCRIPTION_MAX_CHARACTERS, Nfts, nftsPath, TRAITS_MAX } from '@portico/contracts/services/nfts'
import { NAME_MAX_CHARACTERS } from '@portico/contracts/services/wireText'
import { DEVELOPMENT_ADDRESSES, LOCAL_NFT } from '@portico/local/chains/evmContracts'
import { seedEvmChain } from '@portico/local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '@portico/local/chains/startAnvil'
import { assert, asyncProperty, constantFrom, oneof, string, stringMatching } from 'fast-check'
import { parse } from 'valibot'
import type { Address } from 'viem'
import { type Collectibles, deployCollectibles } from '../../../testing/collectibles.ts'
import { freeUrl } from '../../../testing/fakeNode.ts'
import { type FakeRest, replaying, startFakeRest } from '../../../testing/fakeRest.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { createChains } from '../chains.ts'
import { createImages } from '../image/createImages.ts'
import { createPublicFetch } from '../image/fetchPublic.ts'
import { imageApi } from '../image/imageApi.ts'
import { keepData } from '../image/keepData.ts'
import type { SourceRules } from '../image/readSource.ts'
import blockscoutFixture from './fixtures/blockscoutNft.json' with { type: 'json' }
import addressFixture from './fixtures/ordAddress.json' with { type: 'json' }
import inscriptionsFixture from './fixtures/ordInscriptions.json' with { type: 'json' }
import { nftsApi } from './nftsApi.ts'

const SHOP = '0'.repeat(31) + 1
const LOCAL: CaipNetworkId = 'eip155:31337'
const DEAD: CaipNetworkId = 'eip155:31338'
const MAINNET: CaipNetworkId = 'eip155:1'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const [OWNER, FRIEND] = DEVELOPMENT_ADDRESSES
/** Account 6 of the development mnemonic. */
const COLLECTOR: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const BITCOIN_OWNER = 'bc1pdrm7tcyk4k6c3cdcjwkp49jmfrwmtvt0dvqyy7y4qp79tgks4lmqdpj6rw'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8"/></svg>'

let anvil: LocalEvmChain
let rest: FakeRest
let on: Collectibles
let nodes: ReadonlyMap<CaipNetworkId, readonly URL[]>

const isContent = (path: string) => path.startsWith('/content/')

beforeAll(async () => {
  const [{ port }, dead] = await Promise.all([freeUrl(), freeUrl()])
  const known = replaying([blockscoutFixture, addressFixture, inscriptionsFixture])
  ;[anvil, rest] = await Promise.all([
    startAnvil({ chainId: 31337, port: Number(port) }),
    startFakeRest((path, response) => (isContent(path) ? void response.end(SVG) : known(path, response))),
  ])
  nodes = new Map([
    [LOCAL, [new URL(anvil.rpcUrl)]],
    [DEAD, [dead]],
    [REGTEST, [dead]],
  ])
  await seedEvmChain(anvil.rpcUrl)
  on = await deployCollectibles(anvil.rpcUrl, FRIEND)
})
afterAll(async () => {
  anvil?.stop()
  await Promise.all([anvil?.ended, rest?.close()])
})

function service() {
  const log = createLog('error', () => {})
  const project = { id: SHOP, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
  const ordinals = new Map([[BITCOIN, [rest.url]]])
  const rules: SourceRules = { gateway: new URL('https://ipfs.example/ipfs/'), ordinals, kept: keepData() }
  const fetchPublic = createPublicFetch(rules)
  const parts = { chains: createChains(nodes), projects, signal: new AbortController().signal }
  const sources = { blockscout: new Map([[MAINNET, [rest.url]]]), ordinals }
  return createApp(log)
    .route('/', nftsApi(parts, { fetchPublic, rules }, sources))
    .route('/', imageApi(parts, createImages(fetchPublic)))
}

const url = (address: string, query: Readonly<Record<string, string>>) =>
  `http://services.example${nftsPath(address)}?${new URLSearchParams({ projectId: SHOP, ...query })}`

async function ask(address: string, query: Readonly<Record<string, string>>, app = service()) {
  const answer = await app.request(url(address, query))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const body: unknown = await answer.json()
  const nfts = parse(Nfts, body)
  // The schema has not dropped any field.
  expect(nfts).toEqual(body)
  return nfts
}

const describedBy = (value: unknown) => `data:application/json,${encodeURIComponent(JSON.stringify(value))}`

describe('collectibles of a visitor', () => {
  test('a visitor sees the collectibles on a chain', async () => {
    expect(await ask(OWNER.toLowerCase(), { chainId: LOCAL })).toEqual({
      data: ['2', '1'].map((id) => ({
        contract: `${LOCAL}:${LOCAL_NFT.address}`,
        id,
        collection: LOCAL_NFT.name,
        isSpam: false,
      })),
      next: null,
    })
  })

  test('pictures are rewritten and come only from this service, and spam is marked', async () => {
    const image = `data:image/svg+xml,${SVG.replace('<rect', '<script>alert(1)</script><rect onload="x"')}`
    const large = `data:image/svg+xml,${SVG.replace('<rect', `<!--${'a'.repeat(9_000)}--><rect`)}`
    await on.mintSingle(COLLECTOR, 1n, describedBy({ name: `\u202eApe #1\u0000 ${'x'.repeat(300)}`, image }))
    await on.mintSingle(
      COLLECTOR,
      2n,
      describedBy({ name: 'Claim at ape.example', image: 'https://ape.example/2.png' }),
    )
    await on.mintSingle(COLLECTOR, 3n, describedBy({ name: '', image: 'https://user:secret@ape.example:8080/3.png' }))
    await on.mintSingle(COLLECTOR, 4n, describedBy({ name: 'Large', image: large }))
    const app = service()
    const { data } = await ask(COLLECTOR, { chainId: LOCAL }, app)
    expect(
      data.map(({ id, name, image: picture, isSpam }) => [id, name?.slice(0, 8), Boolean(picture), isSpam]),
    ).toEqual([
      ['4', 'Large', true, false],
      ['3', undefined, false, false],
      ['2', 'Claim at', true, true],
      ['1', 'Ape #1 x', true, false],
    ])
    expect(data[3]?.name).toHaveLength(255)
    for (const { image: path } of data) if (path) expect(path).toMatch(/^\/v1\/image\?url=[^&]+&projectId=0+1$/)
    for (const at of [0, 3]) {
      const picture = await app.request(`http://services.example${data[at]?.image}`)
      expect([picture.status, await picture.text()]).toEqual([200, SVG])
    }
  })

  test('the description and the traits are plain text of limited length, and the amount is shown', async () => {
    const hostile = {
      name: 'Wordy',
      description: `First\r\n\n\n\n\u202eline\u0000\n<b>bold</b>${'y'.repeat(2_000)}`,
      attributes: [
        { trait_type: '\u2066Sky', value: 'Blue\n' },
        { trait_type: 'Empty', value: '\u200b' },
        ...Array.from({ length: 50 }, () => ({ value: 'z'.repeat(400) })),
      ],
    }
    const holder: Address = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
    await on.mintMulti(holder, [77n], [12n])
    await on.describeMulti(77n, describedBy(hostile))
    const { data } = await ask(holder, { chainId: LOCAL })
    const [told] = data
    expect([told?.id, told?.amount, told?.collection]).toEqual(['77', '12', 'Many'])
    expect(told?.description?.startsWith('First\n\nline\n<b>bold</b>yy')).toBe(true)
    expect(told?.description).toHaveLength(DESCRIPTION_MAX_CHARACTERS)
    expect(told?.traits?.[0]).toEqual({ name: 'Sky', value: 'Blue' })
    expect(told?.traits).toHaveLength(TRAITS_MAX - 1)
    expect(told?.traits?.every(({ value }) => value.length <= NAME_MAX_CHARACTERS)).toBe(true)
  })

  test('the second page continues where the first one ended', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => BigInt(at))
    await on.mintMulti(
      '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
      ids,
      ids.map(() => 1n),
    )
    const app = service()
    const first = await ask('0x14dC79964da2C08b23698B3D3cc7Ca32193d9955', { chainId: LOCAL }, app)
    const second = await ask(
      '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
      { chainId: LOCAL, cursor: first.next ?? '' },
      app,
    )
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([...ids].reverse().map(String))
    expect(second.next).toBeNull()
  })

  test('on a public chain, the collectibles come from an explorer', async () => {
    const { data, next } = await ask('0xEb533ee5687044E622C69c58B1B12329F56eD9ad', { chainId: MAINNET })
    expect(data.map(({ contract, isSpam }) => [contract, isSpam])).toEqual([
      [`${MAINNET}:0x22C1f6050E56d2876009903609a2cC3fEf83B415`, false],
      [`${MAINNET}:0x495f947276749Ce646f68AC8c248420045cb7b5e`, false],
      [`${MAINNET}:0x1111111111111111111111111111111111111111`, true],
    ])
    expect(next).not.toBeNull()
  })

  test('inscriptions are shown without revealing the address of their server', async () => {
    const app = service()
    const { data } = await ask(BITCOIN_OWNER, { chainId: BITCOIN }, app)
    const [inscription, text] = data
    expect([inscription?.contract, inscription?.name, text?.image]).toEqual([
      `${BITCOIN}:${BITCOIN_OWNER}`,
      'Inscription 69994606',
      undefined,
    ])
    expect(inscription?.image).not.toContain(rest.url.port)
    const picture = await app.request(`http://services.example${inscription?.image}`)
    expect([picture.status, await picture.text()]).toEqual([200, SVG])
    expect(rest.requests).toContain(`/content/${inscription?.id}`)
  })
})

test.each<[string, number, string, Readonly<Record<string, string>>]>([
  ['project.missing', 401, OWNER, { chainId: LOCAL, projectId: '' }],
  ['project.malformed', 401, OWNER, { chainId: LOCAL, projectId: 'shop' }],
  ['project.unknown', 404, OWNER, { chainId: LOCAL, projectId: 'f'.repeat(32) }],
  ['chain.missing', 400, OWNER, {}],
  ['request.invalid', 400, OWNER, { chainId: '1' }],
  ['chain.malformed', 400, OWNER, { chainId: 'cosmos:hub' }],
  ['chain.unsupported', 400, OWNER, { chainId: 'eip155:10' }],
  ['chain.unsupported', 400, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', { chainId: 'solana:abc' }],
  // Bitcoin requires an ord server, even if there is a node.
  ['chain.unsupported', 400, 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw', { chainId: REGTEST }],
  ['address.malformed', 400, '0x1', { chainId: LOCAL }],
  ['address.malformed', 400, BITCOIN_OWNER, { chainId: LOCAL }],
  ['request.invalid', 400, OWNER, { chainId: LOCAL, cursor: 'x' }],
  ['upstream.unavailable', 503, OWNER, { chainId: DEAD }],
])('the error %s of the collectibles has the status %i', async (code, status, address, query) => {
  const answer = await service().request(url(address, query))
  expect([answer.status, await answer.json()]).toEqual([
    status,
    expect.objectContaining({ error: expect.objectContaining({ code }) }),
  ])
})

test('every malformed request gets an error with a code', async () => {
  const app = service()
  const address = oneof(
    constantFrom<string>(OWNER, BITCOIN_OWNER, '..', '%'),
    string(),
    stringMatching(/^0x[0-9a-f]{0,42}$/),
  )
  const chainId = oneof(constantFrom<string>(LOCAL, MAINNET, BITCOIN, 'eip155:0'), string())
  await assert(
    asyncProperty(address, chainId, string(), async (who, where, cursor) => {
      const answer = await app.request(url(who, { chainId: where, cursor }))
      expect([200, 400, 404]).toContain(answer.status)
      if (answer.status !== 200) expect(await answer.json()).toHaveProperty('error.code')
    }),
    { numRuns: 100 },
  )
})
