/** @jest-environment jsdom */
import type { CaipNetworkId } from '@portico/contracts'
import { version } from '../../package.json'
import { type FakeService, startFakeService } from '../../testing/fakeService.ts'
import { evmVisitor, SOLANA, signIn } from '../../testing/sessions.ts'
import { breakStorage } from '../../testing/storage.ts'
import { isSIWXError } from '../errors.ts'
import { type HostedAuthenticationOptions, hostedAuthentication } from './HostedAuthentication.ts'

const ADA = evmVisitor('1')
const TOKEN = '@portico/siwx-auth-token'
const NONCE = '@portico/siwx-nonce-token'

let service: FakeService
beforeAll(async () => {
  service = await startFakeService()
})
afterAll(() => service.close())
beforeEach(() => {
  localStorage.clear()
  service.reset()
})
afterEach(() => jest.restoreAllMocks())

const create = (options: Partial<HostedAuthenticationOptions> = {}) =>
  hostedAuthentication({
    api: service.url,
    projectId: 'project1',
    domain: 'shop.example',
    uri: 'https://shop.example/',
    ...options,
  })

/** Signs in the way the modal does. */
async function connect(siwx = create(), visitor = ADA) {
  const data = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  const session = { data, message: `${data}`, signature: await visitor.sign(`${data}`) }
  await siwx.addSession(session)
  return { siwx, session }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (isSIWXError(error) ? error.code : error),
  )

async function until(isReached: () => boolean) {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 2))
}

test('a visitor signs in at the service, and is still signed in at the next visit', async () => {
  const { session } = await connect(create({ getWalletInfo: () => ({ type: 'extension', name: 'Harbor' }) }))
  expect(service.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET nonce', 'POST authenticate'])
  expect(service.calls[0]?.query).toEqual({ projectId: 'project1', st: 'appkit', sv: `html-universal-${version}` })
  expect(service.calls[1]?.body).toEqual({
    data: { ...session.data },
    message: session.message,
    signature: session.signature,
    walletInfo: { type: 'extension', name: 'Harbor' },
  })
  const [kept] = await create().getSessions(ADA.chainId, ADA.address.toLowerCase())
  expect(kept?.data).toMatchObject({ accountAddress: ADA.address, chainId: ADA.chainId, nonce: session.data.nonce })
  expect([localStorage.getItem(TOKEN), localStorage.getItem(NONCE)]).toEqual([expect.stringMatching(/\..*\./), null])
})

test('a session of another account or network does not count', async () => {
  const { siwx } = await connect()
  expect(await siwx.getSessions('eip155:10', ADA.address)).toEqual([])
  expect(await siwx.getSessions(ADA.chainId, evmVisitor('2').address)).toEqual([])
  expect(await siwx.getSessions(SOLANA, ADA.address)).toEqual([])
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
})

test('the service is not asked about a visitor who never signed in', async () => {
  expect(await create().getSessions(ADA.chainId, ADA.address)).toEqual([])
  expect(service.calls).toEqual([])
})

test("another account's signature is refused, and no one is signed in", async () => {
  const siwx = create()
  const data = await siwx.createMessage({ accountAddress: ADA.address, chainId: ADA.chainId })
  const forged = { data, message: `${data}`, signature: await evmVisitor('2').sign(`${data}`) }
  await expect(siwx.addSession(forged)).rejects.toThrow('Invalid signature')
  expect(await codeOf(siwx.addSession(forged))).toBe('siwx.refused')
  expect(localStorage.getItem(TOKEN)).toBeNull()
})

test('a nonce can be used once', async () => {
  const { siwx, session } = await connect()
  expect(await codeOf(siwx.addSession(session))).toBe('siwx.notAuthenticated')
})

test('signing out ends the session on the page at once, and ends it at the service', async () => {
  const { siwx } = await connect()
  const token = localStorage.getItem(TOKEN)
  await siwx.setSessions([])
  expect(localStorage).toHaveLength(0)
  await until(() => service.calls.some(({ path }) => path === 'sign-out'))
  localStorage.setItem(TOKEN, token ?? '')
  expect(await create().getSessions(ADA.chainId, ADA.address)).toEqual([])
})

test("revoking a session signs the visitor out only if it is the signed-in account's", async () => {
  const { siwx } = await connect()
  await siwx.revokeSession('eip155:10', ADA.address)
  await siwx.revokeSession(ADA.chainId, evmVisitor('2').address)
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  await siwx.revokeSession(ADA.chainId, ADA.address.toLowerCase())
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
})

test("of several sessions, the active network's is authenticated, or the first if none is for that network", async () => {
  const signedIn = async (active: CaipNetworkId) => {
    const siwx = create({ getActiveNetworkId: () => active })
    const { nonce } = await siwx.createMessage({ accountAddress: ADA.address, chainId: ADA.chainId })
    const sessions = ['eip155:1', 'eip155:10'] as const
    const options = { getNonce: () => nonce }
    await siwx.setSessions(await Promise.all(sessions.map((id) => signIn(evmVisitor('1', id), options))))
    return (await siwx.getSessionAccount()).caip2Network
  }
  expect(await signedIn('eip155:10')).toBe('eip155:10')
  expect(await signedIn('eip155:137')).toBe('eip155:1')
})

test('an expired session is forgotten without a request', async () => {
  service.lifetimeSeconds = -1
  const { siwx } = await connect()
  service.calls.length = 0
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  expect([service.calls, localStorage.getItem(TOKEN)]).toEqual([[], null])
})

test('a session that the service no longer accepts is forgotten', async () => {
  const { siwx } = await connect()
  service.forgetEverybody()
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  expect(localStorage.getItem(TOKEN)).toBeNull()
})

test('the site is notified when a visitor signs in or out', async () => {
  const heard: (string | undefined)[] = []
  const siwx = create()
  const undo = siwx.on('sessionChanged', (session) => heard.push(session?.data.accountAddress))
  await connect(siwx)
  await siwx.setSessions([])
  await siwx.setSessions([])
  expect(heard).toEqual([ADA.address, undefined])
  undo()
  siwx.on('sessionChanged', () => heard.push('too late'))
  siwx.removeAllListeners()
  await connect(siwx)
  expect(heard).toHaveLength(2)
})

test("the site reads and changes the service's data about a visitor", async () => {
  expect(await codeOf(create().getSessionAccount())).toBe('siwx.notAuthenticated')
  await expect(create().setSessionAccountMetadata({})).rejects.toThrow('Not authenticated')
  const { siwx } = await connect()
  expect(await siwx.getSessionAccount()).toMatchObject({
    address: ADA.address,
    chainId: 1,
    appKitAccount: { metadata: {} },
  })
  await siwx.setSessionAccountMetadata({ plan: 'gold' })
  expect((await siwx.getSessionAccount()).appKitAccount?.metadata).toEqual({ plan: 'gold' })
})

test('a confirmed e-mail address becomes part of the session', async () => {
  const siwx = create({ resources: ['https://shop.example/terms'] })
  const account = `${ADA.chainId}:${ADA.address}`
  expect(await siwx.requestEmailOtp({ email: 'ada@shop.example', account })).toEqual({ uuid: expect.any(String) })
  expect(await codeOf(siwx.confirmEmailOtp({ code: '000000' }))).toBe('siwx.refused')
  expect(await siwx.confirmEmailOtp({ code: '123456' })).toBeNull()
  const { session } = await connect(siwx)
  expect(session.data.resources).toEqual(['https://shop.example/terms', 'email:ada@shop.example'])
  expect((await siwx.getSessionAccount()).email).toBe('ada@shop.example')
  expect(await siwx.requestEmailOtp({ email: 'ada@shop.example', account })).toEqual({ uuid: null })
})

test.each<[string, string, number, string, string]>([
  ['nonce', 'text/plain', 200, 'hello', 'siwx.invalidAnswer'],
  ['nonce', 'application/json', 200, '{', 'siwx.invalidAnswer'],
  ['nonce', 'application/json', 200, '{"nonce":1,"token":"x"}', 'siwx.invalidAnswer'],
  ['nonce', 'application/json', 200, '{"nonce":"with-dashes","token":"x"}', 'siwx.invalidMessage'],
  ['nonce', 'text/plain', 500, 'out of order', 'siwx.refused'],
  ['authenticate', 'application/json', 200, '{"token":null}', 'siwx.invalidAnswer'],
  ['authenticate', 'text/plain', 403, 'no', 'siwx.notAuthenticated'],
])('a typed error results when %s answers with %s, %i and %s', async (path, type, status, body, code) => {
  service.say(path, { type, status, body })
  expect(await codeOf(connect())).toBe(code)
  expect(localStorage.getItem(TOKEN)).toBeNull()
})

test('a service outage signs no one out', async () => {
  const { siwx } = await connect()
  service.say('me', { type: 'text/plain', status: 500, body: 'out of order' })
  expect(await codeOf(siwx.getSessions(ADA.chainId, ADA.address))).toBe('siwx.refused')
  service.say('me', { type: 'application/json', status: 200, body: '{"address":7}' })
  expect(await codeOf(siwx.getSessions(ADA.chainId, ADA.address))).toBe('siwx.invalidAnswer')
  service.say('me', undefined)
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
})

test('an unreachable or silent service soon gives a typed error', async () => {
  expect(await codeOf(connect(create({ api: 'http://127.0.0.1:9' })))).toBe('siwx.unreachable')
  service.say('nonce', 'nothing')
  expect(await codeOf(connect(create({ timeoutMs: 50 })))).toBe('siwx.unreachable')
})

test('without storage, a visitor stays signed in until the page closes', async () => {
  breakStorage('blocked')
  const { siwx } = await connect()
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  expect(await create().getSessions(ADA.chainId, ADA.address)).toEqual([])
})

test('the tokens are stored under the names that the site gives', async () => {
  const { siwx } = await connect(create({ storageKeys: { authToken: 'shop-auth', nonceToken: 'shop-nonce' } }))
  expect(localStorage.getItem('shop-auth')).not.toBeNull()
  expect(siwx.getRequired()).toBe(true)
  expect(create({ required: false }).getRequired()).toBe(false)
})
