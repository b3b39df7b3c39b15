import { AuthenticateAnswer, AuthNonce, SessionAccount } from '@portico/contracts/services/cloudAuth'
import { hostedAuthentication } from '@portico/siwx/hosted'
import {
  bitcoinVisitor,
  evmVisitor,
  SOLANA,
  signIn as signMessage,
  solanaVisitor,
  type Visitor,
} from '@portico/siwx/testing'
import { parse } from 'valibot'
import { deriveKeys } from '../../services/src/auth/keys'
import { sweep } from '../../services/src/auth/sweep'
import { createTokens } from '../../services/src/auth/tokens'
import { type AuthService, OTHER_SHOP, SECOND_PAGE, SECRET, SHOP, startAuth } from '../../services/testing/startAuth'

const ADA = evmVisitor('1')
const BOB = evmVisitor('2')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

jest.setTimeout(60_000)

let service: AuthService
let tests = 0
/** Each test uses a client address of its own. */
const client = () => ({ 'x-forwarded-for': `198.51.100.${tests}` })
const realFetch = globalThis.fetch
beforeAll(async () => {
  service = await startAuth()
})
beforeEach(() => {
  service.resetClock()
  tests += 1
  // Adds the headers of a browser on a page of the shop.
  globalThis.fetch = (input, init) =>
    realFetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...client(), origin: SHOP.origin },
    })
})
afterEach(() => {
  globalThis.fetch = realFetch
})
afterAll(() => service?.close())

type Shop = Pick<typeof SHOP, 'projectId' | 'origin'>

interface Call {
  readonly method?: string
  readonly shop?: Shop
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly query?: string
}

/** @returns the status, the error code if any, and the answer */
async function ask(path: string, { method = 'GET', shop = SHOP, headers = {}, body, query = '' }: Call = {}) {
  const response = await realFetch(`${service.url}/auth/v1/${path}?projectId=${shop.projectId}${query}`, {
    method,
    headers: { ...client(), ...(shop.origin && { origin: shop.origin }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, code: answer?.error?.code, answer, headers: response.headers }
}

const nonceOf = async (shop: Shop = SHOP) => parse(AuthNonce, (await ask('nonce', { shop })).answer)

/** A signed message with a fresh nonce; `changes` simulates a faulty page. */
async function signed(visitor: Visitor = ADA, changes: Parameters<typeof signMessage>[2] = {}, shop: Shop = SHOP) {
  const { nonce, token } = await nonceOf(shop)
  const options = { domain: new URL(shop.origin).host, uri: `${shop.origin}/cart?x=1`, getNonce: () => nonce }
  const atService = { issuedAt: new Date(service.now()).toISOString() }
  const expirationTime = new Date(service.now() + DAY_MS).toISOString()
  return { token, ...(await signMessage(visitor, options, { ...atService, expirationTime, ...changes })) }
}
const authenticate = ({ token, ...body }: Awaited<ReturnType<typeof signed>>, shop: Shop = SHOP) =>
  ask('authenticate', { method: 'POST', shop, headers: { 'x-nonce-jwt': `Bearer ${token}` }, body })

async function tokenOf(...input: Parameters<typeof signed>) {
  const { answer } = await authenticate(await signed(...input), input[2])
  return parse(AuthenticateAnswer, answer).token
}
const me = (token: string, query = '', shop: Shop = SHOP) =>
  ask('me', { shop, query, headers: { authorization: `Bearer ${token}` } })

const hosted = () =>
  hostedAuthentication({
    api: service.url,
    projectId: SHOP.projectId,
    domain: SHOP.domain,
    uri: `${SHOP.origin}/`,
    getWalletInfo: () => ({ type: 'extension', name: 'Harbor', icon: 'data:image/png;base64,AAAA' }),
  })

test.each<[string, Visitor]>([
  ['an EVM wallet', ADA],
  ['a Solana wallet', solanaVisitor()],
  ['a Bitcoin wallet (P2WPKH)', bitcoinVisitor('p2wpkh')],
  ['a Bitcoin wallet (P2TR)', bitcoinVisitor('p2tr')],
])("a visitor with %s signs in with the modal's plug-in, is recognized, and signs out", async (_, visitor) => {
  const siwx = hosted()
  const data = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  await siwx.addSession({ data, message: `${data}`, signature: await visitor.sign(`${data}`) })
  const [session] = await siwx.getSessions(visitor.chainId, visitor.address)
  expect(session?.data).toMatchObject({ accountAddress: visitor.address, chainId: visitor.chainId, nonce: data.nonce })
  expect(await siwx.getSessionAccount()).toMatchObject({
    appKitAccount: { address: visitor.address, connection_method: { type: 'extension', name: 'Harbor' } },
  })
  await siwx.revokeSession(visitor.chainId, visitor.address)
  expect(await siwx.getSessions(visitor.chainId, visitor.address)).toEqual([])
})

test('the service describes a visitor as the schema requires', async () => {
  const { address } = ADA
  const token = await tokenOf()
  const answer = parse(SessionAccount, (await me(token, '&includeAppKitAccount=true')).answer)
  expect(answer).toMatchObject({
    aud: SHOP.origin,
    projectIdKey: SHOP.projectId,
    address,
    chainId: 1,
    chainNamespace: 'eip155',
    caip2Network: 'eip155:1',
    uri: `${SHOP.origin}/cart?x=1`,
    domain: SHOP.domain,
    appKitAccount: { caip2_chain: 'eip155:1', address, is_main_account: true, verification_status: null },
  })
  expect(answer.appKitAccount?.profile_uuid).toBe(answer.profileUuid)
  expect(parse(SessionAccount, (await me(token)).answer)).not.toHaveProperty('appKitAccount')
  expect(JSON.parse(atob(token.split('.')[1] ?? ''))).toMatchObject({ address, caip2Network: 'eip155:1' })
})

test('an address has an account per network in one profile, and gets the same account at the next sign-in', async () => {
  const [first, second, again] = [
    await tokenOf(),
    await tokenOf(evmVisitor('1', 'eip155:10')),
    await tokenOf({ ...ADA, address: ADA.address.toLowerCase() }),
  ]
  const accounts = await Promise.all(
    [first, second, again].map(async (token) => (await me(token, '&includeAppKitAccount=true')).answer.appKitAccount),
  )
  expect(accounts.map(({ is_main_account }) => is_main_account)).toEqual([true, false, true])
  expect(new Set(accounts.map(({ profile_uuid }) => profile_uuid)).size).toBe(1)
  expect(accounts[2].uuid).toBe(accounts[0].uuid)
  expect(accounts[1].uuid).not.toBe(accounts[0].uuid)
})

test('a signature by another account is refused', async () => {
  for (const [visitor, other] of [
    [ADA, BOB],
    [solanaVisitor(1), solanaVisitor(2)],
    [bitcoinVisitor('p2wpkh', 1), bitcoinVisitor('p2wpkh', 2)],
    [bitcoinVisitor('p2tr', 1), bitcoinVisitor('p2tr', 2)],
  ] as const) {
    const answer = await authenticate(await signed({ ...visitor, sign: other.sign }))
    expect([answer.status, answer.code]).toEqual([400, 'auth.signature'])
  }
})

test('a nonce can be used once, even if two requests use it at the same time', async () => {
  const message = await signed()
  const answers = await Promise.all([authenticate(message), authenticate(message), authenticate(message)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const late = await authenticate(message)
  expect([late.status, late.code]).toEqual([401, 'auth.nonce'])
})

test('a nonce cannot be used again after sign-out or cleanup', async () => {
  const message = await signed(ADA, { expirationTime: new Date(service.now() + MINUTE_MS).toISOString() })
  const { token } = (await authenticate(message)).answer
  await ask('sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await sweep(service.db, service.now())
  expect((await authenticate(message)).code).toBe('auth.nonce')
  service.advance(2 * MINUTE_MS)
  await sweep(service.db, service.now())
  const rest = { issuedAt: new Date(service.now()).toISOString(), nonce: message.data.nonce }
  const other = { ...(await signed(ADA, rest)), token: message.token }
  expect((await authenticate(other)).code).toBe('auth.nonce')
})

test('a nonce is valid for ten minutes', async () => {
  const [first, second] = [await signed(), await signed()]
  service.advance(10 * MINUTE_MS - 2_000)
  expect((await authenticate(first)).status).toBe(200)
  service.advance(3_000)
  expect((await authenticate(second)).code).toBe('auth.nonce')
})

test('a nonce that the service did not issue to this page is refused', async () => {
  const other = await nonceOf()
  const foreign = await nonceOf(OTHER_SHOP)
  const session = await tokenOf()
  const stolen = createTokens(deriveKeys('another-secret-0123456789abcdefgh'))
  const message = await signed()
  const { nonce } = message.data
  const forged = await stolen.signNonce({ nonce, projectId: SHOP.projectId }, service.now() + MINUTE_MS)
  const [head, , mac] = forged.split('.')
  for (const token of [other.token, foreign.token, session, forged, `${head}..${mac}`, '', 'x.y.z', 'undefined']) {
    expect((await authenticate({ ...message, token })).code).toBe('auth.nonce')
  }
  expect((await authenticate(message)).status).toBe(200)
})

const ago = (ms: number) => new Date(service.now() - ms).toISOString()

test.each<[string, () => Parameters<typeof signed>[1]]>([
  ['domain', () => ({ domain: 'evil.example' })],
  ['domain', () => ({ domain: 'shop.example:8443' })],
  ['uri', () => ({ uri: 'https://evil.example/' })],
  ['uri', () => ({ uri: 'http://shop.example/' })],
  ['uri', () => ({ uri: 'cart' })],
  ['version', () => ({ version: '2' })],
  ['issuedAt', () => ({ issuedAt: ago(16 * MINUTE_MS) })],
  ['issuedAt', () => ({ issuedAt: ago(-6 * MINUTE_MS) })],
  ['issuedAt', () => ({ issuedAt: undefined })],
  ['expirationTime', () => ({ expirationTime: ago(1) })],
  ['notBefore', () => ({ notBefore: ago(-6 * MINUTE_MS) })],
])('a message with another %s than the service requires is refused', async (field, changes) => {
  const { status, code, answer } = await authenticate(await signed(ADA, changes()))
  expect([status, code, answer.error.message]).toEqual([400, 'auth.message', expect.stringContaining(`: ${field}`)])
})

test('a chain without signature verification, and a text that is not a message, are refused', async () => {
  const message = await signed({ ...ADA, chainId: 'cosmos:cosmoshub-4' as Visitor['chainId'] })
  expect((await authenticate(message)).answer.error.message).toContain('chainId')
  const plain = await signed()
  expect((await authenticate({ ...plain, message: 'Let me in' })).code).toBe('auth.message')
})

test('a page of another origin, or without an origin, cannot sign visitors in', async () => {
  const message = await signed()
  const evil = { ...SHOP, origin: 'https://evil.example' }
  for (const [shop, code] of [
    [evil, 'origin.notAllowed'],
    [{ ...SHOP, origin: 'null' }, 'origin.notAllowed'],
    [{ ...SHOP, origin: '' }, 'origin.missing'],
  ] as const) {
    const answer = await authenticate(message, shop)
    expect([answer.status, answer.code]).toEqual([403, code])
  }
  expect((await ask('nonce', { shop: evil })).code).toBe('origin.notAllowed')
  // The page is allowed, but it is not the page in the message that the visitor read.
  expect((await authenticate(message, { ...SHOP, origin: SECOND_PAGE })).code).toBe('auth.message')
  const second = { ...SHOP, origin: SECOND_PAGE }
  expect((await authenticate(await signed(ADA, {}, second), second)).status).toBe(200)
})

test.each([
  ['a page on a host where anybody can publish', 'https://thief.vercel.app'],
  ['a page behind a tunnel that anybody can open', 'https://thief.ngrok-free.app'],
  ['a page on the visitor’s own machine', 'http://localhost:3000'],
])("%s neither signs visitors in for the project nor uses a session of the project's pages", async (_, origin) => {
  const thief = { ...SHOP, origin }
  // With everything that a page of the project can request.
  const { nonce, token } = await nonceOf()
  const forged = await signMessage(
    ADA,
    { domain: new URL(origin).host, uri: `${origin}/`, getNonce: () => nonce },
    { issuedAt: new Date(service.now()).toISOString() },
  )
  const answer = await authenticate({ token, ...forged }, thief)
  expect([answer.status, answer.code]).toEqual([403, 'origin.notAllowed'])
  expect((await ask('nonce', { shop: thief })).code).toBe('origin.notAllowed')
  const session = await tokenOf()
  expect((await me(session, '', thief)).code).toBe('origin.notAllowed')
  const headers = { authorization: `Bearer ${session}` }
  const put = { method: 'PUT', shop: thief, headers, body: { metadata: { plan: 'gold' } } }
  expect((await ask('account-metadata', put)).code).toBe('origin.notAllowed')
  const mail = { method: 'POST', shop: thief, body: { email: 'ada@mail.example', account: `eip155:1:${ADA.address}` } }
  expect((await ask('otp', mail)).code).toBe('origin.notAllowed')
  expect((await ask('otp', { ...mail, method: 'PUT', body: { code: '000000' } })).code).toBe('origin.notAllowed')
})

test('data sent along with a signed text is not trusted', async () => {
  const message = await signed()
  const { answer } = await authenticate({ ...message, data: { ...message.data, accountAddress: BOB.address } })
  expect((await me(answer.token)).answer.address).toBe(ADA.address)
})

test('a strange wallet description does not prevent sign-in', async () => {
  const message = { ...(await signed()), walletInfo: { type: 'carrier pigeon' } }
  expect((await authenticate(message)).status).toBe(200)
})

test('a session ends at its expiration time, after a day if there is none, and after a month at the latest', async () => {
  const soon = await tokenOf(ADA, { expirationTime: ago(-MINUTE_MS) })
  const silent = await tokenOf(ADA, { expirationTime: undefined })
  const forever = await tokenOf(ADA, { expirationTime: ago(-1_000 * DAY_MS) })
  const isKnown = async (token: string) => (await me(token)).status === 200
  expect(await Promise.all([soon, silent, forever].map(isKnown))).toEqual([true, true, true])
  service.advance(MINUTE_MS)
  expect([await isKnown(soon), await isKnown(silent)]).toEqual([false, true])
  service.advance(DAY_MS)
  expect([await isKnown(silent), await isKnown(forever)]).toEqual([false, true])
  service.advance(29 * DAY_MS)
  expect(await isKnown(forever)).toBe(false)
})

test('signing out ends this session everywhere, and no other', async () => {
  const [token, other] = [await tokenOf(), await tokenOf()]
  const signOut = () => ask('sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect((await signOut()).status).toBe(204)
  expect((await signOut()).status).toBe(204)
  expect([(await me(token)).code, (await me(other)).status]).toEqual(['auth.session', 200])
  expect((await ask('sign-out', { method: 'POST' })).code).toBe('auth.session')
})

test('a token is valid only for its project and the secret it was signed with', async () => {
  const token = await tokenOf()
  const { token: nonceToken } = await nonceOf()
  expect((await me(token, '', OTHER_SHOP)).code).toBe('auth.session')
  for (const wrong of [nonceToken, '', 'x', `${token}x`]) {
    const answer = await me(wrong)
    expect([answer.status, answer.code]).toEqual([401, 'auth.session'])
  }
  const url = `/auth/v1/me?projectId=${SHOP.projectId}`
  const init = { headers: { authorization: `Bearer ${token}` } }
  expect((await service.another({ secret: SECRET }).request(url, init)).status).toBe(200)
  expect((await service.another({ secret: `${SECRET}2` }).request(url, init)).status).toBe(401)
})

test('the site reads and replaces the data that it stores with a visitor', async () => {
  const siwx = hosted()
  const data = await siwx.createMessage({ accountAddress: BOB.address, chainId: BOB.chainId })
  await siwx.addSession({ data, message: `${data}`, signature: await BOB.sign(`${data}`) })
  const kept = async () => (await siwx.getSessionAccount()).appKitAccount?.metadata
  expect(await kept()).toEqual({})
  const facts = { plan: 'gold', list: [1, null], strange: '\u0000\ud800' }
  await siwx.setSessionAccountMetadata(facts)
  expect(await kept()).toEqual(facts)
  await tokenOf(BOB)
  expect(await kept()).toEqual(facts)
  await siwx.setSessionAccountMetadata()
  expect(await kept()).toEqual({})
})

test('a page of another origin is allowed to send the required headers', async () => {
  const asked = 'authorization,x-otp,x-nonce-jwt'
  const { status, headers } = await ask('otp', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': asked },
  })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(headers.get('access-control-allow-methods')).toContain('PUT')
  expect(headers.get('access-control-allow-headers')).toBe(asked)
  expect((await ask('nonce')).headers.get('cache-control')).toBe('no-store')
})

test('a request without a secret, a project or a body is refused with a reason', async () => {
  const noSecret = await service.another().request(`/auth/v1/nonce?projectId=${SHOP.projectId}`)
  expect([noSecret.status, (await noSecret.json()).error.code]).toEqual([503, 'auth.notConfigured'])
  const codes = ['', 'x', 'f'.repeat(32)].map(
    async (projectId) => (await ask('nonce', { shop: { ...SHOP, projectId } })).code,
  )
  expect(await Promise.all(codes)).toEqual(['project.missing', 'project.malformed', 'project.unknown'])
  expect((await ask('authenticate', { method: 'POST' })).code).toBe('request.notJson')
  expect((await ask('authenticate', { method: 'POST', body: { message: 1 } })).code).toBe('request.invalid')
  expect((await ask('authenticate', { method: 'POST', body: 'x'.repeat(600_000) })).code).toBe('request.tooLarge')
  const headers = { authorization: `Bearer ${await tokenOf()}` }
  const metadata = { text: 'x'.repeat(20_000) }
  expect((await ask('account-metadata', { method: 'PUT', headers, body: { metadata } })).code).toBe('request.tooLarge')
  for (const wrong of [{}, { metadata: [] }, { metadata: 'x' }]) {
    expect((await ask('account-metadata', { method: 'PUT', headers, body: wrong })).code).toBe('request.invalid')
  }
})

test('a contract account without a node is refused; with its node down, the service is unavailable', async () => {
  const message = await signed({ ...ADA, address: BOB.address })
  expect((await authenticate(message)).code).toBe('auth.signature')
  const { token, ...body } = message
  const nowhere = new Map([['eip155:1' as const, [new URL('http://127.0.0.1:9'), new URL('http://127.0.0.1:9/2')]]])
  const answer = await service
    .another({ secret: SECRET }, nowhere)
    .request(`/auth/v1/authenticate?projectId=${SHOP.projectId}`, {
      method: 'POST',
      headers: { origin: SHOP.origin, 'x-nonce-jwt': `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  expect([answer.status, (await answer.json()).error.code]).toEqual([503, 'upstream.unavailable'])
})

test('a project over its limit learns when to retry', async () => {
  const app = service.another({ secret: SECRET })
  const answers = Array.from({ length: 520 }, () => app.request(`/auth/v1/me?projectId=${SHOP.projectId}`))
  const refused = (await Promise.all(answers)).filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the log contains nothing about visitors', async () => {
  const { nonce } = await nonceOf()
  const token = await tokenOf(solanaVisitor(3))
  await ask(`unknown?${token}`)
  const log = service.lines.join('\n')
  expect(log).toContain('/auth/v1/authenticate')
  for (const secret of [
    nonce,
    token,
    ADA.address,
    ADA.address.toLowerCase(),
    solanaVisitor(3).address,
    SOLANA,
    SECRET,
  ]) {
    expect(log).not.toContain(secret)
  }
})
