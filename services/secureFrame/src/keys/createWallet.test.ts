import { createFakeDevice, newSession } from '../../testing/fakeDevice.ts'
import { createFakeStores } from '../../testing/fakeStores.ts'
import { confirm, settled } from '../../testing/settled.ts'
import { DeviceUnconfirmed, type Wallet } from '../interfaces.ts'
import { createDeviceShares } from './deviceShares.ts'
import { interpolate } from './interpolate.ts'
import { readShare, writeShare } from './shareText.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const PAID = `0x${'22'.repeat(20)}`
const never = new AbortController().signal
const refused = (failure: string) => expect.objectContaining({ failure })

const addressesOf = (wallet: Wallet) => settled(wallet.addresses())
const open = (wallet: Wallet) => settled(wallet.withSeed(async (seed) => Buffer.from(seed).toString('hex')))

async function signedUp(session = newSession()) {
  const stores = createFakeStores()
  const device = createFakeDevice(stores, session)
  const addresses = await addressesOf(device.openPage())
  stores.calls.length = 0
  return { stores, device, session, addresses }
}

const splitsOf = ({ wallets }: ReturnType<typeof createFakeStores>, subject: string) =>
  [wallets.auth, wallets.recovery].map((wallet) => {
    const { current, next } = wallet.get(subject) ?? {}
    return [current?.splitId, next?.splitId]
  })

test('a new user gets an address for each chain family, and each store gets one share of the same split', async () => {
  const { stores, session, addresses } = await signedUp()
  expect(Object.keys(addresses).sort()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana'])
  const [auth, recovery] = splitsOf(stores, session.subject)
  expect(auth).toEqual([expect.any(String), undefined])
  expect(recovery).toEqual(auth)
  expect(stores.wallets.recovery.get(session.subject)?.current.email).toBe(session.email)
  expect(stores.wallets.auth.get(session.subject)?.current.email).toBeNull()
})

test('an email address that comes from a provider is not given to the recovery store', async () => {
  const { stores, session } = await signedUp(newSession({ provider: 'google' }))
  expect(stores.wallets.recovery.get(session.subject)?.current.email).toBeNull()
})

test('a known device opens the wallet with a single request for a share, and no mail', async () => {
  const { stores, device, addresses } = await signedUp()
  const page = device.openPage()
  expect(await addressesOf(page)).toEqual(addresses)
  expect(stores.calls).toEqual([])
  await open(page)
  // The first time on a page, the recovery store is checked too.
  expect(stores.calls).toEqual([
    { store: 'auth', step: 'release' },
    { store: 'recovery', step: 'release' },
  ])
  stores.calls.length = 0
  await open(page)
  expect(stores.calls).toEqual([{ store: 'auth', step: 'release' }])
  expect(stores.mails).toEqual([])
})

test('the seed is overwritten after use, also after a failure', async () => {
  const { device } = await signedUp()
  const page = device.openPage()
  const lent: Uint8Array[] = []
  await settled(page.withSeed(async (seed) => void lent.push(seed)))
  const failing = page.withSeed(async (seed) => {
    lent.push(seed)
    expect(new Set(seed).size).toBeGreaterThan(1)
    throw new Error('The network is down.')
  })
  await expect(settled(failing)).rejects.toThrow('The network is down.')
  expect(lent).toEqual([new Uint8Array(32), new Uint8Array(32)])
})

test('without a sign-in there is no wallet', async () => {
  const page = createFakeDevice(createFakeStores(), undefined).openPage()
  for (const requests of [page.addresses(), page.withSeed(async () => 0), page.waitForDevice(never)]) {
    await expect(requests).rejects.toEqual(refused('notConnected'))
  }
})

test('a second device opens the same wallet after the link; from then on both devices work without another mail', async () => {
  const { stores, device, session, addresses } = await signedUp()
  const seed = await open(device.openPage())
  const second = createFakeDevice(stores, session)
  const page = second.openPage()
  await expect(addressesOf(page)).rejects.toBeInstanceOf(DeviceUnconfirmed)
  const before = splitsOf(stores, session.subject)
  await confirm(page, stores)
  expect(stores.mails).toEqual([session.email])
  expect(await addressesOf(page)).toEqual(addresses)
  expect(stores.calls.filter(({ step }) => step === 'prepare' || step === 'commit' || step === 'put')).toEqual([])
  for (let turn = 0; turn < 10; turn += 1) {
    stores.advance(600_001)
    for (const one of [device, second]) {
      if (turn % 3 === 0) one.signIn(session)
      const visit = one.openPage()
      await settled(visit.waitForDevice(never))
      expect(await open(visit)).toBe(seed)
    }
  }
  expect(stores.mails).toHaveLength(1)
  expect(splitsOf(stores, session.subject)).toEqual(before)
})

test('two devices together know no more than one, because both have the same share', async () => {
  const { stores, device, session } = await signedUp()
  const second = createFakeDevice(stores, session)
  await confirm(second.openPage(), stores)
  const shares = await Promise.all(
    [device, second].map((one) => createDeviceShares(one.database().shares).list(session.subject)),
  )
  expect(shares[0]).toHaveLength(1)
  expect(shares[0]).toEqual(shares[1])
})

test('a share on this device that does not open the wallet is replaced once the link is followed', async () => {
  const { stores, device, session } = await signedUp()
  const seed = await open(device.openPage())
  const shares = createDeviceShares(device.database().shares)
  const [share] = await shares.list(session.subject)
  if (!share) throw new Error('There is one.')
  const points = share.points.map((byte, index) => (index === 7 ? byte ^ 1 : byte))
  await shares.add(session.subject, share.splitId, writeShare({ ...share, points }))
  await expect(open(device.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(device.openPage(), stores)
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
  expect(await shares.list(session.subject)).toEqual([share])
})

test("if the stores' shares are at other places than new ones, the seed is split again for a new device", async () => {
  const { stores, device, session } = await signedUp()
  const seed = await open(device.openPage())
  for (const wallet of [stores.wallets.auth, stores.wallets.recovery]) {
    const kept = wallet.get(session.subject)
    if (!kept) throw new Error('There is one.')
    const { splitId, points } = readShare(kept.current.share)
    const [own] = await createDeviceShares(device.database().shares).list(session.subject)
    if (!own) throw new Error('There is one.')
    const place = wallet === stores.wallets.auth ? 9 : 200
    const share = writeShare({ splitId, points: interpolate(own.points, points, place) })
    wallet.set(session.subject, { ...kept, current: { ...kept.current, share } })
  }
  const before = splitsOf(stores, session.subject)
  const second = createFakeDevice(stores, session)
  await confirm(second.openPage(), stores)
  expect(await open(second.openPage())).toBe(seed)
  const [auth, recovery] = splitsOf(stores, session.subject)
  expect(auth).not.toEqual(before[0])
  expect(recovery).toEqual(auth)
})

test('renewing the shares requires the link, and every other device has to be confirmed again', async () => {
  const { stores, device, session } = await signedUp()
  const seed = await open(device.openPage())
  const lost = createFakeDevice(stores, session)
  await confirm(lost.openPage(), stores)
  stores.advance(600_001)
  const paid = async () => Promise.all([device, lost].map(({ receivers }) => receivers.of(session.subject)))
  for (const { receivers } of [device, lost]) await receivers.add(session.subject, [PAID])
  const renewing = device.openPage().renewShares(never)
  renewing.catch(() => {})
  while (stores.mails.length < 2) await new Promise(setImmediate)
  expect(await open(lost.openPage())).toBe(seed)
  expect(await paid()).toEqual([[PAID], [PAID]])
  stores.followLinks()
  await settled(renewing)
  stores.advance(600_001)
  // This device forgets paid receivers at once, the other device when its share no longer opens the wallet.
  expect(await paid()).toEqual([[], [PAID]])
  await expect(open(lost.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  expect(await paid()).toEqual([[], []])
  expect(await open(device.openPage())).toBe(seed)
  expect(stores.mails).toHaveLength(2)
})

test('if the recovery store has no email address, shares are renewed at once', async () => {
  const { stores, device, session } = await signedUp(newSession({ provider: 'github', email: null }))
  const before = splitsOf(stores, session.subject)
  await settled(device.openPage().renewShares(never))
  const after = splitsOf(stores, session.subject)
  expect(after[0]).not.toEqual(before[0])
  expect(after[1]).toEqual(after[0])
  expect(stores.mails).toEqual([])
})

test('a renewal that is currently impossible fails with the reason and changes nothing', async () => {
  const { stores, device, session } = await signedUp()
  const before = splitsOf(stores, session.subject)
  stores.isDown.recovery = true
  await expect(settled(device.openPage().renewShares(never))).rejects.toEqual(refused('keyUnavailable'))
  stores.isDown.recovery = false
  stores.advance(1_800_001)
  await expect(settled(device.openPage().renewShares(never))).rejects.toEqual(refused('notConnected'))
  expect(splitsOf(stores, session.subject)).toEqual(before)
})

test('a sign-up takes six calls to the stores, each sent once', async () => {
  const stores = createFakeStores()
  const device = createFakeDevice(stores, newSession())
  await addressesOf(device.openPage())
  expect(stores.calls.map(({ store, step }) => `${store} ${step}`)).toEqual([
    'auth release',
    'recovery release',
    'auth put',
    'auth prepare',
    'recovery put',
    'auth commit',
  ])
})

test('waiting for a device ends when the visitor gives up, and when the link expires', async () => {
  const { stores, session } = await signedUp()
  const page = createFakeDevice(stores, session).openPage()
  const life = new AbortController()
  const waiting = page.waitForDevice(life.signal)
  waiting.catch(() => {})
  while (stores.mails.length === 0) await new Promise(setImmediate)
  life.abort()
  await expect(settled(waiting)).rejects.toThrow(/abort/i)

  const late = page.waitForDevice(never)
  late.catch(() => {})
  stores.calls.length = 0
  while (!stores.calls.some(({ step }) => step === 'look')) await new Promise(setImmediate)
  stores.advance(600_001)
  await expect(settled(late)).rejects.toEqual(refused('deviceRefused'))
  // No second mail was sent, because the earlier link was still valid.
  expect(stores.mails).toHaveLength(1)
})

test('if the sign-in is too old, the visitor has to sign in again before the recovery store can be used', async () => {
  const { stores, session } = await signedUp()
  const second = createFakeDevice(stores, session)
  stores.advance(1_800_001)
  await expect(open(second.openPage())).rejects.toEqual(refused('notConnected'))
  second.signIn(session)
  await expect(open(second.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
})

test('without the auth store, a visitor who follows the link opens the wallet, and a new auth store gets a share', async () => {
  const { stores, device, session, addresses } = await signedUp()
  const seed = await open(device.openPage())
  stores.isDown.auth = true
  await expect(open(device.openPage())).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(device.openPage(), stores)
  expect(await open(device.openPage())).toBe(seed)
  stores.isDown.auth = false
  stores.wallets.auth.clear()
  expect(await open(device.openPage())).toBe(seed)
  const [auth, recovery] = splitsOf(stores, session.subject)
  expect(auth).toEqual(recovery)
  stores.advance(600_001)
  expect(await open(device.openPage())).toBe(seed)
  expect(await addressesOf(device.openPage())).toEqual(addresses)
})

test('if the recovery store is down, a known device opens the wallet; a new store gets a share at the next sign-in', async () => {
  const { stores, device, session } = await signedUp()
  const seed = await open(device.openPage())
  stores.isDown.recovery = true
  expect(await open(device.openPage())).toBe(seed)
  stores.isDown.recovery = false
  stores.wallets.recovery.clear()
  const page = device.openPage()
  page.forget()
  await addressesOf(page)
  const [auth, recovery] = splitsOf(stores, session.subject)
  expect(recovery).toEqual(auth)
  expect(stores.wallets.recovery.get(session.subject)?.current.email).toBe(session.email)
  device.lose()
  device.changeKey()
  await confirm(device.openPage(), stores)
  expect(await open(device.openPage())).toBe(seed)
})

test.each([
  ['both stores', true, true, true],
  ['the device and the auth store', false, true, false],
  ['the device and the recovery store', false, false, true],
])(
  'if %s are lost, the wallet is gone, and no other wallet ever takes its place',
  async (_, isDeviceThere, auth, recovery) => {
    const { stores, device, session } = await signedUp()
    if (auth) stores.wallets.auth.clear()
    if (recovery) stores.wallets.recovery.clear()
    if (!isDeviceThere) device.lose()
    const page = device.openPage()
    page.forget()
    const opening = () => confirmOrOpen(page)
    async function confirmOrOpen(wallet: Wallet) {
      const failed = await addressesOf(wallet).catch((error: unknown) => error)
      if (!(failed instanceof DeviceUnconfirmed)) throw failed
      return confirm(wallet, stores)
    }
    await expect(opening()).rejects.toEqual(refused('keyUnavailable'))
    expect(stores.wallets.auth.size + stores.wallets.recovery.size).toBeLessThan(2)
    expect(session.subject).toBeTruthy()
  },
)

test('addresses that were changed in the browser are corrected as soon as the wallet is opened', async () => {
  const { device, session, addresses } = await signedUp()
  const { addresses: table } = device.database()
  const foreign = { ...addresses, eip155: `0x${'1'.repeat(40)}` }
  await table.set(session.subject, foreign)
  const page = device.openPage()
  expect(await addressesOf(page)).toEqual(foreign)
  await open(page)
  expect(await addressesOf(page)).toEqual(addresses)
  expect(await table.get(session.subject)).toEqual(addresses)
  // Malformed addresses are never shown.
  await table.set(session.subject, { ...addresses, solana: '<b>' })
  expect(await addressesOf(device.openPage())).toEqual(addresses)
})

test('another visitor who signs in meanwhile gets nothing that belongs to the first visitor', async () => {
  const stores = createFakeStores()
  const device = createFakeDevice(stores, newSession())
  stores.cutWhere(({ step }) => {
    if (step === 'put') device.signIn(newSession())
    return undefined
  })
  await expect(addressesOf(device.openPage())).rejects.toEqual(refused('notConnected'))
})

test('two tabs that make the wallet at the same time make only one', async () => {
  const stores = createFakeStores()
  const device = createFakeDevice(stores, newSession())
  const [one, other] = await settled(Promise.all([device.openPage().addresses(), device.openPage().addresses()]))
  expect(one).toEqual(other)
  expect(stores.calls.filter(({ step }) => step === 'prepare')).toHaveLength(1)
})

test('of two devices that make the wallet at the same time, the slower is confirmed like any new device', async () => {
  const stores = createFakeStores()
  const session = newSession()
  const pages = [0, 1].map(() => createFakeDevice(stores, session).openPage())
  const both = await settled(Promise.allSettled(pages.map((page) => page.addresses())))
  const winner = both.findIndex(({ status }) => status === 'fulfilled')
  const loser = pages[1 - winner]
  const slower = both[1 - winner]
  if (!loser || slower?.status !== 'rejected') throw new Error('One of two is slower.')
  // If the faster device is still at work, the slower one has to try again.
  if (!(slower.reason instanceof DeviceUnconfirmed)) expect(slower.reason).toEqual(refused('keyUnavailable'))
  await expect(addressesOf(loser)).rejects.toBeInstanceOf(DeviceUnconfirmed)
  await confirm(loser, stores)
  expect([{ status: 'fulfilled', value: await addressesOf(loser) }]).toEqual([both[winner]])
})
