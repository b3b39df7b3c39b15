import { createFakeDevice, newSession } from '../../../testing/fakeDevice.ts'
import { createFakePasskeys } from '../../../testing/fakePasskeys.ts'
import { createFakeStores } from '../../../testing/fakeStores.ts'
import { confirm, settled } from '../../../testing/settled.ts'
import { DeviceUnconfirmed, type Session, type Wallet } from '../../interfaces.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const never = new AbortController().signal
const refused = (failure: string) => expect.objectContaining({ failure })
const MINUTE_MS = 60_000

const open = (wallet: Wallet) => settled(wallet.withSeed(async (seed) => Buffer.from(seed).toString('hex')))

/** A visitor with a wallet and a passkey, which was added on another device. */
async function withPasskey(session: Session = newSession()) {
  const stores = createFakeStores()
  const passkeys = createFakePasskeys()
  const device = createFakeDevice(stores, session, passkeys)
  const page = device.openPage()
  const addresses = await settled(page.addresses())
  const seed = await open(page)
  await settled(page.passkeys.add('Laptop', []))
  stores.advance(MINUTE_MS)
  stores.calls.length = 0
  const newDevice = () => createFakeDevice(stores, session, passkeys)
  const kept = () => passkeys.kept.get(session.subject) ?? []
  return { stores, passkeys, device, session, addresses, seed, newDevice, kept }
}

const sharesOn = async (device: ReturnType<typeof createFakeDevice>, { subject }: Session) =>
  (await device.database().shares.get(subject))?.shares.length ?? 0

test('adding a passkey removes the share from the device', async () => {
  const { device, session, kept } = await withPasskey()
  expect(await sharesOn(device, session)).toBe(0)
  expect(kept()).toMatchObject([{ label: 'Laptop', transports: ['internal'] }])
})

test('on a new device the passkey replaces the mailed link, and the device keeps no share', async () => {
  const { stores, passkeys, session, addresses, seed, newDevice } = await withPasskey()
  const device = newDevice()
  const page = device.openPage()
  // Opening a page does not ask for a passkey.
  await expect(settled(page.addresses())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  expect(passkeys.requests()).toBe(0)
  await settled(page.waitForDevice(never))
  expect(await settled(page.addresses())).toEqual(addresses)
  expect(await open(page)).toBe(seed)
  expect([stores.mails, passkeys.requests(), await sharesOn(device, session)]).toEqual([[], 1, 0])
})

test('a passkey counts for a minute on one page: after that, each signature asks for it again', async () => {
  const { stores, passkeys, seed, newDevice } = await withPasskey()
  const page = newDevice().openPage()
  await settled(page.waitForDevice(never))
  stores.advance(MINUTE_MS - 1)
  expect([await open(page), passkeys.requests()]).toEqual([seed, 1])
  stores.advance(1)
  stores.calls.length = 0
  expect([await open(page), passkeys.requests()]).toEqual([seed, 2])
  expect(stores.calls).toEqual([{ store: 'auth', step: 'release' }])
})

test('two simultaneous signatures ask for the passkey only once, even on a new page', async () => {
  const { stores, passkeys, seed, newDevice } = await withPasskey()
  const device = newDevice()
  await settled(device.openPage().waitForDevice(never))
  stores.advance(MINUTE_MS)
  const page = device.openPage()
  const both = await settled(Promise.all([open(page), open(page)]))
  expect([both, passkeys.requests()]).toEqual([[seed, seed], 2])
})

test('refusing the passkey while signing signs nothing, and leaves the visitor signed in', async () => {
  const { stores, passkeys, session, addresses, seed, newDevice } = await withPasskey()
  const device = newDevice()
  const page = device.openPage()
  await settled(page.waitForDevice(never))
  stores.advance(MINUTE_MS)
  passkeys.refuse()
  for (const one of [page, device.openPage()]) await expect(open(one)).rejects.toEqual(refused('rejected'))
  expect([await settled(page.addresses()), stores.mails]).toEqual([addresses, []])
  passkeys.refuse(false)
  expect(await open(page)).toBe(seed)
  expect(await sharesOn(device, session)).toBe(0)
})

test('a new device whose visitor refuses the passkey needs the mailed link, and gets its own share', async () => {
  const { stores, passkeys, session, seed, newDevice } = await withPasskey()
  passkeys.refuse()
  const device = newDevice()
  const page = device.openPage()
  await confirm(page, stores)
  expect([stores.mails, passkeys.requests(), await sharesOn(device, session)]).toEqual([[session.email], 1, 1])
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
  expect(passkeys.requests()).toBe(1)
})

test.each<[string, (stage: Awaited<ReturnType<typeof withPasskey>>) => void]>([
  ['login cannot list the passkeys', ({ passkeys }) => passkeys.fail()],
  ['the passkey was removed', ({ passkeys, session }) => passkeys.kept.set(session.subject, [])],
  [
    'its share belongs to an old split',
    ({ passkeys, session, kept }) =>
      passkeys.kept.set(
        session.subject,
        kept().map((one) => ({ ...one, splitId: crypto.randomUUID() })),
      ),
  ],
])('if %s, no passkey is requested and the link is mailed', async (_, spoil) => {
  const stage = await withPasskey()
  const { stores, passkeys, session, seed, newDevice } = stage
  spoil(stage)
  const device = newDevice()
  await confirm(device.openPage(), stores)
  expect([stores.mails, passkeys.requests()]).toEqual([[session.email], 0])
  expect(await open(device.openPage())).toBe(seed)
})

test.each<[string, (sealed: string) => string]>([
  ['was changed', (sealed) => `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`],
  ['belongs to someone else', () => 'A'.repeat(163)],
])('a sealed share that %s does not open the wallet, and the link is mailed', async (_, change) => {
  const { stores, passkeys, session, seed, newDevice, kept } = await withPasskey()
  passkeys.kept.set(
    session.subject,
    kept().map((one) => ({ ...one, sealedShare: change(one.sealedShare) })),
  )
  const device = newDevice()
  await confirm(device.openPage(), stores)
  expect(stores.mails).toEqual([session.email])
  expect(await open(device.openPage())).toBe(seed)
})

test('the wallet of a social account asks for its passkey too, and keeps no share on the device', async () => {
  const { stores, passkeys, session, seed, newDevice } = await withPasskey(
    newSession({ provider: 'google', email: null }),
  )
  const device = newDevice()
  const page = device.openPage()
  await expect(settled(page.addresses())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await settled(page.waitForDevice(never))
  expect([await open(page), passkeys.requests(), await sharesOn(device, session)]).toEqual([seed, 1, 0])
  expect(stores.mails).toEqual([])
})

test('while the auth store is down, passkey and link together open the wallet', async () => {
  const { stores, passkeys, seed, newDevice } = await withPasskey()
  stores.isDown.auth = true
  const page = newDevice().openPage()
  await confirm(page, stores)
  stores.advance(MINUTE_MS)
  expect([await open(page), passkeys.requests()]).toEqual([seed, 2])
})

test('after the recovery store has lost its share, the new device share is sealed and does not stay on the device', async () => {
  const { stores, session, seed, newDevice, kept } = await withPasskey()
  const [before] = kept()
  stores.wallets.recovery.clear()
  const device = newDevice()
  await settled(device.openPage().waitForDevice(never))
  const [after] = kept()
  expect(after?.splitId).toBe(stores.wallets.recovery.get(session.subject)?.current.splitId)
  expect(after?.splitId).not.toBe(before?.splitId)
  expect(await sharesOn(device, session)).toBe(0)
  stores.advance(MINUTE_MS)
  expect(await open(newDevice().openPage())).toBe(seed)
})

test('if the new share cannot be sealed, it stays on the device, as it does without a passkey', async () => {
  const { stores, passkeys, session, seed, newDevice } = await withPasskey()
  stores.wallets.recovery.clear()
  stores.cutWhere(({ step }) => {
    if (step === 'commit') passkeys.fail()
    return undefined
  })
  const device = newDevice()
  await settled(device.openPage().waitForDevice(never))
  expect(await sharesOn(device, session)).toBe(1)
  stores.advance(MINUTE_MS)
  expect(await open(device.openPage())).toBe(seed)
  expect(device.troubles).not.toEqual([])
})

test('after shares are renewed, the new share is sealed if the visitor uses the passkey', async () => {
  const { stores, passkeys, device, session, seed, newDevice, kept } = await withPasskey()
  const [before] = kept()
  const page = device.openPage()
  const renewing = page.renewShares(never)
  renewing.catch(() => {})
  while (stores.mails.length === 0) await new Promise(setImmediate)
  stores.followLinks()
  await settled(renewing)
  stores.advance(600_001)
  expect(kept()[0]?.splitId).not.toBe(before?.splitId)
  expect(await settled(page.passkeys.list())).toMatchObject([{ label: 'Laptop', isCurrent: true }])
  expect(await sharesOn(device, session)).toBe(0)
  const requests = passkeys.requests()
  const other = newDevice()
  await other.receivers.add(session.subject, [`0x${'22'.repeat(20)}`])
  expect(await open(other.openPage())).toBe(seed)
  expect(passkeys.requests()).toBe(requests + 1)
  // The device has no share of its own, but keeps its receivers, because it still belongs to the same visitor.
  expect(await other.receivers.of(session.subject)).toHaveLength(1)
})

test('after shares are renewed without the passkey, the new share stays on the device, and the passkey is outdated', async () => {
  const { stores, passkeys, device, session, seed } = await withPasskey()
  passkeys.refuse()
  const page = device.openPage()
  const renewing = page.renewShares(never)
  renewing.catch(() => {})
  while (stores.mails.length === 0) await new Promise(setImmediate)
  stores.followLinks()
  await settled(renewing)
  expect(await sharesOn(device, session)).toBe(1)
  expect(await settled(page.passkeys.list())).toMatchObject([{ isCurrent: false }])
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
})

test('a visitor can add another passkey by using the first one', async () => {
  const { stores, passkeys, session, newDevice, kept } = await withPasskey()
  const device = newDevice()
  const page = device.openPage()
  await settled(page.waitForDevice(never))
  stores.advance(MINUTE_MS)
  await settled(page.passkeys.add('Phone', []))
  expect(passkeys.requests()).toBe(2)
  const [laptop, phone] = kept()
  expect([laptop?.label, phone?.label, phone?.splitId]).toEqual(['Laptop', 'Phone', laptop?.splitId])
  expect(await sharesOn(device, session)).toBe(0)
  await expect(page.passkeys.add('Again', kept())).rejects.toMatchObject({ failure: 'exists' })
})

test('a passkey whose share could not be sealed does not count, and the device keeps its share', async () => {
  const stores = createFakeStores()
  const passkeys = createFakePasskeys()
  const session = newSession()
  const device = createFakeDevice(stores, session, passkeys)
  const page = device.openPage()
  await settled(page.addresses())
  passkeys.fail()
  await expect(settled(page.passkeys.add('Laptop', []))).rejects.toThrow()
  passkeys.fail(false)
  expect(await sharesOn(device, session)).toBe(1)
  await settled(page.passkeys.add('Laptop', []))
  const [{ credentialId } = { credentialId: '' }] = await settled(page.passkeys.list())
  await settled(page.passkeys.remove(credentialId))
  expect(await settled(page.passkeys.list())).toEqual([])
})

test('a new visitor is not asked for a passkey', async () => {
  const passkeys = createFakePasskeys()
  const device = createFakeDevice(createFakeStores(), newSession(), passkeys)
  await settled(device.openPage().addresses())
  expect(passkeys.requests()).toBe(0)
})
