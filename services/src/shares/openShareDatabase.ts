import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShareStore } from '@portico/contracts/services/login'
import { type Dialect, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { lockFolder } from '../database/lockFolder.ts'
import { type DatabaseOptions, IN_MEMORY } from '../database/openDatabase.ts'
import type { Log } from '../log.ts'
import { shareMigrations } from './migration.ts'
import type { ShareDatabase, ShareSchema } from './schema.ts'

/** A request waits this long for a connection to the Postgres server. */
const CONNECT_TIMEOUT_MS = 5_000

const OWN_TABLES: readonly string[] = [
  'share_store',
  'shares',
  'share_used_ids',
  'share_links',
  'kysely_migration',
  'kysely_migration_lock',
]

export interface OpenShareDatabase {
  readonly db: ShareDatabase
  close(): Promise<void>
}

async function openPostgres(databaseUrl: string, log: Log): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks while nobody uses it is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => log.warn('a database connection was lost', { error }))
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    await pool.end()
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(`The database server cannot be used: ${message || code}.`, { cause })
  }
  return new PostgresDialect({ pool })
}

async function openPGlite(dataDir: string): Promise<Dialect> {
  const { PGlite } = await import('@electric-sql/pglite')
  return new PGliteDialect({ pglite: () => PGlite.create(dataDir) })
}

async function openDialect({ dataDir, databaseUrl }: DatabaseOptions, log: Log) {
  if (databaseUrl) return { dialect: await openPostgres(databaseUrl, log) }
  if (dataDir === IN_MEMORY) return { dialect: await openPGlite(IN_MEMORY) }
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  return { dialect: await openPGlite(join(dataDir, 'pglite')), unlock }
}

/** @throws Error when others keep their things there: their backups and their operators would have a share each */
async function refuseForeignTables(db: ShareDatabase) {
  const tables = await db.introspection.getTables()
  const foreign = tables.find(({ name }) => !OWN_TABLES.includes(name))
  if (foreign) throw new Error(`The database holds the table "${foreign.name}": a share store needs one of its own.`)
}

/** @throws Error when the database was another store's before */
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

/** Opens the database of one store, and brings it to this release's form. */
export async function openShareDatabase(
  store: ShareStore,
  options: DatabaseOptions,
  log: Log,
): Promise<OpenShareDatabase> {
  const { dialect, unlock }: { dialect: Dialect; unlock?: () => Promise<void> } = await openDialect(options, log)
  const db: ShareDatabase = new Kysely<ShareSchema>({ dialect })
  const close = async () => {
    await db.destroy()
    await unlock?.()
  }
  try {
    await refuseForeignTables(db)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => shareMigrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await claim(db, store)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}
