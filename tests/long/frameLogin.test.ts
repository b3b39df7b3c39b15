import { CODE_LIFETIME_MS, CODE_TRIES_MAX } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { SHARES_RELEASE_PATH } from '@portico/contracts/services/shares'
import { IDBFactory } from 'fake-indexeddb'
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose'
import { createHandlers } from '../../services/secureFrame/src/handlers/createHandlers'
import { createNetwork } from '../../services/secureFrame/src/handlers/networks'
import type { Addresses } from '../../services/secureFrame/src/interfaces'
import { createLoginClient } from '../../services/secureFrame/src/login/createLoginClient'
import { createSocialAttempts } from '../../services/secureFrame/src/login/socialAttempts'
import { createSessions } from '../../services/secureFrame/src/session/createSessions'
import { createTabs } from '../../services/secureFrame/src/session/createTabs'
import { openShelf } from '../../services/secureFrame/src/session/openShelf'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { CLIENT_HEADER, type LoginService, SECURE_SITE, SHOP, startLogin } from '../../services/testing/startLogin'

/** The page's requests to the frame, with the real login service and real mail delivery. */

jest.setTimeout(60_000)

const ADDRESS = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
const addresses = { eip155: ADDRESS, solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' } as unknown as Addresses

let mail: MailServer
let service: LoginService
let people = 0
const undo: (() => void)[] = []

beforeAll(async () => {
  mail = await startMailServer()
  service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
})
afterEach(() => {
  for (const take of undo.splice(0)) take()
})
afterAll(async () => {
  await service?.close()
  await mail?.close()
})

const newEmail = () => `Grace.${++people}@mail.example`
/** Read from the raw mail, whose encoding never splits the six digits. */
const lastCode = () => /\b(\d{6})\b/.exec(mail.inbox.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? '')?.[1] ?? ''
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

interface Frame {
  readonly storage?: object
  readonly page?: string
  readonly isOffline?: () => boolean
}

/** A frame in one tab. Frames with the same storage are tabs of the same browser. */
function openFrame({ storage = { indexedDB: new IDBFactory() }, page = SHOP.origin, isOffline }: Frame = {}) {
  const client = `198.51.100.${people % 250}`
  const settings = {
    services: service.url,
    shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
    bundlers: {},
    isDevelopment: false,
  }
  const place = { settings, projectId: SHOP.projectId, page: () => page }
  const login = createLoginClient(place, async (url, init) => {
    if (isOffline?.()) throw new TypeError('Failed to fetch')
    return fetch(url, { ...init, headers: { ...init?.headers, origin: SECURE_SITE, [CLIENT_HEADER]: client } })
  })
  const tabs = createTabs()
  const sessions = createSessions({ place, login, shelf: openShelf(storage), tabs, now: service.now })
  const wallet = {
    addresses: async () => addresses,
    waitForDevice: async () => {},
    withSeed: () => Promise.reject(new Error('not asked for')),
    forget: jest.fn(),
  }
  const nothing = async () => {}
  const changed: string[] = []
  const handlers = createHandlers({
    login,
    sessions,
    wallet,
    network: createNetwork('eip155:1'),
    rpc: { RPC_REQUEST: async () => null, RPC_ABORT: async () => undefined, REVIEW_NEW_DEVICES: async () => undefined },
    newDevices: async () => [],
    site: { SYNC_THEME: async () => undefined, SYNC_DAPP_DATA: async () => undefined },
    origin: SECURE_SITE,
    onEmailChanged: async (email) => void changed.push(email),
    findReturn: async () => undefined,
    attempts: createSocialAttempts({}),
  })
  undo.push(sessions.watch(nothing), tabs.close)
  const asking = { origin: page, signal: new AbortController().signal }
  return { handlers, sessions, wallet, asking, storage, changed }
}
type OpenFrame = ReturnType<typeof openFrame>

async function signIn({ handlers, asking }: OpenFrame, email = newEmail()) {
  expect(await handlers.CONNECT_EMAIL({ email }, asking)).toEqual({ action: 'VERIFY_OTP' })
  await handlers.CONNECT_OTP({ otp: lastCode() }, asking)
  return email
}
const isConnected = async ({ handlers, asking }: OpenFrame) =>
  (await handlers.IS_CONNECTED(undefined, asking)).isConnected

test('a visitor types an address and the mailed code, and is signed in', async () => {
  const frame = openFrame()
  const { handlers, asking } = frame
  expect(await isConnected(frame)).toBe(false)
  await expect(handlers.GET_USER(undefined, asking)).rejects.toMatchObject({ failure: 'notConnected' })
  const email = await signIn(frame)
  expect(await isConnected(frame)).toBe(true)
  expect(await handlers.GET_USER({ chainId: 'eip155:10' }, asking)).toEqual({
    email,
    address: ADDRESS,
    chainId: 10,
    accounts: [{ type: 'eoa', address: ADDRESS }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  })
  expect(await handlers.GET_USER({ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, asking)).toMatchObject({
    address: addresses.solana,
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
})

test('a signed-in visitor needs no code for the same address, in capitals or lower case', async () => {
  const frame = openFrame()
  const email = await signIn(frame)
  const mails = mail.inbox.length
  expect(await frame.handlers.CONNECT_EMAIL({ email: email.toLowerCase() }, frame.asking)).toEqual({
    action: 'CONNECT',
  })
  expect(mail.inbox).toHaveLength(mails)
  expect(await frame.handlers.CONNECT_EMAIL({ email: newEmail() }, frame.asking)).toEqual({ action: 'VERIFY_OTP' })
})

test('a wrong code can be retried, but not too often', async () => {
  const frame = openFrame()
  const { handlers, asking } = frame
  await handlers.CONNECT_EMAIL({ email: newEmail() }, asking)
  const code = lastCode()
  // Input that cannot be a code does not count as an attempt.
  await expect(handlers.CONNECT_OTP({ otp: 'abc' }, asking)).rejects.toMatchObject({ failure: 'codeWrong' })
  for (let tries = 1; tries < CODE_TRIES_MAX; tries++) {
    await expect(handlers.CONNECT_OTP({ otp: wrong(code) }, asking)).rejects.toMatchObject({ failure: 'codeWrong' })
  }
  for (const otp of [wrong(code), code]) {
    await expect(handlers.CONNECT_OTP({ otp }, asking)).rejects.toMatchObject({ failure: 'codeUsedUp' })
  }
  expect(await isConnected(frame)).toBe(false)
})

test('a code that is too old or was never requested is reported as expired', async () => {
  const { handlers, asking } = openFrame()
  await expect(handlers.CONNECT_OTP({ otp: '123456' }, asking)).rejects.toMatchObject({ failure: 'codeExpired' })
  await handlers.CONNECT_EMAIL({ email: newEmail() }, asking)
  service.advance(CODE_LIFETIME_MS + 1)
  await expect(handlers.CONNECT_OTP({ otp: lastCode() }, asking)).rejects.toMatchObject({ failure: 'codeExpired' })
})

test('a newer code request replaces the previous one, and going back discards both', async () => {
  const { handlers, asking } = openFrame()
  await handlers.CONNECT_EMAIL({ email: newEmail() }, asking)
  const first = lastCode()
  await handlers.CONNECT_EMAIL({ email: newEmail() }, asking)
  const second = lastCode()
  if (first !== second) {
    await expect(handlers.CONNECT_OTP({ otp: first }, asking)).rejects.toMatchObject({ failure: 'codeWrong' })
  }
  await handlers.RELOAD(undefined, asking)
  await expect(handlers.CONNECT_OTP({ otp: second }, asking)).rejects.toMatchObject({ failure: 'codeExpired' })
})

test('a newer request whose mail fails leaves the previous code valid', async () => {
  const { handlers, asking } = openFrame()
  const email = newEmail()
  await handlers.CONNECT_EMAIL({ email }, asking)
  const code = lastCode()
  mail.refuseWith(451)
  await expect(handlers.CONNECT_EMAIL({ email }, asking)).rejects.toMatchObject({ failure: 'mailUnavailable' })
  mail.refuseWith(undefined)
  await handlers.CONNECT_OTP({ otp: code }, asking)
  expect(await handlers.IS_CONNECTED(undefined, asking)).toEqual({ isConnected: true })
})

test('the page learns that the project does not allow it, or that the mail server is down', async () => {
  const stranger = openFrame({ page: 'https://evil.example' })
  const ask = ({ handlers, asking }: OpenFrame) => handlers.CONNECT_EMAIL({ email: newEmail() }, asking)
  await expect(ask(stranger)).rejects.toMatchObject({ failure: 'originNotAllowed' })
  mail.refuseWith(451)
  await expect(ask(openFrame())).rejects.toMatchObject({ failure: 'mailUnavailable' })
  mail.refuseWith(550)
  await expect(ask(openFrame())).rejects.toMatchObject({ failure: 'emailInvalid' })
  mail.refuseWith(undefined)
})

test('signing out ends the session here, even without the login service, and at the service if it is reachable', async () => {
  const online = openFrame()
  await signIn(online)
  const openSessions = () =>
    service.db.selectFrom('login_sessions').selectAll().where('revoked_at', 'is', null).execute()
  const before = await openSessions()
  await online.handlers.SIGN_OUT(undefined, online.asking)
  expect(await isConnected(online)).toBe(false)
  expect(online.wallet.forget).toHaveBeenCalled()
  expect(await openSessions()).toHaveLength(before.length - 1)

  let isDown = false
  const offline = openFrame({ isOffline: () => isDown })
  await signIn(offline)
  isDown = true
  expect(await isConnected(offline)).toBe(true)
  await offline.handlers.SIGN_OUT(undefined, offline.asking)
  expect(await isConnected(offline)).toBe(false)
})

test('a second tab of the same page is signed in and out along with the first', async () => {
  const first = openFrame()
  const second = openFrame({ storage: first.storage })
  const heard = jest.fn()
  undo.push(second.sessions.watch(heard))
  await signIn(first)
  while (heard.mock.calls.length < 1) await new Promise((next) => setTimeout(next))
  expect(await isConnected(second)).toBe(true)
  expect(await second.sessions.keyThumbprint()).toBe(await first.sessions.keyThumbprint())
  await first.handlers.SIGN_OUT(undefined, first.asking)
  while (heard.mock.calls.length < 2) await new Promise((next) => setTimeout(next))
  expect(await isConnected(second)).toBe(false)
})

test('with blocked storage the sign-in lasts as long as the page is open', async () => {
  const storage = {
    get indexedDB(): never {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  const frame = openFrame({ storage })
  const email = await signIn(frame)
  expect(await frame.handlers.GET_USER(undefined, frame.asking)).toMatchObject({ email })
  expect(await isConnected(openFrame({ storage }))).toBe(false)
})

test('a session ended elsewhere ends here too', async () => {
  const frame = openFrame()
  await signIn(frame)
  const { subject } = (await frame.sessions.current()) ?? {}
  await service.db
    .updateTable('login_sessions')
    .set({ revoked_at: new Date(service.now()) })
    .where('subject_id', '=', subject ?? '')
    .execute()
  await expect(frame.sessions.headersFor('auth', 'POST', SHARES_RELEASE_PATH)).rejects.toMatchObject({
    failure: 'notConnected',
  })
  expect(await frame.sessions.current()).toBeUndefined()
})

test('the token is renewed after half of its lifetime, for all tabs', async () => {
  const first = openFrame()
  const second = openFrame({ storage: first.storage })
  await signIn(first)
  const { expiresAtMs = 0 } = (await first.sessions.current()) ?? {}
  service.advance((expiresAtMs - service.now()) * 0.6)
  expect(await Promise.all([isConnected(first), isConnected(second)])).toEqual([true, true])
  const renewed = (await second.sessions.current())?.expiresAtMs ?? 0
  expect(renewed).toBeGreaterThan(expiresAtMs)
  expect(await isConnected(first)).toBe(true)
})

test("a store gets an assertion and a proof for one request, dated by the services' clock", async () => {
  const frame = openFrame()
  await signIn(frame)
  const headers = await frame.sessions.headersFor('recovery', 'POST', SHARES_RELEASE_PATH)
  const [scheme, assertion = ''] = (headers.authorization ?? '').split(' ')
  expect(scheme).toBe('DPoP')
  const keys = createLocalJWKSet({ keys: [service.signingKey.publicKey] })
  const currentDate = new Date(service.now())
  const { payload } = await jwtVerify(assertion, keys, { audience: 'portico-shares-recovery', currentDate })
  expect(payload.sub).toBe((await frame.sessions.current())?.subject)

  const proof = headers.DPoP ?? ''
  const { payload: proven } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
  expect(proven).toMatchObject({ htm: 'POST', htu: '/shares/release', iat: payload.iat })
  const { jwk } = decodeProtectedHeader(proof)
  expect(await calculateJwkThumbprint(jwk ?? { kty: '' })).toBe((payload.cnf as { jkt: string }).jkt)
  const again = await frame.sessions.headersFor('recovery', 'POST', SHARES_RELEASE_PATH)
  expect(again.DPoP).not.toBe(proof)
})

test('changing the address requires a code sent to the old address and another sent to the new address', async () => {
  const frame = openFrame()
  const { handlers, asking, changed } = frame
  const before = await signIn(frame)
  const after = newEmail()
  expect(await handlers.UPDATE_EMAIL({ email: after }, asking)).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  expect(mail.inbox.at(-1)?.to).toEqual([before])
  const primary = lastCode()
  await expect(handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: wrong(primary) }, asking)).rejects.toMatchObject({
    failure: 'codeWrong',
  })
  await handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: primary }, asking)
  expect(mail.inbox.at(-1)?.to).toEqual([after])
  expect(await handlers.UPDATE_EMAIL_SECONDARY_OTP({ otp: lastCode() }, asking)).toEqual({ newEmail: after })
  expect(changed).toEqual([after])
  expect(await handlers.GET_USER(undefined, asking)).toMatchObject({ email: after })
})

test('an address of another wallet cannot be taken', async () => {
  const taken = await signIn(openFrame())
  const frame = openFrame()
  const { handlers, asking } = frame
  await signIn(frame)
  await handlers.UPDATE_EMAIL({ email: taken }, asking)
  await handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: lastCode() }, asking)
  await expect(handlers.UPDATE_EMAIL_SECONDARY_OTP({ otp: lastCode() }, asking)).rejects.toMatchObject({
    failure: 'emailTaken',
  })
  expect(frame.changed).toEqual([])
})
