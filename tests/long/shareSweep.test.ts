import { createLog } from '../../services/src/log'
import { confirmLink, createLink, requireLink } from '../../services/src/shares/links'
import { openShareDatabase } from '../../services/src/shares/openShareDatabase'
import { sweep } from '../../services/src/shares/sweep'
import { useOnce } from '../../services/src/shares/usedIds'

jest.setTimeout(60_000)

const log = createLog('error', () => {})
const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const CALLER = { subject: 'visitor-1', jkt: 'frame-1' }

test('what is over is swept, and nothing that somebody could come with once more', async () => {
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

test('an id of one kind, or of one key, is none of another', async () => {
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
