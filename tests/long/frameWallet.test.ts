import { randomBytes } from 'node:crypto'
import { SHARES_LINKS_CONFIRM_PATH } from '@portico/contracts/services/shares'
import { IDBFactory } from 'fake-indexeddb'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { createHandlers } from '../../services/secureFrame/src/handlers/createHandlers.ts'
import { lazyWallet } from '../../services/secureFrame/src/handlers/lazyWallet.ts'
import { createNetwork } from '../../services/secureFrame/src/handlers/networks.ts'
import { createSigners } from '../../services/secureFrame/src/keys/createSigners.ts'
import { createWallet } from '../../services/secureFrame/src/keys/createWallet.ts'
import { createLoginClient } from '../../services/secureFrame/src/login/createLoginClient.ts'
import { createSessions } from '../../services/secureFrame/src/session/createSessions.ts'
import { createTabs } from '../../services/secureFrame/src/session/createTabs.ts'
import { openShelf } from '../../services/secureFrame/src/session/openShelf.ts'
import { freshDatabase } from '../../services/testing/databases.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import { runShareStore } from '../../services/testing/runShareStore.ts'
import { type LoginService, SECURE_SITE, SHOP, startLogin } from '../../services/testing/startLogin.ts'

/** Signing up, and returning with another browser. Login service, share stores and mail delivery are real. */

jest.setTimeout(60_000)

const FROM = 'no-reply@portico.example'

let mail: MailServer
let service: LoginService
let stores: Awaited<ReturnType<typeof runShareStore>>[] = []
const undo: (() => void)[] = []

async function runStore(store: 'auth' | 'recovery') {
  const database = await freshDatabase()
  return runShareStore(store, {
    ...('DATA_DIR' in database ? { SHARE_DATA_DIR: database.DATA_DIR } : { SHARE_DATABASE_URL: database.DATABASE_URL }),
    SHARE_KEY: `k1:${randomBytes(32).toString('base64url')}`,
    LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [service.signingKey.publicKey] }),
    SECURE_SITE_ORIGIN: SECURE_SITE,
    ...(store === 'recovery' && { SMTP_URL: mail.url, SMTP_FROM: FROM }),
  })
}

beforeAll(async () => {
  mail = await startMailServer()
  service = await startLogin({ smtpUrl: mail.url, from: FROM })
  stores = await Promise.all([runStore('auth'), runStore('recovery')])
})
afterAll(async () => {
  for (const take of undo) take()
  await Promise.all(stores.map((store) => store.stop()))
  await service?.close()
  await mail?.close()
})

/** The last mail, without the line breaks of its encoding. */
const lastMail = () => mail.inbox.at(-1)?.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
const codeOf = (text: string) => /\b(\d{6})\b/.exec(text.split('\r\n\r\n').slice(1).join())?.[1] ?? ''

/** A frame in an unused browser. */
function openBrowser() {
  const [auth = '', recovery = ''] = stores.map(({ url }) => url)
  const settings = { services: service.url, shares: { auth, recovery }, bundlers: {}, isDevelopment: false }
  const place = { settings, projectId: SHOP.projectId, page: () => SHOP.origin }
  const ask: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, origin: SECURE_SITE } })
  const login = createLoginClient(place, ask)
  const tabs = createTabs()
  undo.push(tabs.close)
  const sessions = createSessions({ place, login, tabs, shelf: openShelf({ indexedDB: new IDBFactory() }) })
  const opened = createWallet({ settings, sessions, fetch: ask })
  const wallet = lazyWallet(async () => opened)
  const handlers = createHandlers({
    login,
    sessions,
    wallet,
    network: createNetwork('eip155:1'),
    rpc: { RPC_REQUEST: async () => null, RPC_ABORT: async () => undefined, REVIEW_NEW_DEVICES: async () => undefined },
    newDevices: async () => [],
    site: { SYNC_THEME: async () => undefined, SYNC_DAPP_DATA: async () => undefined },
    origin: SECURE_SITE,
    onEmailChanged: async () => {},
    findReturn: async () => undefined,
  })
  const asking = { origin: SHOP.origin, signal: new AbortController().signal }
  const isConnected = async () => (await handlers.IS_CONNECTED(undefined, asking)).isConnected
  async function signIn(email: string) {
    expect(await handlers.CONNECT_EMAIL({ email }, asking)).toEqual({ action: 'VERIFY_OTP' })
    await handlers.CONNECT_OTP({ otp: codeOf(lastMail()) }, asking)
  }
  return { handlers, wallet, asking, isConnected, signIn }
}

test('signing up takes one mail, and another browser gets the same wallet after the code and the recovery link', async () => {
  const email = 'Katherine@mail.example'
  const first = openBrowser()
  await first.signIn(email)
  await first.handlers.CONNECT_DEVICE(undefined, first.asking)
  const { address, ...user } = await first.handlers.GET_USER(undefined, first.asking)
  expect(user).toMatchObject({ email, chainId: 1, preferredAccountType: 'eoa' })
  expect(await first.isConnected()).toBe(true)
  expect(mail.inbox).toHaveLength(1)

  const second = openBrowser()
  await second.signIn(email)
  // Merely opening the page mails no link and connects no account.
  expect(await second.isConnected()).toBe(false)
  expect(mail.inbox).toHaveLength(2)
  const confirmed = second.handlers.CONNECT_DEVICE(undefined, second.asking)
  while (mail.inbox.length < 3) await new Promise((next) => setTimeout(next, 20))
  const [, token] = new RegExp(`${SECURE_SITE}/device#recovery=([\\w-]{43})`).exec(lastMail()) ?? []
  const followed = await fetch(`${stores[1]?.url}${SHARES_LINKS_CONFIRM_PATH}`, {
    method: 'POST',
    headers: { origin: SECURE_SITE },
    body: JSON.stringify({ token }),
  })
  expect(followed.status).toBe(200)
  await confirmed
  expect(await second.handlers.GET_USER(undefined, second.asking)).toMatchObject({ address, email })
  expect(await second.isConnected()).toBe(true)
  expect(mail.inbox).toHaveLength(3)

  const addressOfKey = ({ wallet }: typeof first) =>
    createSigners(wallet).withEvmKey(async (key) => privateKeyToAddress(bytesToHex(key)))
  expect(await addressOfKey(second)).toBe(address)
  // The first browser still opens the same wallet.
  expect(await addressOfKey(first)).toBe(address)
  expect(await first.isConnected()).toBe(true)

  await second.handlers.SIGN_OUT(undefined, second.asking)
  expect(await second.isConnected()).toBe(false)
  await expect(second.handlers.GET_USER(undefined, second.asking)).rejects.toMatchObject({ failure: 'notConnected' })

  // A known device needs only a code.
  await second.signIn(email)
  expect(await second.handlers.GET_USER(undefined, second.asking)).toMatchObject({ address })
  expect(mail.inbox).toHaveLength(4)
})

test('on an unknown device, the user request that other clients send is answered once the link is followed', async () => {
  const email = 'Dorothy@mail.example'
  const first = openBrowser()
  await first.signIn(email)
  const { address } = await first.handlers.GET_USER(undefined, first.asking)
  const second = openBrowser()
  await second.signIn(email)
  const mails = mail.inbox.length
  const user = second.handlers.GET_USER(undefined, second.asking)
  while (mail.inbox.length === mails) await new Promise((next) => setTimeout(next, 20))
  const [, token] = /#recovery=([\w-]{43})/.exec(lastMail()) ?? []
  await fetch(`${stores[1]?.url}${SHARES_LINKS_CONFIRM_PATH}`, {
    method: 'POST',
    headers: { origin: SECURE_SITE },
    body: JSON.stringify({ token }),
  })
  expect(await user).toMatchObject({ address })
})
