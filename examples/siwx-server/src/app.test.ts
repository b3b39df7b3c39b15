import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { SIWXMessageData } from '@portico/contracts'
import {
  bitcoinVisitor,
  ETHEREUM,
  evmVisitor,
  SOLANA,
  signIn,
  solanaVisitor,
  type Visitor,
} from '@portico/siwx/testing'
import { createApp } from './app.ts'
import { serverSiwx } from './client.ts'

const BITCOIN = bitcoinVisitor().chainId
const ADA = evmVisitor('1')

let server: Server
let domain: string
let api: string
/** The server's clock. */
let now = Date.now
/** The server's cookies, as a browser would store them. */
let cookie = ''
const setCookies: string[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => void listen(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  domain = `localhost:${(server.address() as AddressInfo).port}`
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chainIds = [ETHEREUM, 'eip155:10', SOLANA, BITCOIN]
  const listen = getRequestListener(createApp({ domain, chainIds, now: () => now() }).fetch)
  Object.defineProperty(globalThis, 'location', {
    value: { host: domain, href: `http://${domain}/shop` },
    configurable: true,
  })
})
beforeEach(() => {
  cookie = ''
  now = Date.now
  setCookies.length = 0
  globalThis.fetch = async (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await realFetch(input, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      setCookies.push(set)
      cookie = /max-age=0/i.test(set) ? '' : (set.split(';')[0] ?? '')
    }
    return response
  }
})
afterAll(async () => {
  globalThis.fetch = realFetch
  Reflect.deleteProperty(globalThis, 'location')
  await new Promise((closed) => server.close(closed))
})

/** Signs in the way the modal does. */
async function connect(visitor: Visitor) {
  const siwx = serverSiwx(api)
  const data = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  const session = { data, message: `${data}`, signature: await visitor.sign(`${data}`) }
  await siwx.addSession(session)
  return { siwx, session }
}

test.each<[string, Visitor]>([
  ['an EVM wallet', ADA],
  ['a Solana wallet', solanaVisitor()],
  ['a Bitcoin wallet (P2WPKH)', bitcoinVisitor('p2wpkh')],
  ['a Bitcoin wallet (P2TR)', bitcoinVisitor('p2tr')],
])('a visitor with %s signs in, is recognized, and signs out', async (_, visitor) => {
  const { siwx } = await connect(visitor)
  expect(setCookies).toEqual([
    expect.stringMatching(/^__Host-session=[0-9a-f]{64}; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Strict$/),
  ])
  expect(await (await fetch(`${api}/me`)).json()).toMatchObject({ address: visitor.address, chainId: visitor.chainId })
  expect(await siwx.getSessions(visitor.chainId, visitor.address)).toHaveLength(1)
  expect(await siwx.getSessions('eip155:10', visitor.address)).toEqual([])
  expect(await siwx.getSessions(visitor.chainId, evmVisitor('2').address)).toEqual([])

  const stolen = cookie
  await siwx.revokeSession('eip155:10', visitor.address)
  expect(cookie).toBe(stolen)
  await siwx.setSessions([])
  expect(cookie).toBe('')
  cookie = stolen
  expect((await fetch(`${api}/me`)).status).toBe(401)
})

test("another account's signature is refused", async () => {
  for (const [visitor, other] of [
    [ADA, evmVisitor('2')],
    [solanaVisitor(1), solanaVisitor(2)],
    [bitcoinVisitor('p2wpkh', 1), bitcoinVisitor('p2wpkh', 2)],
    [bitcoinVisitor('p2tr', 1), bitcoinVisitor('p2tr', 2)],
  ] as const) {
    await expect(connect({ ...visitor, sign: other.sign })).rejects.toThrow('The signature is invalid')
  }
  expect(setCookies).toEqual([])
})

const post = (body: unknown, type = 'application/json') =>
  fetch(`${api}/verify`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) })
const verify = async (body: unknown) => {
  const response = await post(body)
  return [response.status, (await response.json()).error]
}
const fresh = async (changes: Partial<SIWXMessageData> = {}, visitor = ADA) => {
  const { nonce } = await (await fetch(`${api}/nonce`)).json()
  const options = { domain, uri: `http://${domain}/`, getNonce: () => nonce }
  return signIn(visitor, options, changes)
}

test('a nonce can be used for one attempt only, successful or not', async () => {
  const { session } = await connect(ADA)
  expect(await verify(session)).toEqual([400, 'nonce'])
  const other = await fresh()
  expect(await verify({ ...other, signature: '0x12' })).toEqual([401, 'signature'])
  expect(await verify(other)).toEqual([400, 'nonce'])
})

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

test.each<[string, () => Partial<SIWXMessageData>]>([
  ['domain', () => ({ domain: 'evil.example' })],
  ['uri', () => ({ uri: 'https://evil.example/' })],
  ['version', () => ({ version: '2' })],
  ['chainId', () => ({ chainId: 'eip155:137' })],
  ['issuedAt', () => ({ issuedAt: ago(3_600_000) })],
  ['issuedAt', () => ({ issuedAt: ago(-3_600_000) })],
  ['issuedAt', () => ({ issuedAt: undefined })],
  ['expirationTime', () => ({ expirationTime: ago(1) })],
  ['expirationTime', () => ({ expirationTime: undefined })],
  ['notBefore', () => ({ notBefore: ago(-60_000) })],
  ['nonce', () => ({ nonce: 'neverGiven1' })],
])("a message whose %s does not match the server's rules is refused", async (problem, changes) => {
  expect(await verify(await fresh(changes()))).toEqual([400, problem])
})

test('data sent along with a signed message is not trusted', async () => {
  const session = await fresh()
  await post({ ...session, data: { ...session.data, accountAddress: evmVisitor('2').address } })
  expect(await (await fetch(`${api}/me`)).json()).toMatchObject({ address: ADA.address })
})

test.each([undefined, 1, {}, { message: 'Hi', signature: 1 }, { message: 'Hi', signature: '0x' }])(
  'an invalid request is refused: %j',
  async (body) => {
    expect((await verify(body))[0]).toBe(400)
  },
)

test('a form on another site cannot sign a visitor in', async () => {
  const session = await fresh()
  expect((await post(session, 'text/plain')).status).toBe(400)
  expect((await post(session)).status).toBe(200)
})

test('a session ends at the expiration time of the signed message', async () => {
  const end = Date.now() + 3_600_000
  const session = await fresh({ expirationTime: new Date(end).toISOString() })
  expect((await post(session)).status).toBe(200)
  now = () => end - 1
  expect((await fetch(`${api}/me`)).status).toBe(200)
  now = () => end
  expect((await fetch(`${api}/me`)).status).toBe(401)
})

test('a nonce is valid for ten minutes', async () => {
  const start = Date.now()
  now = () => start
  const [first, second] = [await fresh(), await fresh()]
  now = () => start + 599_999
  expect((await post(first)).status).toBe(200)
  now = () => start + 600_000
  expect(await verify(second)).toEqual([400, 'nonce'])
})
