import { Identity, identityPath } from '@portico/contracts/services/identity'
import { assert, asyncProperty, dictionary, string } from 'fast-check'
import { parse } from 'valibot'
import {
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { openFreshDatabase } from '../../../testing/databases.ts'
import {
  answering,
  type Behaviour,
  cutting,
  type FakeNode,
  hanging,
  saying,
  startFakeNode,
} from '../../../testing/fakeNode.ts'
import type { Database } from '../../database/openDatabase.ts'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { createChains } from '../chains.ts'
import { createNameRegister, type NameRegister } from '../names/nameRegister.ts'
import { ETHEREUM, ensNames } from './ensNames.ts'
import ens from './fixtures/ensRecords.json' with { type: 'json' }
import { identityApi, nameSources, registeredNames } from './identityApi.ts'
import type { NameSource } from './nameSource.ts'

const PROJECT = '1'.repeat(32)
const UNNAMED: Address = '0x00000000000000000000000000000000DeaDBeef'
const named = getAddress(ens.address)

/** The interface of the universal resolver: https://docs.ens.domains/resolvers/universal */
const abi = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'function text(bytes32 node, string key) view returns (string)',
  'error ResolverNotFound(bytes name)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

interface Records {
  readonly name?: string
  readonly avatar?: string
}

const result = (value: Hex) => ({ result: value })
const revert = (data: Hex) => ({ error: { code: 3, message: 'execution reverted', data } })

/** The response of the universal resolver; records that are not given come from the fixture. */
function resolve(data: Hex, records: Records) {
  const call = decodeFunctionData({ abi, data })
  if (call.functionName === 'reverseWithGateways') {
    const name = getAddress(call.args[0]) === named ? (records.name ?? ens.name) : ''
    return result(
      encodeFunctionResult({ abi, functionName: 'reverseWithGateways', result: [name, zeroAddress, zeroAddress] }),
    )
  }
  const text = encodeFunctionResult({ abi, functionName: 'text', result: records.avatar ?? ens.avatar })
  return result(encodeFunctionResult({ abi, functionName: 'resolveWithGateways', result: [text, zeroAddress] }))
}

interface EthCall {
  readonly id: number
  readonly method: string
  readonly params: readonly [{ readonly to: string; readonly data: Hex }]
}

/** An Ethereum node that only serves ENS. */
const ethereum =
  (answer: (data: Hex) => object = (data) => resolve(data, {})): Behaviour =>
  (body, response) => {
    const { id, method, params } = JSON.parse(body) as EthCall
    const isMeant = method === 'eth_call' && getAddress(params[0].to) === ens.universalResolver
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(isMeant ? answer(params[0].data) : result('0x')) }))
  }

let database: Database
let register: NameRegister
let node: FakeNode
beforeAll(async () => {
  database = await openFreshDatabase(createLog('error'))
  register = createNameRegister(database.db)
  node = await startFakeNode(ethereum())
}, 30_000)
beforeEach(async () => {
  node.behave(ethereum())
  await database.db.deleteFrom('names').execute()
})
afterAll(async () => {
  await node.close()
  await database.close()
})

const chains = () => createChains(new Map([[ETHEREUM, [node.url]]]))
const take = (name: string) => register.add({ name, coinType: 60, address: named })

describe.each([
  ['the register', (): NameSource => registeredNames(register), 'river.portico.test'],
  ['ENS', (): NameSource => ensNames(chains()), ens.name],
])('names from %s', (_, create, name) => {
  beforeEach(() => take('river.portico.test'))

  test('an address’s name is found in whatever letter case the address is written', async () => {
    expect(await create().find(named)).toMatchObject({ name })
    expect(await create().find(named.toLowerCase())).toMatchObject({ name })
  })

  test('no name is found for an unnamed address, or for an address of another chain family', async () => {
    expect(await create().find(UNNAMED)).toBeUndefined()
    expect(await create().find('So11111111111111111111111111111111111111112')).toBeUndefined()
  })
})

test('an ENS name is shown with the picture that its owner has set', async () => {
  expect(await ensNames(chains()).find(named)).toEqual({ name: ens.name, avatar: ens.avatar })
  node.behave(ethereum((data) => resolve(data, { avatar: '' })))
  expect(await ensNames(chains()).find(named)).toEqual({ name: ens.name, avatar: undefined })
})

test('a name is shown even if its picture cannot be found', async () => {
  const isReverse = (data: Hex) => decodeFunctionData({ abi, data }).functionName === 'reverseWithGateways'
  node.behave(ethereum((data) => (isReverse(data) ? resolve(data, {}) : result('0x12'))))
  expect(await ensNames(chains()).find(named)).toEqual({ name: ens.name, avatar: undefined })
})

const mismatch = encodeErrorResult({ abi, errorName: 'ReverseAddressMismatch', args: [ens.name, UNNAMED] })
const missing = encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x00'] })
test.each([
  ['does not lead back to the address', () => revert(mismatch)],
  ['has no resolver', () => revert(missing)],
  ['is written in capitals', (data: Hex) => resolve(data, { name: 'Wevm.eth' })],
  ['is a lookalike of another one', (data: Hex) => resolve(data, { name: 'wеvm​.eth' })],
  ['is on a chain without ENS', () => result('0x')],
])('a name that %s is ignored', async (_, answer) => {
  node.behave(ethereum(answer))
  expect(await ensNames(chains()).find(named)).toBeUndefined()
})

test('a name stored off-chain does not cause a request to another server', async () => {
  const elsewhere = await startFakeNode(answering('0x'))
  const args = [getAddress(ens.universalResolver), [elsewhere.url.href], '0x', '0x00000000', '0x'] as const
  node.behave(ethereum(() => revert(encodeErrorResult({ abi, errorName: 'OffchainLookup', args }))))
  expect(await ensNames(chains()).find(named)).toBeUndefined()
  expect(elsewhere.requests).toEqual([])
  await elsewhere.close()
})

test.each([
  ['is overloaded (429)', saying('busy', 429)],
  ['fails (500)', saying('{}', 500)],
  ['limits its calls', ethereum(() => ({ error: { code: -32005, message: 'limit exceeded' } }))],
  ['does not know the method', ethereum(() => ({ error: { code: -32601, message: 'method not found' } }))],
  ['cuts its answer short', cutting],
  ['answers without JSON', saying('<html>')],
  ['answers a number', ethereum(() => ({ result: 7 }))],
  ['answers an object', ethereum(() => ({ result: { name: 'wevm.eth' } }))],
  ['answers without a result', ethereum(() => ({}))],
  ['answers too few bytes', ethereum(() => result('0x12'))],
])('if the only Ethereum node %s, the name is reported as unavailable, not as missing', async (_, behaviour) => {
  node.behave(behaviour)
  await expect(ensNames(chains()).find(named)).rejects.toMatchObject({
    code: 'upstream.unavailable',
    status: 503,
  })
})

test('if the only Ethereum node does not respond, the request still ends', async () => {
  node.behave(hanging)
  await expect(ensNames(chains(), 50).find(named)).rejects.toMatchObject({ code: 'upstream.unavailable' })
})

describe('GET /v1/identity/{address}', () => {
  function appWith(sources: readonly NameSource[], pictureAt?: Parameters<typeof identityApi>[2]) {
    const projects = createKnownProjects(async (id) =>
      id === PROJECT
        ? { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
        : undefined,
    )
    return createApp(createLog('error', () => {})).route('/', identityApi({ projects }, sources, pictureAt))
  }
  const ask = (app: ReturnType<typeof appWith>, address: string = named, query = {}) =>
    app.request(`${identityPath(address)}?${new URLSearchParams({ projectId: PROJECT, st: 'appkit', ...query })}`)
  const both = () => nameSources(chains(), register)

  test('a name from the service’s own register takes precedence over an ENS name', async () => {
    await take('river.portico.test')
    const answer = await ask(appWith(both()), named, { sender: UNNAMED })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300')
    expect(parse(Identity, await answer.json())).toEqual({
      name: 'river.portico.test',
      avatar: null,
      resolvedAt: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('without a registered name, the response has the ENS name, and this service’s address for its picture', async () => {
    const pictureAt = (address: string) => `/v1/image?url=${encodeURIComponent(address)}`
    expect(await (await ask(appWith(both()))).json()).toMatchObject({ name: ens.name, avatar: ens.avatar })
    const proxied = await ask(appWith(both(), pictureAt))
    expect(await proxied.json()).toMatchObject({ avatar: pictureAt(ens.avatar) })
  })

  test('a picture that this service would not fetch is left out', async () => {
    const answer = await ask(appWith(both(), () => undefined))
    expect(await answer.json()).toMatchObject({ name: ens.name, avatar: null })
  })

  test('without an Ethereum node, only registered names are found', async () => {
    const sources = nameSources(createChains(new Map()), register)
    expect(sources).toHaveLength(1)
    expect(await (await ask(appWith(sources))).json()).toMatchObject({ name: null, avatar: null })
  })

  test('if ENS is unavailable, the response is an error that is not cached', async () => {
    node.behave(saying('{}', 500))
    const answer = await ask(appWith(both()))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream.unavailable' } })
  })

  test.each([
    ['', 401, 'project.missing'],
    ['local', 401, 'project.malformed'],
    ['2'.repeat(32), 404, 'project.unknown'],
  ])('the project "%s" is refused', async (projectId, status, code) => {
    const answer = await ask(appWith(both()), named, { projectId })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { code } })
  })

  test('every identity request gets an identity or a JSON error', async () => {
    const app = appWith(both())
    await assert(
      asyncProperty(
        string({ unit: 'grapheme', minLength: 1 }),
        dictionary(string(), string(), { maxKeys: 2 }),
        async (address, query) => {
          const answer = await ask(app, address, { ...query, projectId: PROJECT })
          const body = await answer.json()
          if (answer.status === 200) parse(Identity, body)
          else {
            expect([400, 404]).toContain(answer.status)
            expect(body).toMatchObject({ error: { code: expect.any(String) } })
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
