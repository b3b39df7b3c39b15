import { createFakeDevice, newSession } from '../../testing/fakeDevice.ts'
import { createFakeStores } from '../../testing/fakeStores.ts'
import { settled } from '../../testing/settled.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const never = new AbortController().signal
const PAID = `0x${'22'.repeat(20)}`
const refused = (failure: string) => expect.objectContaining({ failure })

/** A visitor with a wallet, and ways to delete it. @param provider a link is mailed only for `email` */
async function withWallet(provider: 'email' | 'google' = 'google') {
  const stores = createFakeStores()
  const session = newSession({ provider })
  const device = createFakeDevice(stores, session)
  const addresses = await settled(device.openPage().addresses())
  const owner = { begin: jest.fn(async () => {}), finish: jest.fn(async () => {}) }
  const kept = jest.fn(async () => {})
  device.onKeep(kept)
  const remove = () => settled(device.openPage().delete(owner, never))
  const left = () => ({
    auth: stores.hasOpen('auth', session.subject),
    recovery: stores.hasOpen('recovery', session.subject),
  })
  stores.calls.length = 0
  return { stores, session, device, addresses, owner, kept, remove, left }
}

const BOTH = { auth: true, recovery: true }
const NONE = { auth: false, recovery: false }

test('a deleted wallet is unavailable at both stores, its owner is signed out, and this device keeps no data', async () => {
  const { stores, session, device, owner, remove, left } = await withWallet()
  await device.receivers.add(session.subject, [PAID])
  await remove()
  expect(await device.receivers.of(session.subject)).toEqual([])
  expect(left()).toEqual(NONE)
  expect([owner.begin, owner.finish].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(stores.calls).toEqual([
    { store: 'recovery', step: 'remove' },
    { store: 'auth', step: 'remove' },
  ])
  const { shares, addresses, emails } = device.database()
  expect(await Promise.all([shares, addresses, emails].map((table) => table.get(session.subject)))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('if the login service cannot begin the deletion, no store deletes anything', async () => {
  const { stores, owner, remove, left } = await withWallet()
  owner.begin.mockRejectedValueOnce(new Error('offline'))
  await expect(remove()).rejects.toThrow('offline')
  expect([left(), stores.calls, owner.finish.mock.calls]).toEqual([BOTH, [], []])
})

describe('signing in again keeps the wallet', () => {
  const isBeingDeleted = true

  test('on a device that knows the addresses, before it reports any of them', async () => {
    const { session, device, addresses, kept, left, stores, owner } = await withWallet()
    const other = createFakeDevice(stores, session)
    await settled(other.openPage().addresses())
    await settled(device.openPage().delete(owner, never))
    other.onKeep(kept)
    other.signIn({ ...session, isBeingDeleted })
    stores.calls.length = 0
    expect(await settled(other.openPage().addresses())).toEqual(addresses)
    expect([left(), kept.mock.calls.length]).toEqual([BOTH, 1])
    expect(stores.calls.map(({ store, step }) => `${store} ${step}`).sort()).toEqual(['auth keep', 'recovery keep'])
    // The login service is told only once.
    await settled(other.openPage().addresses())
    expect(kept).toHaveBeenCalledTimes(1)
  })

  test('on the device where it was deleted, which counts as new', async () => {
    const { session, device, addresses, remove, left } = await withWallet()
    await remove()
    device.signIn({ ...session, isBeingDeleted })
    expect(await settled(device.openPage().addresses())).toEqual(addresses)
    expect(left()).toEqual(BOTH)
  })

  test.each(['auth', 'recovery'] as const)(
    'on the next try if the %s store was unreachable; until then the wallet is not reported',
    async (down) => {
      const { stores, session, device, addresses, kept, remove, left } = await withWallet()
      await remove()
      device.signIn({ ...session, isBeingDeleted })
      stores.isDown[down] = true
      await expect(settled(device.openPage().addresses())).rejects.toEqual(refused('keyUnavailable'))
      // The login service is not told to keep the wallet, so the next use tries again.
      expect(kept).not.toHaveBeenCalled()
      stores.isDown[down] = false
      expect(await settled(device.openPage().addresses())).toEqual(addresses)
      expect([left(), kept.mock.calls.length]).toEqual([BOTH, 1])
    },
  )

  test('on the next try if the login service was unreachable', async () => {
    const { session, device, addresses, kept, remove } = await withWallet()
    await remove()
    device.signIn({ ...session, isBeingDeleted })
    kept.mockRejectedValueOnce(new Error('offline'))
    await expect(settled(device.openPage().addresses())).rejects.toThrow('offline')
    expect(await settled(device.openPage().addresses())).toEqual(addresses)
  })

  test('but not if the session is too old', async () => {
    const { stores, session, device, remove, left, kept } = await withWallet()
    await remove()
    device.signIn({ ...session, isBeingDeleted })
    stores.advance(1_800_001)
    await expect(settled(device.openPage().addresses())).rejects.toEqual(refused('notConnected'))
    expect([left(), kept.mock.calls]).toEqual([NONE, []])
  })

  test('even if only one store has deleted its share, and the login service has no record of that', async () => {
    const { stores, session, device, addresses, left } = await withWallet()
    const wallet = stores.wallets.auth.get(session.subject)
    if (wallet) wallet.isDeleted = true
    const page = device.openPage()
    await settled(page.withSeed(async () => 0))
    expect([left(), await settled(page.addresses())]).toEqual([BOTH, addresses])
  })
})

describe('signing in keeps the wallet, even if the login service reports no deletion', () => {
  /** Someone else has had both stores delete the shares, and the login service has no record of that. */
  async function withMarkedShares() {
    const scene = await withWallet()
    const { stores, session, device } = scene
    for (const name of ['auth', 'recovery'] as const) {
      const wallet = stores.wallets[name].get(session.subject)
      if (wallet) wallet.isDeleted = true
    }
    device.signIn({ ...session, keepDueSinceMs: stores.now() })
    const untilTold = async () => {
      while (device.session()?.keepDueSinceMs !== undefined) await new Promise(setImmediate)
    }
    return { ...scene, untilTold }
  }

  test('on a known device that only reports its addresses', async () => {
    const { stores, device, addresses, kept, left, untilTold } = await withMarkedShares()
    expect(await settled(device.openPage().addresses())).toEqual(addresses)
    await untilTold()
    expect([left(), kept.mock.calls]).toEqual([BOTH, []])
    // Each sign-in is reported once.
    stores.calls.length = 0
    await settled(device.openPage().addresses())
    expect(stores.calls).toEqual([])
  })

  test.each(['auth', 'recovery'] as const)(
    'at the next use if the %s store is down; the wallet opens at once all the same',
    async (down) => {
      const { stores, device, addresses, left, untilTold } = await withMarkedShares()
      stores.isDown[down] = true
      expect(await settled(device.openPage().addresses())).toEqual(addresses)
      while (device.troubles.length === 0) await new Promise(setImmediate)
      expect(left()).toEqual({ ...BOTH, [down]: false })
      stores.isDown[down] = false
      expect(await settled(device.openPage().addresses())).toEqual(addresses)
      await untilTold()
      expect(left()).toEqual(BOTH)
    },
  )

  test('but not if the session has become too old', async () => {
    const { stores, device, addresses, untilTold } = await withMarkedShares()
    stores.advance(1_800_001)
    expect(await settled(device.openPage().addresses())).toEqual(addresses)
    await untilTold()
    expect(device.troubles).toEqual([])
  })

  test('and the stores have been told before the owner can delete the wallet', async () => {
    const { stores, session, device, owner, left } = await withWallet()
    device.signIn({ ...session, keepDueSinceMs: stores.now() })
    stores.travelBy(async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    })
    const page = device.openPage()
    await settled(page.addresses())
    await settled(page.delete(owner, never))
    expect(stores.calls.map(({ step }) => step)).toEqual(['keep', 'keep', 'remove', 'remove'])
    expect(left()).toEqual(NONE)
  })
})

test("another wallet's data stay on this device", async () => {
  const { stores, device, session, remove } = await withWallet()
  const other = newSession({ provider: 'google' })
  device.signIn(other)
  const before = await settled(device.openPage().addresses())
  device.signIn(session)
  await remove()
  device.signIn(other)
  expect(await settled(device.openPage().addresses())).toEqual(before)
  expect(stores.mails).toEqual([])
})

test('a wallet with an email address is deleted only after the link has been followed', async () => {
  const { stores, device, owner, left } = await withWallet('email')
  const deleting = device.openPage().delete(owner, never)
  while (stores.mails.length === 0) {
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(1)
  }
  expect([left(), owner.begin.mock.calls.length, owner.finish.mock.calls]).toEqual([BOTH, 1, []])
  stores.followLinks()
  await settled(deleting)
  expect([left(), owner.finish.mock.calls.length]).toEqual([NONE, 1])
})

describe('after an interruption, deleting again completes the deletion', () => {
  test.each([
    ['recovery', 'there'],
    ['recovery', 'back'],
    ['auth', 'there'],
    ['auth', 'back'],
  ] as const)('if the connection to the %s store is cut on the way %s', async (store, where) => {
    const { stores, owner, remove, left } = await withWallet()
    stores.cutWhere((call) => (call.store === store && call.step === 'remove' ? where : undefined))
    await expect(remove()).rejects.toEqual(refused('keyUnavailable'))
    expect(owner.finish).not.toHaveBeenCalled()
    stores.cutNothing()
    await remove()
    expect([left(), owner.finish.mock.calls.length]).toEqual([NONE, 1])
  })

  test('if the login service is unreachable, and no new wallet takes the place of the deleted one', async () => {
    const { stores, device, owner, remove, left } = await withWallet()
    owner.finish.mockRejectedValueOnce(new Error('offline'))
    await expect(remove()).rejects.toThrow('offline')
    expect(left()).toEqual(NONE)
    // The days in which signing in restores the wallet are over.
    stores.sweep()
    // This device still has its share, so it knows that there was a wallet.
    await expect(
      settled(
        device
          .openPage()
          .addresses()
          .then(() => device.openPage().withSeed(async () => 0)),
      ),
    ).rejects.toEqual(refused('keyUnavailable'))
    await remove()
    expect(owner.finish).toHaveBeenCalledTimes(2)
  })

  test('as long as the auth store has its share, a known device opens the wallet and restores the other share', async () => {
    const { stores, device, addresses, remove, left } = await withWallet()
    stores.cutWhere(({ store, step }) => (store === 'auth' && step === 'remove' ? 'there' : undefined))
    await expect(remove()).rejects.toEqual(refused('keyUnavailable'))
    expect(left()).toEqual({ auth: true, recovery: false })
    stores.sweep()
    const page = device.openPage()
    await settled(page.withSeed(async () => 0))
    expect(await settled(page.addresses())).toEqual(addresses)
    expect(left()).toEqual(BOTH)
  })
})

test("another device that still has the old share opens the same person's new wallet, with other addresses", async () => {
  const { stores, session, addresses, device, remove } = await withWallet()
  const other = createFakeDevice(stores, session)
  await settled(other.openPage().addresses())
  await remove()
  stores.sweep()
  // The login service sees the same account as a new person.
  const again = newSession({ provider: 'google' })
  other.signIn(again)
  const fresh = await settled(other.openPage().addresses())
  expect(fresh.eip155).not.toBe(addresses.eip155)
  device.signIn(again)
  expect(await settled(device.openPage().addresses())).toEqual(fresh)
})

test('if the sign-in is too old, nothing is deleted', async () => {
  const { stores, owner, remove, left } = await withWallet()
  stores.advance(1_800_001)
  await expect(remove()).rejects.toEqual(refused('notConnected'))
  expect([left(), owner.finish.mock.calls]).toEqual([BOTH, []])
})

test('refusing the link refuses the deletion, and the waiting page learns that', async () => {
  const { stores, device, owner, left } = await withWallet('email')
  const deleting = device.openPage().delete(owner, never)
  while (stores.mails.length === 0) {
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(1)
  }
  stores.refuseLinks()
  await expect(settled(deleting)).rejects.toEqual(refused('deviceRefused'))
  expect([left(), owner.finish.mock.calls]).toEqual([BOTH, []])
})
