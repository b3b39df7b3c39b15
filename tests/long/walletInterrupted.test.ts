import fc from 'fast-check'
import type { DeviceUnconfirmed, Session, Wallet } from '../../services/secureFrame/src/interfaces.ts'
import type { OwnWallet } from '../../services/secureFrame/src/keys/createWallet.ts'
import { createFakeDevice, type FakeDevice, newSession } from '../../services/secureFrame/testing/fakeDevice.ts'
import { type Cut, createFakeStores, type FakeStores } from '../../services/secureFrame/testing/fakeStores.ts'
import { confirm, settled } from '../../services/secureFrame/testing/settled.ts'

/**
 * The page dies at each step of a replacement of shares: before a request, before its response, and before each write
 * on the device. A device that returns afterwards must find the same wallet.
 */

jest.setTimeout(180_000)
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => jest.useRealTimers())

const LINK_MS = 600_000
const isUnconfirmed = (error: unknown): error is DeviceUnconfirmed =>
  error instanceof Error && error.name === 'DeviceUnconfirmed'

/** Opens the wallet like the host: on an unconfirmed device, the owner follows the link. */
async function open(device: FakeDevice, stores: FakeStores): Promise<string> {
  const page = device.openPage()
  const seedOf = (wallet: Wallet) => settled(wallet.withSeed(async (seed) => Buffer.from(seed).toString('hex')))
  try {
    return await seedOf(page)
  } catch (error) {
    if (!isUnconfirmed(error)) throw error
    stores.advance(30_001)
    await confirm(page, stores)
    return seedOf(page)
  }
}

type Work = (page: OwnWallet, see: (seed: Uint8Array) => void) => Promise<unknown>
const openIt: Work = (page, see) => page.withSeed(async (seed) => see(seed))
const renewIt: Work = (page) => page.renewShares(new AbortController().signal)

/**
 * Makes the page die at step `at` of its requests and writes.
 * @returns undefined if there was no such step; else the seed that the page had before it died, if any
 */
async function dieAt(
  at: number,
  how: Cut,
  device: FakeDevice,
  stores: FakeStores,
  work: Work = openIt,
): Promise<readonly string[] | undefined> {
  let steps = 0
  stores.cutWhere(() => {
    steps += 1
    if (steps < at) return undefined
    return steps === at ? how : 'there'
  })
  device.beforeWrite(() => {
    steps += 1
    if (steps >= at) throw new Error('The page is gone.')
  })
  const page = device.openPage()
  const seen: string[] = []
  await settled(work(page, (seed) => void seen.push(Buffer.from(seed).toString('hex')))).catch(() => {})
  stores.cutNothing()
  device.beforeWrite(() => {})
  return steps >= at ? seen : undefined
}

interface Scene {
  readonly stores: FakeStores
  readonly session: Session
  /** The device whose page dies. */
  readonly device: FakeDevice
  /** The seed, if it exists already. */
  readonly seed: string | undefined
  /** The work during which the page dies; by default it opens the wallet. */
  readonly work?: Work
}
type Setting = () => Promise<Scene>

const signUp =
  (provider: Session['provider']): Setting =>
  async () => {
    const stores = createFakeStores()
    const session = newSession({ provider })
    return { stores, session, device: createFakeDevice(stores, session), seed: undefined }
  }

async function known(): Promise<Scene & { readonly seed: string }> {
  const scene = await signUp('email')()
  return { ...scene, seed: await open(scene.device, scene.stores) }
}

/** A device whose link was followed, before it has fetched the share. */
const secondDevice: Setting = async () => {
  const { stores, session, seed } = await known()
  const device = createFakeDevice(stores, session)
  await settled(device.openPage().addresses()).catch(() => {})
  const life = new AbortController()
  const waiting = device.openPage().waitForDevice(life.signal)
  waiting.catch(() => {})
  while (stores.mails.length === 0) await new Promise(setImmediate)
  life.abort()
  await settled(waiting).catch(() => {})
  stores.followLinks()
  return { stores, session, device, seed }
}

/** Renewal of shares on one of two devices, whose link was followed. */
const renewal: Setting = async () => {
  const scene = await known()
  const { stores, session } = scene
  const device = createFakeDevice(stores, session)
  await open(device, stores)
  return { ...scene, device, work: renewIt }
}

const authLost: Setting = async () => {
  const scene = await known()
  const { stores, device } = scene
  const life = new AbortController()
  const renewing = device.openPage().renewShares(life.signal)
  renewing.catch(() => {})
  while (stores.mails.length === 0) await new Promise(setImmediate)
  stores.followLinks()
  await settled(renewing)
  // This device's link is still valid.
  stores.wallets.auth.clear()
  return scene
}

const recoveryLost: Setting = async () => {
  const scene = await known()
  scene.stores.wallets.recovery.clear()
  return scene
}

/** The device that returns after the page has died. */
const returns: Record<string, (scene: Scene) => FakeDevice> = {
  'the same device': ({ device }) => device,
  'the same device, when the link is too old': ({ device, stores, session }) => {
    stores.advance(LINK_MS + 1)
    device.signIn(session)
    return device
  },
  'another device': ({ stores, session }) => {
    // For ten minutes, no other device can abandon a prepared replacement.
    stores.advance(LINK_MS + 1)
    return createFakeDevice(stores, session)
  },
}

describe.each([
  ['a sign-up by mail', signUp('email'), Object.keys(returns), 14],
  ['a sign-up by a provider', signUp('google'), Object.keys(returns), 14],
  // Two reads from the stores and one write on the device; nothing is written to the stores.
  ['a second device', secondDevice, Object.keys(returns), 6],
  ['a renewal of shares', renewal, Object.keys(returns), 14],
  [
    'the replacement of a lost auth store',
    authLost,
    ['the same device', 'the same device, when the link is too old'],
    10,
  ],
  // Without the share in the recovery store, another device cannot open the wallet.
  ['the replacement of a lost recovery store', recoveryLost, ['the same device'], 12],
] as const)('%s interrupted at any step', (_, setting, whoReturns, pointsMin) => {
  test.each(whoReturns)('%s returns to the same wallet, and so does the next device', async (who) => {
    let points = 0
    for (const how of ['there', 'back'] as const) {
      for (let at = 1; ; at += 1) {
        const scene = await setting()
        const { stores, session, device } = scene
        const seen = await dieAt(at, how, device, stores, scene.work)
        if (!seen) break
        points += 1
        const returning = returns[who]?.(scene) ?? device
        const opened = await open(returning, stores)
        for (const before of [...seen, scene.seed ?? opened]) expect([at, how, opened]).toEqual([at, how, before])
        // A device that has opened the wallet once opens it again without the recovery store.
        stores.advance(LINK_MS + 1)
        stores.isDown.recovery = true
        expect([at, how, await open(returning, stores)]).toEqual([at, how, opened])
        stores.isDown.recovery = false
        // Both stores have matching shares.
        const next = createFakeDevice(stores, session)
        expect([at, how, await open(next, stores)]).toEqual([at, how, opened])
        device.signIn(session)
        stores.advance(LINK_MS + 1)
        next.signIn(session)
        device.signIn(session)
        expect([at, how, await open(device, stores)]).toEqual([at, how, opened])
        for (const { current, next: left } of [stores.wallets.auth, stores.wallets.recovery].flatMap((one) => [
          ...one.values(),
        ])) {
          expect([at, how, left, current.splitId]).toEqual([
            at,
            how,
            undefined,
            stores.wallets.auth.get(session.subject)?.current.splitId,
          ])
        }
      }
    }
    expect(points).toBeGreaterThanOrEqual(pointsMin)
  })
})

test('an e-mail change interrupted at any step does not lock the owner out, and completes at the next sign-in', async () => {
  const email = 'Ada.King@new.example'
  let points = 0
  for (const how of ['there', 'back'] as const) {
    for (let at = 1; ; at += 1) {
      const { stores, session: before, seed } = await known()
      const session = { ...before, email }
      const device = createFakeDevice(stores, before)
      await open(device, stores)
      device.signIn(session)
      const pending = () => device.database().emails.get(session.subject)
      const mailsTo = () => stores.wallets.recovery.get(session.subject)?.current.email
      const change: Work = async (page) => {
        await page.changeEmail(email)
        while (device.troubles.length === 0 && (await pending()) !== undefined) await new Promise(setImmediate)
      }
      const seen = await dieAt(at, how, device, stores, change)
      if (!seen) break
      points += 1
      expect([at, how, [before.email, email].includes(mailsTo() ?? '')]).toEqual([at, how, true])
      stores.advance(LINK_MS + 1)
      expect([at, how, await open(device, stores)]).toEqual([at, how, seed])
      device.signIn(session)
      stores.advance(30_001)
      await settled(device.openPage().waitForDevice(new AbortController().signal))
      while ((await pending()) !== undefined) {
        stores.followLinks()
        await new Promise(setImmediate)
        await jest.advanceTimersByTimeAsync(20)
      }
      expect([at, how, mailsTo()]).toEqual([at, how, email])
      const [auth, recovery] = [stores.wallets.auth, stores.wallets.recovery].map((one) => one.get(session.subject))
      expect([at, how, auth?.next, recovery?.next]).toEqual([at, how, undefined, undefined])
      expect([at, how, auth?.current.splitId]).toEqual([at, how, recovery?.current.splitId])
      stores.advance(LINK_MS + 1)
      const next = createFakeDevice(stores, session)
      expect([at, how, await open(next, stores)]).toEqual([at, how, seed])
      expect(stores.mails.at(-1)).toBe(email)
      expect([at, how, await open(device, stores)]).toEqual([at, how, seed])
    }
  }
  expect(points).toBeGreaterThanOrEqual(14)
})

describe.each(['email', 'google'] as const)('the deletion of a wallet of %s', (provider) => {
  /** An owner with two devices, of which the second was just confirmed, and the state of the login service. */
  async function withTwo() {
    const { stores, session, device: first } = await signUp(provider)()
    const seed = await open(first, stores)
    const second = createFakeDevice(stores, session)
    await open(second, stores)
    const login = { isBegun: false, isFinished: false }
    const know = (step: string, known: Partial<typeof login>) => () =>
      stores.atLogin(step, () => void Object.assign(login, known))
    for (const device of [first, second]) device.onKeep(know('keep', { isBegun: false }))
    const owner = { begin: know('begin', { isBegun: true }), finish: know('finish', { isFinished: true }) }
    const deleteIt: Work = (page) => page.delete(owner, new AbortController().signal)
    /** Signs in with the state that the login service reports. */
    const signIn = (device: FakeDevice) => device.signIn({ ...session, isBeingDeleted: login.isBegun })
    return { stores, session, seed, first, second, login, deleteIt, signIn }
  }

  async function expectKept({
    stores,
    session,
    seed,
    first,
    second,
    login,
    signIn,
  }: Awaited<ReturnType<typeof withTwo>>) {
    for (const device of [first, second, createFakeDevice(stores, session)]) {
      stores.advance(LINK_MS + 1)
      signIn(device)
      expect(await open(device, stores)).toBe(seed)
      expect([
        login.isBegun,
        ...(['auth', 'recovery'] as const).map((one) => stores.hasOpen(one, session.subject)),
      ]).toEqual([false, true, true])
    }
  }

  test('interrupted at any step is canceled by a sign-in, on every device', async () => {
    let points = 0
    for (const how of ['there', 'back'] as const) {
      for (let at = 1; ; at += 1) {
        const scene = await withTwo()
        if (!(await dieAt(at, how, scene.second, scene.stores, scene.deleteIt))) break
        points += 1
        await expectKept(scene)
      }
    }
    // Four requests (login service, both stores, login service) were cut on their way there and back.
    expect(points).toBe(8)
  })

  test('whose cancellation is interrupted at any step is canceled by the next attempt', async () => {
    let points = 0
    for (const how of ['there', 'back'] as const) {
      for (let at = 1; ; at += 1) {
        const scene = await withTwo()
        const { stores, first, second, login, deleteIt, signIn } = scene
        await settled(deleteIt(second.openPage(), () => {}))
        expect(login).toEqual({ isBegun: true, isFinished: true })
        stores.advance(LINK_MS + 1)
        signIn(first)
        if (!(await dieAt(at, how, first, stores))) break
        points += 1
        await expectKept(scene)
      }
    }
    // At least five requests (both stores, login service, a read from each store) were cut in both directions.
    expect(points).toBeGreaterThanOrEqual(10)
  })
})

/** Each direction of a request takes as long as the next of these waits. */
function travelAtRandom(stores: FakeStores, waits: readonly number[]) {
  let at = 0
  stores.travelBy(async () => {
    for (let left = waits[at++ % waits.length] ?? 0; left > 0; left -= 1) await new Promise(setImmediate)
  })
}
const waits = fc.array(fc.nat(6), { minLength: 40, maxLength: 40 })

test('three devices that sign up at once, over connections of any speed, get the same wallet', async () => {
  await fc.assert(
    fc.asyncProperty(waits, fc.constantFrom('email' as const, 'google' as const), async (speeds, provider) => {
      const stores = createFakeStores()
      const session = newSession({ provider })
      travelAtRandom(stores, speeds)
      const seen = new Set<string>()
      const devices = [0, 1, 2].map(() => createFakeDevice(stores, session))
      const use = async (seed: Uint8Array) => void seen.add(Buffer.from(seed).toString('hex'))
      await settled(Promise.allSettled(devices.map((device) => device.openPage().withSeed(use))))
      for (const device of devices) seen.add(await open(device, stores))
      expect(seen.size).toBe(1)
    }),
    { numRuns: 10 },
  )
})

test('two new devices and the known one at once, over connections of any speed, keep the same wallet', async () => {
  await fc.assert(
    fc.asyncProperty(waits, fc.constantFrom('email' as const, 'google' as const), async (speeds, provider) => {
      const { stores, session, device } = await signUp(provider)()
      const seen = new Set([await open(device, stores)])
      const devices = [device, createFakeDevice(stores, session), createFakeDevice(stores, session)]
      travelAtRandom(stores, speeds)
      const life = new AbortController()
      for (const one of devices)
        one
          .openPage()
          .waitForDevice(life.signal)
          .catch(() => {})
      const pages = devices.map((one) => one.openPage())
      const use = async (seed: Uint8Array) => void seen.add(Buffer.from(seed).toString('hex'))
      await settled(Promise.allSettled(pages.map((page) => page.withSeed(use))))
      stores.followLinks()
      await settled(Promise.allSettled(pages.map((page) => page.withSeed(use))))
      life.abort()
      stores.advance(LINK_MS + 1)
      for (const one of devices) {
        one.signIn(session)
        seen.add(await open(one, stores))
      }
      expect(seen.size).toBe(1)
    }),
    { numRuns: 10 },
  )
})
