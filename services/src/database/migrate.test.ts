import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

let pglite: PGlite
const open = () => new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })

beforeAll(async () => {
  pglite = await PGlite.create()
}, 30_000)

afterAll(() => pglite.close())

const applied = async () =>
  (await pglite.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name)

// Two processes cannot share one PGlite, but two clients can. For Postgres, see tests/contract/servicesProcess.
test('services that start at the same time apply each migration once', async () => {
  await Promise.all([migrate(open()), migrate(open()), migrate(open())])
  expect(await applied()).toEqual(Object.keys(migrations))
})

test('migrating again changes nothing', async () => {
  const db = open()
  await db
    .insertInto('projects')
    .values({ id: 'a'.repeat(32) })
    .execute()
  await migrate(open())
  expect(await db.selectFrom('projects').select('id').execute()).toEqual([{ id: 'a'.repeat(32) }])
  expect(await applied()).toEqual(Object.keys(migrations))
})

test('an older release refuses to use a database that a newer one has changed', async () => {
  await pglite.query(`insert into kysely_migration (name, timestamp) values ('9999_later', '2999-01-01T00:00:00.000Z')`)
  await expect(migrate(open())).rejects.toThrow('9999_later')
})
