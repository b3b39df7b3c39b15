import { openFreshDatabase } from '../../testing/databases.ts'
import type { Database } from '../database/openDatabase.ts'
import { createLog } from '../log.ts'
import { countMail } from './mailCounts.ts'
import type { MailCountsSchema } from './schema.ts'

let database: Database
beforeAll(async () => {
  database = await openFreshDatabase(createLog('error', () => {}))
}, 60_000)
afterAll(() => database.close())

test('a client waits for at most one window, even if the clock of the counting process is slightly behind', async () => {
  const room = { max: 1, windowMs: 60_000, resendMs: 0 }
  const db = database.db.withTables<MailCountsSchema>()
  expect(await countMail(db, 'a', room, 1_000_000)).toBeUndefined()
  expect(await countMail(db, 'a', room, 999_400)).toBe(60_000)
  expect(await countMail(db, 'a', room, 1_020_000)).toBe(40_000)
})
