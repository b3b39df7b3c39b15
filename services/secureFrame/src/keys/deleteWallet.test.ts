import { createFakeDevice, newSession } from '../../testing/fakeDevice.ts'
import { createFakeStores } from '../../testing/fakeStores.ts'
import { settled } from '../../testing/settled.ts'

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const never = new AbortController().signal
const refused = (failure: string) => expect.objectContaining({ failure })

/** Somebody with a wallet, and the page that is to delete it. @param provider of another one than mail no link is mailed */
async function withWallet(provider: 'email' | 'google' = 'google') {
  const stores = createFakeStores()
  const session = newSession({ provider })
  const device = createFakeDevice(stores, session)
  const addresses = await settled(device.openPage().addresses())
  const owner = jest.fn(async () => {})
  const remove = () => settled(device.openPage().delete(owner, never))
  const left = () => ({
    auth: stores.wallets.auth.has(session.subject),
    recovery: stores.wallets.recovery.has(session.subject),
  })
  stores.calls.length = 0
  return { stores, session, device, addresses, owner, remove, left }
}

test('a deleted wallet is in no store, its owner is unknown, and this device has nothing of it', async () => {
  const { stores, session, device, owner, remove, left } = await withWallet()
  await remove()
  expect(left()).toEqual({ auth: false, recovery: false })
  expect(owner).toHaveBeenCalledTimes(1)
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

test('what this device has of another wallet stays', async () => {
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

test('nothing of a mail wallet is deleted before the link was followed', async () => {
  const { stores, device, owner, left } = await withWallet('email')
  const deleting = device.openPage().delete(owner, never)
  while (stores.mails.length === 0) {
    await new Promise(setImmediate)
    await jest.advanceTimersByTimeAsync(1)
  }
  expect([left(), owner.mock.calls]).toEqual([{ auth: true, recovery: true }, []])
  stores.followLinks()
  await settled(deleting)
  expect([left(), owner.mock.calls.length]).toEqual([{ auth: false, recovery: false }, 1])
})

describe('interrupted, it is finished by doing it once more', () => {
  test.each([
    ['recovery', 'there'],
    ['recovery', 'back'],
    ['auth', 'there'],
    ['auth', 'back'],
  ] as const)('where the wire to the %s store is cut on the way %s', async (store, where) => {
    const { stores, owner, remove, left } = await withWallet()
    stores.cutWhere((call) => (call.store === store && call.step === 'remove' ? where : undefined))
    await expect(remove()).rejects.toEqual(refused('keyUnavailable'))
    expect(owner).not.toHaveBeenCalled()
    stores.cutNothing()
    await remove()
    expect([left(), owner.mock.calls.length]).toEqual([{ auth: false, recovery: false }, 1])
  })

  test('where login cannot be reached, without a new wallet in the place of the one that is gone', async () => {
    const { device, owner, remove, left } = await withWallet()
    owner.mockRejectedValueOnce(new Error('offline'))
    await expect(remove()).rejects.toThrow('offline')
    expect(left()).toEqual({ auth: false, recovery: false })
    // This device has its share still, so it knows that there was a wallet.
    await expect(
      settled(
        device
          .openPage()
          .addresses()
          .then(() => device.openPage().withSeed(async () => 0)),
      ),
    ).rejects.toEqual(refused('keyUnavailable'))
    await remove()
    expect(owner).toHaveBeenCalledTimes(2)
  })

  test('until the auth share is gone, a known device opens the wallet and puts back what is missing', async () => {
    const { stores, device, addresses, remove, left } = await withWallet()
    stores.cutWhere(({ store, step }) => (store === 'auth' && step === 'remove' ? 'there' : undefined))
    await expect(remove()).rejects.toEqual(refused('keyUnavailable'))
    expect(left()).toEqual({ auth: true, recovery: false })
    const page = device.openPage()
    await settled(page.withSeed(async () => 0))
    expect(await settled(page.addresses())).toEqual(addresses)
    expect(left()).toEqual({ auth: true, recovery: true })
  })
})

test('another device that still has the share of before opens the new wallet of the same person, with other addresses', async () => {
  const { stores, session, addresses, device, remove } = await withWallet()
  const other = createFakeDevice(stores, session)
  await settled(other.openPage().addresses())
  await remove()
  // Login knows a new person under the same account.
  const again = newSession({ provider: 'google' })
  other.signIn(again)
  const fresh = await settled(other.openPage().addresses())
  expect(fresh.eip155).not.toBe(addresses.eip155)
  device.signIn(again)
  expect(await settled(device.openPage().addresses())).toEqual(fresh)
})

test('whoever has signed in too long ago deletes nothing', async () => {
  const { stores, owner, remove, left } = await withWallet()
  stores.advance(1_800_001)
  await expect(remove()).rejects.toEqual(refused('notConnected'))
  expect([left(), owner.mock.calls]).toEqual([{ auth: true, recovery: true }, []])
})
