import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Account, type Network, selectAccount } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  fakeAdapter,
  OTHER_ADDRESS,
  polygon,
  sepolia,
  solana,
} from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected, connectionChanged } from '../connections/connectionsSlice.ts'
import { selectIdentity } from './identitySlice.ts'
import { loadIdentity } from './loadIdentity.ts'

/** A service that follows services.md §7.3. */
let server: Server
let api: string
let requests: URL[]
let answer: (response: ServerResponse, requests: URL) => void

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const address = new URL(url ?? '', 'http://service')
    requests.push(address)
    answer(response, address)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  requests = []
  answer = json({ name: 'river.eth', avatar: null, resolvedAt: '2025-08-12T09:30:00Z' })
})
afterEach(() => jest.restoreAllMocks())

function withAccount({ projectId = 'demo', basic = false } = {}) {
  const options = { projectId, basic, endpoints: { api } }
  const networks = [ethereum, polygon, sepolia, solana]
  const test = createTestStore({ adapters: [fakeAdapter()], networks, options })
  const { store, services } = test
  Object.assign(services, { sdkVersion: 'html-ethers-1.7.19' })
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  const account = () => selectAccount(store.getState()) as Account
  const load = (network: Network | undefined = ethereum) => store.dispatch(loadIdentity(account(), network))
  return { ...test, account, load, identity: () => selectIdentity(store.getState(), account()) }
}

const later = (ms: number) => {
  const now = Date.now() + ms
  jest.spyOn(Date, 'now').mockReturnValue(now)
}

test("the active account's name is requested with the parameters that every service call has", async () => {
  const { load, identity } = withAccount()
  await load()
  expect(identity()).toEqual({ name: 'river.eth' })
  expect(requests.map(({ pathname }) => pathname)).toEqual([`/v1/identity/${ADDRESS}`])
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    sender: ADDRESS,
    projectId: 'demo',
    st: 'appkit',
    sv: 'html-ethers-1.7.19',
  })
})

test('§9: a response stays fresh for five minutes', async () => {
  const { load } = withAccount()
  await load()
  later(299_000)
  await load()
  expect(requests).toHaveLength(1)
  later(1_000)
  await load()
  expect(requests).toHaveLength(2)
})

test.each<[string, Network | undefined]>([
  ['a test network', sepolia],
  ['a network that the site does not support', undefined],
])('no name is requested on %s', async (_, network) => {
  const { store, account, identity } = withAccount()
  await store.dispatch(loadIdentity(account(), network))
  expect(requests).toEqual([])
  expect(identity()).toBeUndefined()
})

test('accounts of other families have no names', async () => {
  const { store } = withAccount()
  const account: Account = {
    namespace: 'solana',
    address: 'x',
    caipAddress: `${solana.caipNetworkId}:x` as Account['caipAddress'],
    connectorId: 'y',
  }
  await store.dispatch(loadIdentity(account, solana))
  expect(requests).toEqual([])
})

test.each([{ projectId: '' }, { basic: true }])('no name is requested with the options %j', async (options) => {
  const { load } = withAccount(options)
  await load()
  expect(requests).toEqual([])
})

test('a late response for the previous account does not name the current one', async () => {
  const { store, load, identity } = withAccount()
  let answerFirst = () => {}
  answer = (response, { pathname }) => {
    if (pathname.includes(ADDRESS)) answerFirst = () => json({ name: 'old.eth', avatar: null })(response)
    else json({ name: 'new.eth', avatar: null })(response)
  }
  const first = load()
  store.dispatch(connectionChanged({ namespace: 'eip155', accounts: [{ address: OTHER_ADDRESS }] }))
  await load()
  answerFirst()
  await first
  expect(identity()).toEqual({ name: 'new.eth' })
})

test.each<[string, unknown, number]>([
  ['404', {}, 404],
  ['500', { status: 'FAILED' }, 500],
  ['a number for a name', { name: 5, avatar: null }, 200],
  ['null', null, 200],
])('a response of %s counts as no name, and there is no immediate retry', async (_, body, status) => {
  answer = json(body, status)
  const { load, identity } = withAccount()
  await load()
  await load()
  expect(identity()?.name).toBeUndefined()
  later(30_000)
  answer = json({ name: 'river.eth' })
  await load()
  expect(identity()).toEqual({ name: 'river.eth' })
})

test('a dropped connection counts as no name', async () => {
  answer = (response) => void response.destroy()
  const { load, identity } = withAccount()
  await load()
  expect(identity()).toBeUndefined()
})

test.each(['', '   ', 'a'.repeat(256), 'river\u202eeth', 'ri\u200bver.eth', 'river\u0000'])(
  'the name %j is not shown',
  async (name) => {
    answer = json({ name, avatar: null })
    const { load, identity } = withAccount()
    await load()
    expect(identity()).toEqual({})
  },
)

test('a picture from the services, or a data URI in their response, is shown', async () => {
  for (const avatar of [`${api}avatars/river.png`, 'data:image/png;base64,AAAA']) {
    answer = json({ name: null, avatar })
    const { load, identity } = withAccount()
    await load()
    expect(identity()).toEqual({ avatar })
  }
})

test.each([
  'https://img.example/river.png',
  '//img.example/river.png',
  'avatars/river.png',
  'javascript:alert(1)',
  'data:text/html,<script></script>',
  `data:image/png;base64,${'A'.repeat(100_000)}`,
  'https://127.0.0.1.evil.example/a.png',
])('a picture from another origin (%j) is not fetched', async (avatar) => {
  answer = json({ name: null, avatar })
  const { load, identity } = withAccount()
  await load()
  expect(identity()).toEqual({})
})

test('names and addresses are not written to storage', async () => {
  const { load, storage } = withAccount()
  const write = jest.spyOn(storage, 'write')
  await load()
  expect(write).not.toHaveBeenCalled()
})
