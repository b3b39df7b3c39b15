import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../services/src/database/openDatabase.ts'
import { createLog } from '../../services/src/log.ts'
import { createKeyRing, type EnvelopeKey } from '../../services/src/shares/keyRing.ts'
import { openShareDatabase } from '../../services/src/shares/openShareDatabase.ts'
import { reseal } from '../../services/src/shares/reseal.ts'
import { lastingDatabase } from '../../services/testing/databases.ts'
import {
  calls,
  DELETING,
  newEnvelopeKey,
  newShare,
  newSigner,
  startShares,
} from '../../services/testing/startShares.ts'

jest.setTimeout(120_000)

const log = createLog('error', () => {})
const folders: string[] = []
async function newPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-shares-'))
  folders.push(folder)
  const place = await lastingDatabase(folder)
  return 'DATA_DIR' in place ? { dataDir: place.DATA_DIR } : { dataDir: '', databaseUrl: place.DATABASE_URL }
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

type Place = Awaited<ReturnType<typeof newPlace>>

async function rowsOf(place: Place) {
  const { db, close } = await openShareDatabase('auth', place, log)
  try {
    return await db.selectFrom('shares').selectAll().orderBy('subject').execute()
  } finally {
    await close()
  }
}

/** Everything that lies in the folder, and every row as text: more than any backup has. */
async function dumpOf(place: Place) {
  const rows = Buffer.from(JSON.stringify(await rowsOf(place)))
  if (!place.dataDir) return rows
  const entries = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)))
  return Buffer.concat([rows, ...(await Promise.all(files))])
}

/** Each form in which bytes may stand somewhere. */
const formsOf = (bytes: Uint8Array) =>
  (['base64url', 'base64', 'hex', 'latin1'] as const).map((encoding) => {
    const text = Buffer.from(bytes).toString(encoding)
    return encoding === 'latin1' ? Buffer.from(bytes) : Buffer.from(text)
  })

const finds = (dump: Buffer, bytes: Uint8Array) => formsOf(bytes).some((form) => dump.includes(form))

test('a thief of the whole database has neither a share nor the key, also of what was deleted or replaced', async () => {
  const place = await newPlace()
  const key = newEnvelopeKey('k1')
  const store = await startShares('auth', { ...place, keys: [key] })
  const frame = await newSigner()
  const subjects = Array.from({ length: 4 }, () => randomUUID())
  const shares: string[] = []
  const split = () => {
    const share = newShare()
    shares.push(share)
    return { splitId: randomUUID(), share }
  }
  for (const subject of subjects) {
    const second = split()
    await store.ask(subject, frame, calls.put(split()))
    await store.ask(subject, frame, calls.rotate({ step: 'prepare', ...second }))
    if (subject !== subjects[0]) {
      await store.ask(subject, frame, calls.rotate({ step: 'commit', splitId: second.splitId }))
    }
  }
  await store.ask(subjects[1] ?? '', frame, calls.remove, DELETING)
  await store.close()

  const dump = await dumpOf(place)
  expect(dump.length).toBeGreaterThan(1_000)
  // What is searched for would be found: whose wallet it is stands there.
  expect(dump.includes(subjects[0] ?? 'nobody')).toBe(true)
  expect(shares).toHaveLength(8)
  for (const share of shares) expect(finds(dump, Buffer.from(share, 'base64url'))).toBe(false)
  expect(finds(dump, key.bytes)).toBe(false)
})

describe('a change of the key', () => {
  const frameKey = newSigner()
  async function filled(keys: readonly EnvelopeKey[]) {
    const place = await newPlace()
    const store = await startShares('auth', { ...place, keys })
    const wallet = { subject: randomUUID(), split: { splitId: randomUUID(), share: newShare() } }
    await store.ask(wallet.subject, await frameKey, calls.put(wallet.split))
    await store.close()
    return { place, ...wallet }
  }
  const [old, fresh] = [newEnvelopeKey('k1'), newEnvelopeKey('k2')]

  test('seals everything anew, hands out the same share before and after, and then the old key is not needed', async () => {
    const { place, subject, split } = await filled([old])
    expect((await rowsOf(place)).map(({ key_id }) => key_id)).toEqual(['k1'])
    for (const keys of [[fresh, old], [fresh]]) {
      const store = await startShares('auth', { ...place, keys })
      const { body } = await store.ask(subject, await frameKey, calls.release)
      expect(body).toEqual({ current: split, next: null })
      await store.close()
    }
    expect((await rowsOf(place)).map(({ key_id }) => key_id)).toEqual(['k2'])
  })

  test('that takes the old key away too early ends the start, and nothing is lost', async () => {
    const { place, subject, split } = await filled([old])
    await expect(startShares('auth', { ...place, keys: [fresh] })).rejects.toThrow(
      'SHARE_KEY lacks the key "k1", with which shares are sealed.',
    )
    const other = { ...old, bytes: new Uint8Array(randomBytes(32)) }
    await expect(startShares('auth', { ...place, keys: [other] })).rejects.toThrow(
      'SHARE_KEY has another key "k1" than the one with which shares are sealed.',
    )
    const store = await startShares('auth', { ...place, keys: [old] })
    expect((await store.ask(subject, await frameKey, calls.release)).body).toEqual({ current: split, next: null })
    await store.close()
  })

  test('goes through as many rows as there are, a few at a time', async () => {
    const { db, close } = await openShareDatabase('auth', { dataDir: 'memory://' }, log)
    const before = createKeyRing([old], 'auth')
    const rows = Array.from({ length: 450 }, (_, index) => {
      const belonging = { subject: `visitor-${index}`, splitId: randomUUID() }
      const { keyId, text } = before.seal(`share ${index}`, belonging)
      return { belonging, keyId, text }
    })
    await db
      .insertInto('shares')
      .values(
        rows.map(({ belonging: { subject, splitId }, keyId, text }) => ({
          subject,
          state: 'current' as const,
          split_id: splitId,
          key_id: keyId,
          sealed: text,
          written_by: 'frame',
          written_at: new Date(),
        })),
      )
      .execute()
    expect(await reseal(db, createKeyRing([fresh, old], 'auth'))).toBe(450)
    const after = createKeyRing([fresh], 'auth')
    const kept = new Map((await db.selectFrom('shares').selectAll().execute()).map((row) => [row.subject, row]))
    for (const [index, { belonging }] of rows.entries()) {
      const row = kept.get(belonging.subject)
      expect(after.open({ keyId: row?.key_id ?? '', text: row?.sealed ?? '' }, belonging)).toBe(`share ${index}`)
    }
    expect(await reseal(db, createKeyRing([fresh, old], 'auth'))).toBe(0)
    await close()
  })
})

test('a store does not open the database of the other one, nor one that other services use', async () => {
  const place = await newPlace()
  await (await openShareDatabase('recovery', place, log)).close()
  await expect(openShareDatabase('auth', place, log)).rejects.toThrow(
    'The database belongs to the recovery store and cannot be that of the auth store.',
  )
  const others = await newPlace()
  await (await openDatabase(others, log)).close()
  await expect(openShareDatabase('auth', others, log)).rejects.toThrow(
    /^The database holds the table "\w+": a share store needs one of its own\.$/,
  )
})
