import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openTables } from '../../services/src/database/openTables.ts'
import { createLog } from '../../services/src/log.ts'
import { shareMigrations } from '../../services/src/shares/migration.ts'
import type { ShareSchema } from '../../services/src/shares/schema.ts'
import {
  calls,
  codeOf,
  DELETING,
  newShare,
  newSigner,
  type Signer,
  type StartedShares,
  startShares,
} from '../../services/testing/startShares.ts'

/** For wallets without an e-mail address, a login alone never gets the recovery store's share on a new device. */

jest.setTimeout(60_000)

const HOUR_MS = 3_600_000
const HOST = 'shop.example'
/** A session that is days old. */
const OLD = { assertion: { auth_time: 0 } }

let store: StartedShares
let owner: Signer
beforeAll(async () => {
  store = await startShares('recovery', { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'wallet@portico.example' } })
  owner = await newSigner()
})
afterAll(() => store?.close())

/** A wallet created on the owner's device. */
async function newWallet() {
  const subject = randomUUID()
  const share = { splitId: randomUUID(), share: newShare() }
  expect((await store.ask(subject, owner, calls.put({ ...share, email: null }))).status).toBe(201)
  const release = (by: Signer) => store.ask(subject, by, calls.release)
  const requests = async (by: Signer) => (await store.ask(subject, by, calls.listDevices, OLD)).body.devices
  return {
    subject,
    share,
    release,
    requests,
    ask: async (by: Signer) => (await store.ask(subject, by, calls.askForDevice, { assertion: { host: HOST } })).body,
    look: async (by: Signer) => (await store.ask(subject, by, calls.lookAtDevice, OLD)).body,
    decide: (by: Signer, key: Signer, meant: string) =>
      store.ask(subject, by, calls.decideDevice({ key: key.jkt, meant }), OLD),
  }
}
const nowS = () => Math.floor(store.now() / 1_000)
/** The time at which a device is admitted if it asks now. */
const opensAtS = () => Math.ceil(store.now() / 1_000) + 86_400

test('a login alone cannot get, replace or delete a share; the device that created the wallet still can', async () => {
  const { subject, share, release, look, requests } = await newWallet()
  const thief = await newSigner()
  const refused = [403, 'device.unconfirmed']
  expect(codeOf(await release(thief))).toEqual(refused)
  const step = { step: 'prepare', splitId: randomUUID(), share: newShare() }
  expect(codeOf(await store.ask(subject, thief, calls.rotate(step)))).toEqual(refused)
  expect(codeOf(await store.ask(subject, thief, calls.remove, DELETING))).toEqual(refused)
  // A refused call does not count as a request: it sends no notification and starts no waiting time.
  expect(await look(thief)).toEqual({ state: 'waiting', opensAt: null })
  expect(await requests(owner)).toEqual([])
  expect((await release(owner)).body).toEqual({ current: share, next: null })
})

test('a known device sees where and when a request was made, and admits the new device permanently', async () => {
  const { share, release, ask, look, requests, decide } = await newWallet()
  const laptop = await newSigner()
  const waiting = { state: 'waiting', opensAt: opensAtS() }
  expect(await ask(laptop)).toEqual(waiting)
  // Asking again does not restart the waiting time.
  store.advance(HOUR_MS)
  expect(await ask(laptop)).toEqual(waiting)
  expect(codeOf(await release(laptop))).toEqual([403, 'device.unconfirmed'])
  expect(await requests(owner)).toEqual([
    { key: laptop.jkt, host: HOST, askedAt: nowS() - 3_600, opensAt: waiting.opensAt },
  ])
  expect((await decide(owner, laptop, 'confirm')).status).toBe(200)
  expect(await look(laptop)).toEqual({ state: 'open', opensAt: null })
  expect((await release(laptop)).body).toMatchObject({ current: share })
  expect(await requests(owner)).toEqual([])
  expect(codeOf(await decide(owner, laptop, 'refuse'))).toEqual([404, 'device.over'])
  store.advance(30 * 24 * HOUR_MS)
  expect((await release(laptop)).status).toBe(200)
  // The admitted device is a known one now, and can decide too.
  const phone = await newSigner()
  await ask(phone)
  expect((await decide(laptop, phone, 'confirm')).status).toBe(200)
  expect((await release(phone)).status).toBe(200)
})

test('a refused device never gets in, however long it waits and however often it asks', async () => {
  const { release, ask, look, decide, requests } = await newWallet()
  const thief = await newSigner()
  await ask(thief)
  expect((await decide(owner, thief, 'refuse')).status).toBe(200)
  for (const hours of [0, 25, 24 * 30]) {
    store.advance(hours * HOUR_MS)
    expect(await ask(thief)).toEqual({ state: 'refused', opensAt: null })
    expect(await look(thief)).toEqual({ state: 'refused', opensAt: null })
    expect(codeOf(await release(thief))).toEqual([403, 'device.unconfirmed'])
    expect(await requests(owner)).toEqual([])
  }
  expect(codeOf(await decide(owner, thief, 'confirm'))).toEqual([404, 'device.over'])
})

test('a device cannot decide about itself, and an unknown device sees and decides nothing', async () => {
  const { ask, decide, requests, release } = await newWallet()
  const [thief, helper] = [await newSigner(), await newSigner()]
  await ask(thief)
  store.advance(2_000)
  await ask(helper)
  expect(await requests(thief)).toEqual([])
  for (const by of [thief, helper]) {
    for (const meant of ['confirm', 'refuse']) {
      expect(codeOf(await decide(by, thief, meant))).toEqual([403, 'device.unconfirmed'])
    }
  }
  expect(codeOf(await release(thief))).toEqual([403, 'device.unconfirmed'])
})

test('without a refusal the device is admitted after 24 hours, and not a moment earlier', async () => {
  const { share, release, ask, look } = await newWallet()
  const phone = await newSigner()
  await ask(phone)
  store.advance(24 * HOUR_MS - 1)
  expect(await look(phone)).toMatchObject({ state: 'waiting' })
  expect((await release(phone)).status).toBe(403)
  store.advance(1)
  expect(await look(phone)).toEqual({ state: 'open', opensAt: null })
  expect((await release(phone)).body).toMatchObject({ current: share })
})

test('an abandoned request is not granted weeks later, and can be made again', async () => {
  const { release, ask, look, requests } = await newWallet()
  const phone = await newSigner()
  await ask(phone)
  store.advance(8 * 24 * HOUR_MS)
  expect(await look(phone)).toMatchObject({ state: 'waiting' })
  expect((await release(phone)).status).toBe(403)
  expect(await requests(owner)).toEqual([])
  expect(await ask(phone)).toEqual({ state: 'waiting', opensAt: opensAtS() })
})

test('after shares are replaced only the replacing device is known, and waiting times start again', async () => {
  const { subject, release, ask, decide, look } = await newWallet()
  const [laptop, thief] = [await newSigner(), await newSigner()]
  await ask(laptop)
  await decide(owner, laptop, 'confirm')
  store.advance(2_000)
  await ask(thief)
  const splitId = randomUUID()
  for (const step of [
    { step: 'prepare', splitId, share: newShare() },
    { step: 'commit', splitId },
  ]) {
    expect((await store.ask(subject, laptop, calls.rotate(step))).status).toBe(200)
  }
  expect((await release(laptop)).status).toBe(200)
  expect(codeOf(await release(owner))).toEqual([403, 'device.unconfirmed'])
  store.advance(25 * HOUR_MS)
  expect(await look(thief)).toEqual({ state: 'waiting', opensAt: null })
})

test('requests are limited, and require a fresh sign-in', async () => {
  const { subject, ask } = await newWallet()
  const codes: unknown[] = []
  for (let count = 0; count < 6; count += 1) {
    codes.push(((await ask(await newSigner())).error as { code: string } | undefined)?.code)
    store.advance(2_000)
  }
  expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'link.tooOften'])
  expect(codeOf(await store.ask(subject, await newSigner(), calls.askForDevice, OLD))).toEqual([401, 'session.stale'])
})

test('a wallet with an e-mail address uses the mailed link, and has no such requests', async () => {
  const subject = randomUUID()
  const first = { splitId: randomUUID(), share: newShare(), email: 'ada@visitor.example' }
  await store.ask(subject, owner, calls.put(first))
  expect(codeOf(await store.ask(subject, owner, calls.release))).toEqual([403, 'link.needed'])
  expect(codeOf(await store.ask(subject, owner, calls.askForDevice))).toEqual([409, 'device.notNeeded'])
})

test('for a wallet older than the rule, the device that wrote its share is known', async () => {
  const log = createLog('error', () => {})
  const opened = await openTables<ShareSchema>({ dataDir: 'memory://' }, log, async (db) => {
    for (const [name, { up }] of Object.entries(shareMigrations)) {
      if (name === '0004_devices') {
        await sql`insert into shares (subject, state, split_id, key_id, sealed, written_by, written_at) values
          ('w', 'current', ${randomUUID()}, 'k', 's', 'its writer', now()),
          ('w', 'next', ${randomUUID()}, 'k', 's', 'someone', now())`.execute(db)
      }
      await up(db)
    }
  })
  const rows = await opened.db.selectFrom('share_devices').selectAll().execute()
  expect(rows).toMatchObject([{ subject: 'w', jkt: 'its writer', confirmed_at: expect.any(Date), refused_at: null }])
  await opened.close()
})
