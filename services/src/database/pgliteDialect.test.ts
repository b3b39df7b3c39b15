import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { OwnTurnPGliteDialect } from './pgliteDialect.ts'

const db = new Kysely<unknown>({ dialect: new OwnTurnPGliteDialect({ pglite: () => PGlite.create('memory://') }) })
afterAll(() => db.destroy())

test('concurrent queries are run one after the other, in the order of the calls', async () => {
  const done: number[] = []
  const ask = async (turn: number) => {
    await sql`select ${turn}::int`.execute(db)
    done.push(turn)
  }
  const turns = Array.from({ length: 500 }, (_, turn) => turn)
  await Promise.all(turns.map(ask))
  expect(done).toEqual(turns)
})

test('a transaction has the connection to itself, and releases the connection even if the transaction fails', async () => {
  const seen: string[] = []
  const failing = db.transaction().execute(async (own) => {
    await sql`select 1`.execute(own)
    seen.push('inside')
    throw new Error('no')
  })
  const after = sql`select 2`.execute(db).then(() => seen.push('after'))
  await expect(failing).rejects.toThrow('no')
  await after
  expect(seen).toEqual(['inside', 'after'])
})
