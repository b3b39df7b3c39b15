import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DELETION_GRACE_DAYS, LOGIN_IDENTITY_DELETE_PATH } from '@portico/contracts/services/login'
import { SHARES_PATH, SHARES_RELEASE_PATH } from '@portico/contracts/services/shares'
import { unknown } from 'valibot'
import { DeviceUnconfirmed, type Wallet } from '../../services/secureFrame/src/interfaces.ts'
import { sweep } from '../../services/src/login/sweep.ts'
import { createVisitors, textOfMail } from '../../services/testing/loginVisitor.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import { runShareStore } from '../../services/testing/runShareStore.ts'
import { type LoginService, SECURE_SITE, startLogin } from '../../services/testing/startLogin.ts'
import { createWalletDevices, type Device, type WalletDevices } from '../support/walletDevices.ts'

/** The frame's keys, with the real login service and share stores, each a process with its own database. */

jest.setTimeout(240_000)

type StoreName = 'auth' | 'recovery'
const STORES = ['auth', 'recovery'] as const
const UNREACHABLE = 'http://127.0.0.1:9'

let folder: string
let mail: MailServer
let login: LoginService
let visitors: ReturnType<typeof createVisitors>
let devices: WalletDevices
const running: Partial<Record<StoreName, Awaited<ReturnType<typeof runShareStore>>>> = {}
const folders: Record<StoreName, string[]> = { auth: [], recovery: [] }
const outputs: string[] = []
const urls: Record<StoreName, string> = { auth: UNREACHABLE, recovery: UNREACHABLE }
const keys: Record<StoreName, string> = {
  auth: `k1:${randomBytes(32).toString('base64url')}`,
  recovery: `k1:${randomBytes(32).toString('base64url')}`,
}

async function start(store: StoreName, dataDir = join(folder, `${store}-${folders[store].length}`)) {
  if (!folders[store].includes(dataDir)) folders[store].push(dataDir)
  const started = await runShareStore(store, {
    SHARE_KEY: keys[store],
    SHARE_DATA_DIR: dataDir,
    LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [login.signingKey.publicKey] }),
    SECURE_SITE_ORIGIN: SECURE_SITE,
    ...(store === 'recovery' && { SMTP_URL: mail.url, SMTP_FROM: 'wallet@portico.example' }),
  })
  running[store] = started
  urls[store] = started.url
}
async function stop(store: StoreName) {
  await running[store]?.stop()
  outputs.push(running[store]?.output() ?? '')
  running[store] = undefined
  urls[store] = UNREACHABLE
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-wallet-'))
  mail = await startMailServer()
  login = await startLogin({ smtpUrl: mail.url, from: 'login@portico.example' })
  visitors = createVisitors(login, mail)
  devices = createWalletDevices({ visitors, mail, loginUrl: login.url, stores: () => urls, fetch: watchedFetch })
  await Promise.all(STORES.map((store) => start(store)))
})
afterAll(async () => {
  await Promise.all(STORES.map(stop))
  await login?.close()
  await mail?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every share sent over the network. */
const shares = new Set<string>()
const watchedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const text = await response.clone().text()
  for (const said of [text, typeof init?.body === 'string' ? init.body : '']) {
    for (const [, share = ''] of said.matchAll(/"share":"([\w-]+)"/g)) if (share.length > 60) shares.add(share)
  }
  return response
}

const seeds = new Set<string>()
const seedOf = (wallet: Wallet) =>
  wallet.withSeed(async (seed) => {
    const hex = Buffer.from(seed).toString('hex')
    seeds.add(hex)
    return hex
  })

const newDevice: WalletDevices['newDevice'] = (email) => devices.newDevice(email)
const linksTo: WalletDevices['linksTo'] = (email) => devices.linksTo(email)
const confirm: WalletDevices['confirm'] = (wallet, email) => devices.confirm(wallet, email)

test('sign-up mails no link, a second device needs one, and then no device needs another until shares are renewed', async () => {
  const email = visitors.newEmail()
  const device = await newDevice(email)
  const addresses = await device.openPage().addresses()
  const seed = await seedOf(device.openPage())
  expect(linksTo(email)).toEqual([])
  expect(await device.openPage().addresses()).toEqual(addresses)

  const second = await newDevice(email)
  await expect(second.openPage().addresses()).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(second.openPage(), email)
  expect(linksTo(email)).toHaveLength(1)
  expect(await second.openPage().addresses()).toEqual(addresses)
  expect(await seedOf(second.openPage())).toBe(seed)
  for (let turn = 0; turn < 3; turn += 1) {
    for (const one of [device, second]) expect(await seedOf(one.openPage())).toBe(seed)
  }
  expect(linksTo(email)).toHaveLength(1)
  // The link for the second device was followed just before.
  await second.openPage().renewShares(new AbortController().signal)
  await expect(seedOf(device.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  expect(await seedOf(second.openPage())).toBe(seed)
})

test('two devices that sign up at once get the same wallet', async () => {
  const email = visitors.newEmail()
  const devices = [await newDevice(email), await newDevice(email)]
  const pages = devices.map((device) => device.openPage())
  const both = await Promise.allSettled(pages.map((page) => page.addresses()))
  const winner = both.findIndex(({ status }) => status === 'fulfilled')
  expect(both[1 - winner]).toMatchObject({ status: 'rejected', reason: expect.any(DeviceUnconfirmed) })
  const loser = pages[1 - winner]
  if (!loser) throw new Error('One of two is slower.')
  await confirm(loser, email)
  expect(await loser.addresses()).toEqual((both[winner] as PromiseFulfilledResult<unknown>).value)
})

test('if the recovery store is down and then lost, the device repairs it, and the next device gets the same wallet', async () => {
  const email = visitors.newEmail()
  const device = await newDevice(email)
  const seed = await seedOf(device.openPage())
  await stop('recovery')
  expect(await seedOf(device.openPage())).toBe(seed)
  await start('recovery')
  expect(await seedOf(device.openPage())).toBe(seed)
  const next = await newDevice(email)
  await confirm(next.openPage(), email)
  expect(await seedOf(next.openPage())).toBe(seed)
})

test('if the auth store is down and then lost, the device opens the wallet by the link and repairs the store', async () => {
  const email = visitors.newEmail()
  const device = await newDevice(email)
  const seed = await seedOf(device.openPage())
  await stop('auth')
  await expect(seedOf(device.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(device.openPage(), email)
  expect(await seedOf(device.openPage())).toBe(seed)
  await start('auth')
  expect(await seedOf(device.openPage())).toBe(seed)
  await stop('recovery')
  expect(await seedOf(device.openPage())).toBe(seed)
  await start('recovery', folders.recovery.at(-1))
})

/** Calls the login service like the page "Your wallet". */
function ownerOf({ sessions }: Device) {
  const step = (name: 'begin' | 'finish') => async () => {
    const { subject } = (await sessions.current()) ?? {}
    await sessions.ask(LOGIN_IDENTITY_DELETE_PATH, unknown(), { body: { subject, step: name } })
  }
  return { begin: step('begin'), finish: step('finish') }
}

/** An owner with two devices, of which the deleting one was just confirmed. */
async function withTwo() {
  const email = visitors.newEmail()
  const [first, second] = [await newDevice(email), await newDevice(email)]
  const seed = await seedOf(first.openPage())
  await confirm(second.openPage(), email)
  return { email, seed, first, second, remove: () => second.openPage().delete(ownerOf(second), never) }
}
const never = new AbortController().signal
const refused = (failure: string) => expect.objectContaining({ failure })

test('signing in again restores a deleted wallet on each device, with the same keys and no other steps', async () => {
  const { email, seed, first, second, remove } = await withTwo()
  const before = mail.inbox.length
  await remove()
  expect(mail.inbox.slice(before).map((one) => [one.to, textOfMail(one)])).toEqual([
    [[email], expect.stringContaining('requested the deletion of your wallet')],
  ])
  // The other session has ended, and its device notices that.
  await expect(seedOf(first.openPage())).rejects.toThrow()

  await first.sessions.signIn(email)
  expect((await first.sessions.current())?.isBeingDeleted).toBe(true)
  expect(await seedOf(first.openPage())).toBe(seed)
  expect((await first.sessions.current())?.isBeingDeleted).toBe(false)
  // The deleting device counts as new.
  await second.sessions.signIn(email)
  await confirm(second.openPage(), email)
  expect(await seedOf(second.openPage())).toBe(seed)
})

test('a deletion with the auth store down is not completed, and signing in restores the whole wallet', async () => {
  const { email, seed, first, remove } = await withTwo()
  await stop('auth')
  await expect(remove()).rejects.toEqual(refused('keyUnavailable'))
  await start('auth', folders.auth.at(-1))
  await first.sessions.signIn(email)
  expect(await seedOf(first.openPage())).toBe(seed)
  const next = await newDevice(email)
  await confirm(next.openPage(), email)
  expect(await seedOf(next.openPage())).toBe(seed)
})

test('a store that is down during cancellation loses nothing: the cancellation is retried', async () => {
  const { email, seed, first, remove } = await withTwo()
  await remove()
  await first.sessions.signIn(email)
  await stop('recovery')
  await expect(first.openPage().addresses()).rejects.toEqual(refused('keyUnavailable'))
  // The wallet still counts as being deleted.
  expect((await first.sessions.current())?.isBeingDeleted).toBe(true)
  await start('recovery', folders.recovery.at(-1))
  expect(await seedOf(first.openPage())).toBe(seed)
  const next = await newDevice(email)
  await confirm(next.openPage(), email)
  expect(await seedOf(next.openPage())).toBe(seed)
})

/** A store's response to a share request, without the frame's reaction. */
async function askStore({ sessions }: Device, store: StoreName, method: string, path: string) {
  const response = await fetch(`${urls[store]}${path}`, {
    method,
    headers: await sessions.headersFor(store, method, path),
  })
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } }
  return error?.code ?? response.status
}
const untilTold = async ({ sessions }: Device) => {
  while ((await sessions.current())?.keepDueSinceMs !== undefined) await new Promise(setImmediate)
}

/** Resolves at the clock's next second. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000)
  const from = second()
  while (second() === from) await new Promise(setImmediate)
}

test('a thief who deletes both shares but keeps the wallet at login cannot stop its owner from restoring it', async () => {
  const { email, seed, first, second: thief } = await withTwo()
  await ownerOf(thief).begin()
  for (const store of ['recovery', 'auth'] as const) {
    // A sign-in cancels all deletions of the same second, so the thief tries again after that second.
    let said: unknown = 'deletion.calledOff'
    while (said === 'deletion.calledOff') {
      said = await askStore(thief, store, 'DELETE', SHARES_PATH)
      await nextSecond()
    }
    expect(said).toBe(200)
  }
  await thief.sessions.signIn(email)
  await thief.sessions.keepIdentity()

  await first.sessions.signIn(email)
  expect((await first.sessions.current())?.isBeingDeleted).toBe(false)
  expect(await askStore(first, 'auth', 'POST', SHARES_RELEASE_PATH)).toBe('share.deleting')
  // This device knows its addresses and requests them from no store, but tells the stores of the sign-in.
  await first.openPage().addresses()
  await untilTold(first)
  expect(await askStore(first, 'auth', 'POST', SHARES_RELEASE_PATH)).toBe(200)
  expect(await askStore(first, 'recovery', 'POST', SHARES_RELEASE_PATH)).toBe('link.needed')
  expect(await seedOf(first.openPage())).toBe(seed)
})

test('assertions for the deleting session are useless at a store once the owner has signed in again', async () => {
  const { email, seed, first, second: thief } = await withTwo()
  await untilTold(thief)
  await ownerOf(thief).begin()
  const ahead = await thief.sessions.headersFor('auth', 'DELETE', SHARES_PATH)
  await first.sessions.signIn(email)
  expect(await seedOf(first.openPage())).toBe(seed)
  await untilTold(first)
  await expect(thief.sessions.headersFor('auth', 'DELETE', SHARES_PATH)).rejects.toThrow('401')
  const late = await fetch(`${urls.auth}${SHARES_PATH}`, { method: 'DELETE', headers: ahead })
  expect(await late.json()).toMatchObject({ error: { code: 'deletion.calledOff' } })
  expect(await askStore(first, 'auth', 'POST', SHARES_RELEASE_PATH)).toBe(200)
})

test('signing in while a store is down opens the wallet at once, and the store keeps the wallet once it is back', async () => {
  const { email, first } = await withTwo()
  await stop('recovery')
  await first.sessions.signIn(email)
  await first.openPage().addresses()
  await start('recovery', folders.recovery.at(-1))
  expect((await first.sessions.current())?.keepDueSinceMs).toBeDefined()
  await first.openPage().addresses()
  await untilTold(first)
})

test('returning after the last day creates a new wallet', async () => {
  const { email, seed, first, remove } = await withTwo()
  await remove()
  await sweep(login.db, login.now() + DELETION_GRACE_DAYS * 86_400_000)
  await first.sessions.signIn(email)
  expect((await first.sessions.current())?.isBeingDeleted).toBe(false)
  expect(await seedOf(first.openPage())).not.toBe(seed)
})

test('neither database nor any log contains a seed or a share', async () => {
  const email = visitors.newEmail()
  const device = await newDevice(email)
  await seedOf(device.openPage())
  const { subject = '' } = (await device.sessions.current()) ?? {}
  await Promise.all(STORES.map(stop))
  const secrets = [
    ...[...seeds].flatMap((hex) => [hex, Buffer.from(hex, 'hex').toString('base64url')]),
    ...[...seeds].map((hex) => Buffer.from(hex, 'hex')),
    ...shares,
    ...[...shares].map((share) => Buffer.from(share, 'base64url')),
  ]
  expect(seeds.size).toBeGreaterThan(3)
  expect(shares.size).toBeGreaterThan(8)
  for (const store of STORES) {
    const files = folders[store].flatMap((one) =>
      readdirSync(one, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    )
    // The search itself works.
    expect(files.some((file) => file.includes(subject))).toBe(true)
    expect(files.some((file) => secrets.some((secret) => file.includes(secret)))).toBe(false)
  }
  const logs = [...outputs, ...login.lines].join('\n')
  expect(logs).toContain('/shares/release')
  expect(secrets.some((secret) => typeof secret === 'string' && logs.includes(secret))).toBe(false)
  expect(logs).not.toContain(subject)
})
