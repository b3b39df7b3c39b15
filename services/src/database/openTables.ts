import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import type { Log } from '../log.ts'
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
}

export interface Opened<Tables> {
  readonly db: Kysely<Tables>
  close(): Promise<void>
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

async function openPGlite(dataDir: string): Promise<Dialect> {
  const { PGlite } = await import('@electric-sql/pglite')
  const isNew = dataDir === IN_MEMORY || !existsSync(dataDir)
  const loadDataDir = isNew ? await openTemplate() : undefined
  return new OwnTurnPGliteDialect({ pglite: () => PGlite.create({ dataDir, ...(loadDataDir && { loadDataDir }) }) })
}

async function openFolder(dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  return { dialect: await openPGlite(join(dataDir, 'pglite')), unlock }
}

const openDialect = async ({ dataDir, databaseUrl }: DatabaseOptions, log: Log) => {
  if (databaseUrl) return { dialect: await openPostgres(databaseUrl, log) }
  return dataDir === IN_MEMORY ? { dialect: await openPGlite(IN_MEMORY) } : openFolder(dataDir)
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
  const { dialect, unlock }: { dialect: Dialect; unlock?: () => Promise<void> } = await openDialect(options, log)
  const db = new Kysely<Tables>({ dialect })
  const close = async () => {
    await db.destroy()
    await unlock?.()
  }
  try {
    await prepare(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}
