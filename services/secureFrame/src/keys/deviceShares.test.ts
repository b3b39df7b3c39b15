import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createDeviceShares } from './deviceShares.ts'
import { type DeviceRecord, openKeyDatabase } from './keyDatabase.ts'
import { createSeed, splitSeed } from './splitSeed.ts'

const SUBJECT = 'a4b0e3f2-0c1d-4e5f-8a9b-0c1d2e3f4a5b'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const newShare = async () => {
  const { splitId, device } = await splitSeed(createSeed())
  return { splitId, device }
}
const openShares = () => createDeviceShares(openKeyDatabase().shares)
const idsOf = async (subject = SUBJECT) => (await openShares().list(subject)).map(({ splitId }) => splitId)
const recordOf = async () => {
  const record = await openKeyDatabase().shares.get(SUBJECT)
  if (!record) throw new Error('There is a record.')
  return record
}

test("this browser's next page finds the share, but only for the wallet to which it belongs", async () => {
  const { splitId, device } = await newShare()
  await openShares().add(SUBJECT, splitId, device)
  expect(await idsOf()).toEqual([splitId])
  expect(await idsOf('another')).toEqual([])
})

test('a record that was copied to another wallet opens nothing there', async () => {
  const { splitId, device } = await newShare()
  await openShares().add(SUBJECT, splitId, device)
  await openKeyDatabase().shares.set('another', await recordOf())
  expect(await idsOf('another')).toEqual([])
})

test('old and new shares exist side by side until the old one is dropped', async () => {
  const [old, next] = [await newShare(), await newShare()]
  for (const { splitId, device } of [old, next]) await openShares().add(SUBJECT, splitId, device)
  expect(await idsOf()).toEqual([next.splitId, old.splitId])
  await openShares().keepOnly(SUBJECT, next.splitId)
  expect(await idsOf()).toEqual([next.splitId])
})

test('after many interrupted replacements, the working share and the newest shares are kept', async () => {
  const added = []
  for (let count = 0; count < 12; count += 1) {
    const { splitId, device } = await newShare()
    added.push(splitId)
    await openShares().add(SUBJECT, splitId, device)
  }
  const ids = await idsOf()
  expect(ids).toHaveLength(8)
  expect([ids.at(-1), ids[0]]).toEqual([added[0], added.at(-1)])
})

test('stored data reveal no share, and the key that sealed the shares cannot be exported', async () => {
  const { splitId, device } = await newShare()
  await openShares().add(SUBJECT, splitId, device)
  const { key, shares } = await recordOf()
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  expect(Buffer.from(shares[0]?.sealed ?? []).toString('latin1')).not.toContain(device.slice(0, 12))
})

test.each<[string, (record: DeviceRecord) => DeviceRecord]>([
  [
    'damaged',
    (record) => ({
      ...record,
      shares: record.shares.map((one) => ({ ...one, sealed: one.sealed.map((byte) => byte ^ 1) })),
    }),
  ],
  [
    'moved to another split',
    (record) => ({ ...record, shares: record.shares.map((one) => ({ ...one, splitId: SUBJECT })) }),
  ],
])('a share that was %s is ignored', async (_, change) => {
  const { splitId, device } = await newShare()
  await openShares().add(SUBJECT, splitId, device)
  await openKeyDatabase().shares.set(SUBJECT, change(await recordOf()))
  expect(await idsOf()).toEqual([])
})

test.each<[string, () => IDBFactory]>([
  [
    'throws',
    () => {
      throw new DOMException('Storage is blocked.', 'SecurityError')
    },
  ],
  ['is missing', () => undefined as never],
])("if the browser's storage %s, a share is kept as long as the page is open", async (_, blocked) => {
  Object.defineProperty(globalThis, 'indexedDB', { get: blocked, configurable: true })
  try {
    const page = openShares()
    const { splitId, device } = await newShare()
    await page.add(SUBJECT, splitId, device)
    expect(await page.list(SUBJECT)).toHaveLength(1)
    expect(await idsOf()).toEqual([])
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', { value: new IDBFactory(), configurable: true, writable: true })
  }
})
