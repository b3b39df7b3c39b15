import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import type { Log } from '../log.ts'
import { ensureDataFolder } from './dataFolder.ts'
import { type EmbeddedDatabaseOptions, openEmbeddedDatabase } from './embeddedDatabase.ts'
import { lockFolder } from './lockFolder.ts'
import { OwnTurnPGliteDialect } from './pgliteDialect.ts'
import { openTemplate } from './template.ts'

/** As `dataDir`: nothing is kept. For tests. */
export const IN_MEMORY = 'memory://'

/** A request waits this long for a connection to the Postgres server. */
const CONNECT_TIMEOUT_MS = 5_000

export interface DatabaseOptions {
  /** Where the embedded database lies, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Bytes that the embedded database leaves free on the disk. */
  readonly reserveBytes?: number
}

export interface Opened<Tables> {
  readonly db: Kysely<Tables>
  /** @throws ServiceError `storage.full` while the embedded database takes no writes; a server tells with each query */
  checkRoom(): Promise<void>
  close(): Promise<void>
}

interface Engine {
  readonly dialect: Dialect
  checkRoom?(): Promise<void>
  close?(): Promise<void>
}

/** Each engine is imported only where it is used: PGlite alone is some 10 MB of WebAssembly. */
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
    // A name with several addresses fails with one error for each, and no message of its own.
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(`The database server cannot be used: ${message || code}.`, { cause })
  }
  return new PostgresDialect({ pool })
}

async function openInMemory(): Promise<Engine> {
  const { PGlite } = await import('@electric-sql/pglite')
  const loadDataDir = await openTemplate()
  const pglite = () => PGlite.create({ dataDir: IN_MEMORY, ...(loadDataDir && { loadDataDir }) })
  return { dialect: new OwnTurnPGliteDialect({ pglite }) }
}

async function openFolder(folder: string, options: EmbeddedDatabaseOptions): Promise<Engine> {
  await ensureDataFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    const pglite = await openEmbeddedDatabase(folder, options)
    const close = async () => {
      await pglite.close()
      await unlock()
    }
    return { dialect: new OwnTurnPGliteDialect({ pglite }), close, checkRoom: pglite.checkRoom }
  } catch (cause) {
    await unlock()
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The embedded database in ${folder} cannot be opened: ${reason}`, { cause })
  }
}

async function openDialect(options: DatabaseOptions, log: Log): Promise<Engine> {
  const { dataDir, databaseUrl, reserveBytes } = options
  if (databaseUrl) return { dialect: await openPostgres(databaseUrl, log) }
  if (dataDir === IN_MEMORY) return openInMemory()
  return openFolder(dataDir, { log, ...(reserveBytes !== undefined && { reserveBytes }) })
}

/**
 * Opens a database.
 * @param prepare brings it to the form in which it is used; what it throws closes it again
 */
export async function openTables<Tables>(
  options: DatabaseOptions,
  log: Log,
  prepare: (db: Kysely<Tables>) => Promise<void>,
): Promise<Opened<Tables>> {
  const engine = await openDialect(options, log)
  const db = new Kysely<Tables>({ dialect: engine.dialect })
  const close = async () => {
    await db.destroy()
    await engine.close?.()
  }
  try {
    await prepare(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close, checkRoom: async () => engine.checkRoom?.() }
}
