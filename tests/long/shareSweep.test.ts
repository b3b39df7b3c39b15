import { randomUUID } from 'node:crypto'
import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'
import { createLog } from '../../services/src/log'
import { createKeyRing } from '../../services/src/shares/keyRing'
import { confirmLink, createLink, requireLink } from '../../services/src/shares/links'
import { openShareDatabase } from '../../services/src/shares/openShareDatabase'
import { createShares } from '../../services/src/shares/shares'
import { sweep } from '../../services/src/shares/sweep'
import { useOnce } from '../../services/src/shares/usedIds'
import { newEnvelopeKey, newShare } from '../../services/testing/startShares'

jest.setTimeout(60_000)

const log = createLog('error', () => {})
const DAY_MS = 86_400_000
const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const CALLER = { subject: 'visitor-1', jkt: 'frame-1', saidAtS: NOW_MS / 1_000 }

test('expired data is deleted, except ids that could be replayed', async () => {
  const { db, close } = await openShareDatabase('recovery', { dataDir: 'memory://' }, log)
  const use = (id: string, endMs: number) => useOnce(db, ['assertion', id], endMs)
  expect(await use('over', NOW_MS - 1)).toBe(true)
  expect(await use('good', NOW_MS + 1)).toBe(true)
  await createLink(db, CALLER, NOW_MS - 3_700_000)
  const token = await createLink(db, CALLER, NOW_MS - 3_000_001)
  await confirmLink(db, token, NOW_MS - 3_000_000)

  await sweep(db, NOW_MS)
  expect(await use('good', NOW_MS + 1)).toBe(false)
  expect(await use('over', NOW_MS - 1)).toBe(true)
  const left = await db.selectFrom('share_links').select('jkt').execute()
  expect(left).toHaveLength(1)
  await expect(requireLink(db, CALLER, NOW_MS)).rejects.toMatchObject({ code: 'link.needed' })

  await sweep(db, NOW_MS + 3_600_000)
  expect(await db.selectFrom('share_links').select('jkt').execute()).toEqual([])
  await close()
})

test('a used id does not count as used for another kind of token, or for another key', async () => {
  const { db, close } = await openShareDatabase('auth', { dataDir: 'memory://' }, log)
  for (const parts of [
    ['proof', 'a', 'b'],
    ['proof', 'a,b'],
    ['proof', 'b', 'a'],
    ['assertion', 'a', 'b'],
  ]) {
    expect(await useOnce(db, parts, NOW_MS)).toBe(true)
    expect(await useOnce(db, parts, NOW_MS)).toBe(false)
  }
  await close()
})

test('deleted shares are kept two days longer than the login service keeps their owner; other shares stay', async () => {
  const { db, close } = await openShareDatabase('auth', { dataDir: 'memory://' }, log)
  const ring = createKeyRing([newEnvelopeKey('k1')], 'auth')
  const shares = createShares({ db, ring, now: () => NOW_MS, demand: async () => {}, owns: async () => {} })
  const other = { ...CALLER, subject: 'visitor-2' }
  for (const caller of [CALLER, other]) await shares.put(caller, { splitId: randomUUID(), share: newShare() })
  await shares.remove(CALLER)
  const left = async () => (await db.selectFrom('shares').select('subject').execute()).map(({ subject }) => subject)

  await sweep(db, NOW_MS + (DELETION_GRACE_DAYS + 2) * DAY_MS - 1)
  expect((await left()).sort()).toEqual(['visitor-1', 'visitor-2'])
  await sweep(db, NOW_MS + (DELETION_GRACE_DAYS + 2) * DAY_MS)
  expect(await left()).toEqual(['visitor-2'])
  expect(await shares.keep(CALLER)).toBe(0)
  await close()
})
