import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShareStore } from '@portico/contracts/services/login'
import { openDatabase } from '../../services/src/database/openDatabase.ts'
import { createLog } from '../../services/src/log.ts'
import { createKeyRing, type EnvelopeKey } from '../../services/src/shares/keyRing.ts'
import { openShareDatabase } from '../../services/src/shares/openShareDatabase.ts'
import { reseal } from '../../services/src/shares/reseal.ts'
import { lastingDatabase } from '../../services/testing/databases.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import {
  calls,
  DELETING,
  newEnvelopeKey,
  newShare,
  newSigner,
  SECURE_SITE,
  type Signer,
  type StartedShares,
  startShares,
} from '../../services/testing/startShares.ts'

const log = createLog('error', () => {})
const folders: string[] = []
async function newPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-shares-'))
  folders.push(folder)
  const place = await lastingDatabase(folder)
  return 'DATA_DIR' in place ? { dataDir: place.DATA_DIR } : { dataDir: '', databaseUrl: place.DATABASE_URL }
}

type Place = Awaited<ReturnType<typeof newPlace>>

async function rowsOf(store: ShareStore, place: Place) {
  const { db, close } = await openShareDatabase(store, place, log)
  try {
    const shares = await db.selectFrom('shares').selectAll().orderBy('subject').execute()
    return { shares, links: await db.selectFrom('share_links').selectAll().execute() }
  } finally {
    await close()
  }
}

/** All files of the folder, and every row as text: more than any backup contains. */
async function dumpOf(store: ShareStore, place: Place) {
  const rows = Buffer.from(JSON.stringify(await rowsOf(store, place)))
  if (!place.dataDir) return rows
  const entries = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)))
  return Buffer.concat([rows, ...(await Promise.all(files))])
}

/** Every form in which bytes can be stored. */
const formsOf = (bytes: Uint8Array) =>
  (['base64url', 'base64', 'hex', 'latin1'] as const).map((encoding) => {
    const text = Buffer.from(bytes).toString(encoding)
    return encoding === 'latin1' ? Buffer.from(bytes) : Buffer.from(text)
  })

const finds = (dump: Buffer, bytes: Uint8Array) => formsOf(bytes).some((form) => dump.includes(form))

/** The token in the last link mailed to an address. */
function tokenTo(mail: MailServer, email: string): string {
  const raw = mail.inbox.findLast(({ to }) => to.includes(email))?.raw ?? ''
  const text = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /#recovery=([\w-]{43})/.exec(text)?.[1] ?? ''
}

/** Follows the link in a wallet's mail. @returns the link's contents */
async function followsLink(store: StartedShares, mail: MailServer, subject: string, frame: Signer, email: string) {
  await store.ask(subject, frame, calls.link)
  const token = tokenTo(mail, email)
  const confirm = { method: 'POST', path: '/shares/links/confirm', body: { token } }
  const { status } = await store.send(confirm, { origin: SECURE_SITE })
  if (status !== 200) throw new Error(`The link was answered with ${status}.`)
  return token
}

/** The contents of a store's database. A process is one store, so each has its own test file. */
export function testShareDatabase(name: ShareStore): void {
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
  })
  afterAll(async () => {
    await mail?.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const start = (options: Parameters<typeof startShares>[1]) =>
    startShares(name, {
      ...options,
      ...(name === 'recovery' && { mail: { smtpUrl: mail.url, from: 'wallet@portico.example' } }),
    })

  test('a stolen database reveals no shares, addresses, links or keys, not even deleted or replaced ones', async () => {
    const place = await newPlace()
    const key = newEnvelopeKey('k1')
    const store = await start({ ...place, keys: [key] })
    const frame = await newSigner()
    const wallets = Array.from({ length: 4 }, () => ({
      subject: randomUUID(),
      email: `${randomUUID()}@visitor.example`,
    }))
    const shares: string[] = []
    const links: string[] = []
    const split = () => {
      const share = newShare()
      shares.push(share)
      return { splitId: randomUUID(), share }
    }
    for (const [index, { subject, email }] of wallets.entries()) {
      const second = split()
      const put = await store.ask(subject, frame, calls.put({ ...split(), ...(name === 'recovery' && { email }) }))
      if (name === 'recovery') links.push(await followsLink(store, mail, subject, frame, email))
      const prepared = await store.ask(subject, frame, calls.rotate({ step: 'prepare', ...second }))
      expect([put.status, prepared.status]).toEqual([201, 200])
      if (index > 0) await store.ask(subject, frame, calls.rotate({ step: 'commit', splitId: second.splitId }))
    }
    const removed = await store.ask(wallets[1]?.subject ?? '', frame, calls.remove, DELETING)
    expect(removed.body).toEqual({ deleted: 1 })
    await store.close()

    const dump = await dumpOf(name, place)
    expect(dump.length).toBeGreaterThan(1_000)
    // The search itself works: the wallet's owner is found.
    expect(dump.includes(wallets[0]?.subject ?? 'nobody')).toBe(true)
    expect([shares.length, new Set(links).size]).toEqual([8, name === 'recovery' ? 4 : 0])
    for (const secret of [...shares, ...links]) expect(finds(dump, Buffer.from(secret, 'base64url'))).toBe(false)
    for (const { email } of wallets) expect(finds(dump, Buffer.from(email))).toBe(false)
    expect(finds(dump, key.bytes)).toBe(false)
  })

  describe('a change of the key', () => {
    const frameKey = newSigner()
    async function filled(keys: readonly EnvelopeKey[]) {
      const place = await newPlace()
      const store = await start({ ...place, keys })
      const wallet = { subject: randomUUID(), split: { splitId: randomUUID(), share: newShare() } }
      await store.ask(wallet.subject, await frameKey, calls.put(wallet.split))
      await store.close()
      return { place, ...wallet }
    }
    const [old, fresh] = [newEnvelopeKey('k1'), newEnvelopeKey('k2')]

    test('seals everything again, keeps every share available, and makes the old key unnecessary', async () => {
      const { place, subject, split } = await filled([old])
      expect((await rowsOf(name, place)).shares.map(({ key_id }) => key_id)).toEqual(['k1'])
      for (const keys of [[fresh, old], [fresh]]) {
        const store = await start({ ...place, keys })
        const { body } = await store.ask(subject, await frameKey, calls.release)
        expect(body).toEqual({ current: split, next: null })
        await store.close()
      }
      expect((await rowsOf(name, place)).shares.map(({ key_id }) => key_id)).toEqual(['k2'])
    })

    test('that removes the old key too early prevents the start, and nothing is lost', async () => {
      const { place, subject, split } = await filled([old])
      await expect(start({ ...place, keys: [fresh] })).rejects.toThrow(
        'SHARE_KEY lacks the key "k1", with which shares are sealed.',
      )
      const other = { ...old, bytes: new Uint8Array(randomBytes(32)) }
      await expect(start({ ...place, keys: [other] })).rejects.toThrow(
        'SHARE_KEY has another key "k1" than the one with which shares are sealed.',
      )
      const store = await start({ ...place, keys: [old] })
      expect((await store.ask(subject, await frameKey, calls.release)).body).toEqual({ current: split, next: null })
      await store.close()
    })

    test('covers all rows, a few at a time', async () => {
      const { db, close } = await openShareDatabase(name, { dataDir: 'memory://' }, log)
      const before = createKeyRing([old], name)
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
      expect(await reseal(db, createKeyRing([fresh, old], name))).toBe(450)
      const after = createKeyRing([fresh], name)
      const kept = new Map((await db.selectFrom('shares').selectAll().execute()).map((row) => [row.subject, row]))
      for (const [index, { belonging }] of rows.entries()) {
        const row = kept.get(belonging.subject)
        expect(after.open({ keyId: row?.key_id ?? '', text: row?.sealed ?? '' }, belonging)).toBe(`share ${index}`)
      }
      expect(await reseal(db, createKeyRing([fresh, old], name))).toBe(0)
      await close()
    })
  })

  test("a store opens neither the other store's database nor a database that other services use", async () => {
    const other = name === 'auth' ? 'recovery' : 'auth'
    const place = await newPlace()
    await (await openShareDatabase(other, place, log)).close()
    await expect(openShareDatabase(name, place, log)).rejects.toThrow(
      `The database belongs to the ${other} store and cannot be that of the ${name} store.`,
    )
    const others = await newPlace()
    await (await openDatabase(others, log)).close()
    await expect(openShareDatabase(name, others, log)).rejects.toThrow(
      /^The database holds the table "\w+": a share store needs one of its own\.$/,
    )
  })
}
