import type { ShareStore } from '@portico/contracts/services/login'
import { migrate } from '../database/migrate.ts'
import { type DatabaseOptions, type Opened, openTables } from '../database/openTables.ts'
import type { Log } from '../log.ts'
import { shareMigrations } from './migration.ts'
import type { ShareDatabase, ShareSchema } from './schema.ts'

const OWN_TABLES: readonly string[] = [
  'share_store',
  'shares',
  'share_used_ids',
  'share_links',
  'share_devices',
  'kysely_migration',
  'kysely_migration_lock',
]

/** @throws Error if the database has other tables, because their backups and operators would get the shares too */
async function refuseForeignTables(db: ShareDatabase) {
  const tables = await db.introspection.getTables()
  const foreign = tables.find(({ name }) => !OWN_TABLES.includes(name))
  if (foreign) throw new Error(`The database holds the table "${foreign.name}": a share store needs one of its own.`)
}

/** @throws Error if the database belongs to another store */
async function claim(db: ShareDatabase, store: ShareStore) {
  const other = await db.selectFrom('share_store').select('name').where('name', '!=', store).executeTakeFirst()
  if (other)
    throw new Error(`The database belongs to the ${other.name} store and cannot be that of the ${store} store.`)
  await db
    .insertInto('share_store')
    .values({ name: store })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Opens the database of one store, and migrates it to this release's schema. */
export const openShareDatabase = (
  store: ShareStore,
  options: DatabaseOptions,
  log: Log,
): Promise<Opened<ShareSchema>> =>
  openTables<ShareSchema>(options, log, async (db) => {
    await refuseForeignTables(db)
    await migrate(db, shareMigrations)
    await claim(db, store)
  })
