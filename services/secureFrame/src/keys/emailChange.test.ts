import { createFakeDevice, type FakeDevice, newSession } from '../../testing/fakeDevice.ts'
import { createFakeStores, type FakeStores } from '../../testing/fakeStores.ts'
import { confirm, settled } from '../../testing/settled.ts'
import { DeviceUnconfirmed, type Session, type Wallet } from '../interfaces.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const OLD = 'ada@mail.example'
const NEW = 'Ada.King@new.example'
const never = new AbortController().signal

const open = (wallet: Wallet) => settled(wallet.withSeed(async (seed) => Buffer.from(seed).toString('hex')))

interface Scene {
  readonly stores: FakeStores
  readonly device: FakeDevice
  readonly session: Session
  readonly seed: string
}

async function signedUp(): Promise<Scene> {
  const stores = createFakeStores()
  const session = newSession({ email: OLD })
  const device = createFakeDevice(stores, session)
  return { stores, device, session, seed: await open(device.openPage()) }
}

/** Signs in with an address that the login service has changed. */
function changeAtLogin({ device, session }: Scene, email = NEW) {
  const changed = { ...session, email }
  device.signIn(changed)
  return changed
}
const mailsTo = ({ stores, session }: Scene) => stores.wallets.recovery.get(session.subject)?.current.email
const pendingOf = ({ device, session }: Scene) => device.database().emails.get(session.subject)

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let left = 2_000; !(await isSo()); left -= 1) {
    if (left === 0) throw new Error('It does not come to that.')
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(20)
  }
}
const isDone = (scene: Scene) => async () => (await pendingOf(scene)) === undefined

test('mails go to the changed address once the link sent to the old one is followed', async () => {
  const scene = await signedUp()
  const { stores, device, session, seed } = scene
  changeAtLogin(scene)
  await settled(device.openPage().changeEmail(NEW))
  await until(() => stores.mails.length > 0)
  expect(stores.mails).toEqual([OLD])
  expect(mailsTo(scene)).toBe(OLD)
  expect(await open(device.openPage())).toBe(seed)
  stores.followLinks()
  await until(isDone(scene))
  expect(mailsTo(scene)).toBe(NEW)
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
  const next = createFakeDevice(stores, { ...session, email: NEW })
  await confirm(next.openPage(), stores)
  expect(await open(next.openPage())).toBe(seed)
  expect(stores.mails).toEqual([OLD, NEW])
})

test('on a device that has just been confirmed, the address changes at once and without another mail', async () => {
  const scene = await signedUp()
  const { stores, session } = scene
  const device = createFakeDevice(stores, session)
  await confirm(device.openPage(), stores)
  const here = { ...scene, device }
  changeAtLogin(here)
  await settled(device.openPage().changeEmail(NEW))
  await until(isDone(here))
  expect(mailsTo(here)).toBe(NEW)
  expect(stores.mails).toEqual([OLD])
})

test('if the link is never followed, the wallet still opens, and mails go to the old address', async () => {
  const scene = await signedUp()
  const { stores, device, session, seed } = scene
  const changed = changeAtLogin(scene)
  await settled(device.openPage().changeEmail(NEW))
  await until(() => stores.mails.length > 0)
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
  expect(await pendingOf(scene)).toBe(NEW)
  const next = createFakeDevice(stores, changed)
  await confirm(next.openPage(), stores)
  expect(stores.mails).toEqual([OLD, OLD])
  expect(await open(next.openPage())).toBe(seed)
  expect(mailsTo({ ...scene, device: next })).toBe(OLD)
  expect(session.email).toBe(OLD)
})

test('a link that is followed after the visitor has left the page takes effect on the next page', async () => {
  const scene = await signedUp()
  const { stores, device } = scene
  changeAtLogin(scene)
  const page = device.openPage()
  await settled(page.changeEmail(NEW))
  await until(() => stores.mails.length > 0)
  page.forget()
  stores.followLinks()
  await settled(device.openPage().addresses())
  await until(isDone(scene))
  expect(mailsTo(scene)).toBe(NEW)
  expect(stores.mails).toHaveLength(1)
})

test('if the sign-in is too old, the change continues after the next sign-in on this device', async () => {
  const scene = await signedUp()
  const { stores, device } = scene
  const changed = { ...scene.session, email: NEW }
  changeAtLogin(scene)
  stores.advance(1_800_001)
  const page = device.openPage()
  await settled(page.changeEmail(NEW))
  await until(() => device.troubles.length > 0)
  expect(stores.mails).toEqual([])
  device.signIn(changed)
  const later = device.openPage()
  await settled(later.waitForDevice(never))
  await until(() => stores.mails.length > 0)
  stores.followLinks()
  await until(isDone(scene))
  expect(mailsTo(scene)).toBe(NEW)
})

test('this device does not undo a more recent address change made on another device', async () => {
  const scene = await signedUp()
  const { stores, device } = scene
  changeAtLogin(scene)
  const page = device.openPage()
  await settled(page.changeEmail(NEW))
  await until(() => stores.mails.length > 0)
  page.forget()
  changeAtLogin(scene, 'third@mail.example')
  await settled(device.openPage().addresses())
  await until(isDone(scene))
  stores.followLinks()
  await settled(device.openPage().waitForDevice(never))
  expect(mailsTo(scene)).toBe(OLD)
})

test('of two changes on one page, the second counts', async () => {
  const scene = await signedUp()
  const { stores, device } = scene
  changeAtLogin(scene)
  const page = device.openPage()
  await settled(page.changeEmail(NEW))
  await until(() => stores.mails.length > 0)
  changeAtLogin(scene, 'third@mail.example')
  await settled(page.changeEmail('third@mail.example'))
  stores.followLinks()
  await until(isDone(scene))
  expect(mailsTo(scene)).toBe('third@mail.example')
})

test('if only the login service has changed an address, nothing changes at the recovery store', async () => {
  const scene = await signedUp()
  const { stores, device, session } = scene
  const next = createFakeDevice(stores, { ...session, email: 'thief@mail.example' })
  changeAtLogin(scene, 'thief@mail.example')
  await expect(open(next.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(next.openPage(), stores)
  await settled(device.openPage().waitForDevice(never))
  const renewing = device.openPage().renewShares(never)
  renewing.catch(() => {})
  stores.advance(30_001)
  await until(() => stores.mails.length > 1)
  stores.followLinks()
  await settled(renewing)
  expect(mailsTo(scene)).toBe(OLD)
  expect(stores.mails).toEqual([OLD, OLD])
})
