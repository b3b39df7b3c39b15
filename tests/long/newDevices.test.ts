import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  FarcasterStartAnswer,
  FarcasterWaitAnswer,
  LOGIN_FARCASTER_START_PATH,
  LOGIN_FARCASTER_WAIT_PATH,
  type OpenedSession,
} from '@portico/contracts/services/login'
import { parse } from 'valibot'
import { FARCASTER_ACCOUNTS } from '../../local/chains/farcasterContracts.ts'
import { type LocalFarcaster, startLocalFarcaster } from '../../local/farcaster/startLocalFarcaster.ts'
import { DeviceUnconfirmed, type Wallet } from '../../services/secureFrame/src/interfaces.ts'
import { startFarcasterRegistries } from '../../services/testing/farcasterRegistries.ts'
import { createVisitors } from '../../services/testing/loginVisitor.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import { runShareStore } from '../../services/testing/runShareStore.ts'
import { type LoginService, newSigningKey, SECURE_SITE, SHOP, startLogin } from '../../services/testing/startLogin.ts'
import { until } from '../../services/testing/until.ts'
import { createWalletDevices, type Device, type WalletDevices } from '../support/walletDevices.ts'

/**
 * Wallets without an e-mail address on unknown devices: the frame's keys with the real login service, both share stores
 * as processes, and a Farcaster relay.
 */

jest.setTimeout(120_000)

const STORES = ['auth', 'recovery'] as const
const [ADA, GRACE] = FARCASTER_ACCOUNTS
if (!ADA || !GRACE) throw new Error('There are two people at Farcaster.')

let folder: string
let mail: MailServer
let farcaster: LocalFarcaster
let registries: Awaited<ReturnType<typeof startFarcasterRegistries>>
let login: LoginService
let visitors: ReturnType<typeof createVisitors>
let devices: WalletDevices
/** The device where Ada's wallet was created. */
let owner: Device
const running: Awaited<ReturnType<typeof runShareStore>>[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-devices-'))
  ;[mail, farcaster, registries] = await Promise.all([
    startMailServer(),
    startLocalFarcaster(0, 'a key of phones'),
    startFarcasterRegistries(),
  ])
  const from = 'login@portico.example'
  login = await startLogin({ smtpUrl: mail.url, from }, newSigningKey(), {
    farcaster: { relayUrl: farcaster.url, rpcUrl: registries.url },
  })
  visitors = createVisitors(login, mail)
  const [auth, recovery] = await Promise.all(
    STORES.map((store) =>
      runShareStore(store, {
        SHARE_KEY: `k1:${randomBytes(32).toString('base64url')}`,
        SHARE_DATA_DIR: join(folder, store),
        LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [login.signingKey.publicKey] }),
        SECURE_SITE_ORIGIN: SECURE_SITE,
        ...(store === 'recovery' && { SMTP_URL: mail.url, SMTP_FROM: 'wallet@portico.example' }),
      }),
    ),
  )
  if (!auth || !recovery) throw new Error('There are two stores.')
  running.push(auth, recovery)
  const stores = () => ({ auth: auth.url, recovery: recovery.url })
  devices = createWalletDevices({ visitors, mail, loginUrl: login.url, stores })
  owner = await deviceOf(ADA.fid)
  await owner.openPage().addresses()
})
afterAll(async () => {
  await Promise.all(running.map((store) => store.stop()))
  await Promise.all([login?.close(), mail?.close(), registries?.close(), farcaster?.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** Starts Farcaster login for a key; the account's owner taps the link on the phone. */
async function tapped(keyThumbprint: string, fid: number): Promise<OpenedSession> {
  const ask = async (path: string, body: unknown) => (await visitors.ask(path, { body })).answer
  const started = await ask(LOGIN_FARCASTER_START_PATH, { page: SHOP.origin, keyThumbprint })
  const { attempt, url } = parse(FarcasterStartAnswer, started)
  await fetch(url, { method: 'POST', body: new URLSearchParams({ fid: String(fid) }) })
  const answer = parse(FarcasterWaitAnswer, await ask(LOGIN_FARCASTER_WAIT_PATH, { attempt }))
  if (answer.outcome !== 'accepted') throw new Error(`Farcaster was ${answer.outcome}.`)
  return answer.session
}
const deviceOf = (fid: number) => devices.newDeviceBy((keyThumbprint) => tapped(keyThumbprint, fid))

const seedOf = (wallet: Wallet) => wallet.withSeed(async (seed) => Buffer.from(seed).toString('hex'))

test('an attacker who made the owner tap a Farcaster link gets a session, but no wallet', async () => {
  const addresses = await owner.openPage().addresses()
  const seed = await seedOf(owner.openPage())

  // The attacker's key, which the owner's tap on the phone has signed in.
  const attacker = await deviceOf(ADA.fid)
  const stolen = await seedOf(attacker.openPage()).catch((error: unknown) => error)
  if (stolen === seed) throw new Error(`The attacker has the seed of ${addresses.eip155}.`)
  expect(stolen).toBeInstanceOf(DeviceUnconfirmed)
  expect(await seedOf(owner.openPage())).toBe(seed)
})

const never = new AbortController().signal
const waitingOn = (wallet: Wallet) => wallet.waitForDevice(never, { patienceMs: 0 })

test('a second device waits, the first one confirms it, and both have the same wallet', async () => {
  const first = await deviceOf(GRACE.fid)
  const seed = await seedOf(first.openPage())
  const second = await deviceOf(GRACE.fid)
  const askedAt = Math.floor(Date.now() / 1_000)
  await expect(waitingOn(second.openPage())).rejects.toMatchObject({ failure: 'deviceWaiting' })
  const page = first.openPage()
  const [asked, ...others] = await page.newDevices.list()
  if (!asked || others.length > 0) throw new Error('One device has asked.')
  expect(asked.opensAt - askedAt).toBeGreaterThanOrEqual(86_400)
  expect(await second.openPage().newDevices.list()).toEqual([])

  const confirmed = second.openPage().waitForDevice(never)
  await page.newDevices.decide({ key: asked.key, meant: 'confirm' })
  await confirmed
  expect(await seedOf(second.openPage())).toBe(seed)
  // The second device now has its own share, and can confirm other devices too.
  const third = await deviceOf(GRACE.fid)
  await expect(waitingOn(third.openPage())).rejects.toMatchObject({ failure: 'deviceWaiting' })
  expect(await second.openPage().newDevices.list()).toHaveLength(1)
})

test('a refused device is notified at once and on each return, and the wallet keeps working on the old device', async () => {
  const seed = await seedOf(owner.openPage())
  const attacker = await deviceOf(ADA.fid)
  const waiting = attacker.openPage().waitForDevice(never)
  waiting.catch(() => {})
  await until(async () => (await owner.openPage().newDevices.list()).length > 0)
  for (const { key } of await owner.openPage().newDevices.list()) {
    await owner.openPage().newDevices.decide({ key, meant: 'refuse' })
  }
  await expect(waiting).rejects.toMatchObject({ failure: 'deviceRefused' })
  await expect(attacker.openPage().waitForDevice(never)).rejects.toMatchObject({ failure: 'deviceRefused' })
  // Known devices can still replace shares, and the refusal survives that.
  await owner.openPage().renewShares(never)
  expect(await seedOf(owner.openPage())).toBe(seed)
  await expect(attacker.openPage().waitForDevice(never)).rejects.toMatchObject({ failure: 'deviceRefused' })
})
