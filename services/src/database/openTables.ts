import { type Dialect, Kysely } from 'kysely'
import type { Log } from '../log.ts'
import { ensureDataFolder } from './dataFolder.ts'
import { type EmbeddedDatabaseOptions, openEmbeddedDatabase } from './embeddedDatabase.ts'
import { lockFolder } from './lockFolder.ts'
import { OwnTurnPGliteDialect } from './pgliteDialect.ts'
import { openTemplate } from './template.ts'

/** The value of `dataDir` for a database that is not persisted, for tests. */
export const IN_MEMORY = 'memory://'

/** The time limit for migrations, which may take longer than any request and wait for other processes that migrate. */
const PREPARE_MS = 600_000
/** How long a request waits for the Postgres server. */
export const DEFAULT_DATABASE_TIMEOUT_MS = 8_000

export interface DatabaseOptions {
  /** The folder of the embedded database, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** The time limit for the Postgres server in milliseconds; by default `DEFAULT_DATABASE_TIMEOUT_MS`. */
  readonly databaseTimeoutMs?: number | undefined
  /** The number of bytes that the embedded database leaves free on the disk. */
  readonly reserveBytes?: number
}

export interface Opened<Tables> {
  readonly db: Kysely<Tables>
  /** @throws ServiceError `storage.full` if the embedded database is read-only. With a server, queries fail instead */
  checkRoom(): Promise<void>
  close(): Promise<void>
}

interface Engine {
  readonly dialect: Dialect
  checkRoom?(): Promise<void>
  close?(): Promise<void>
}

/** Each engine is imported only if it is used, because PGlite alone has about 10 MB of WebAssembly. */
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

async function openServer(url: string, log: Log, answerMs: number): Promise<Dialect> {
  const { openPostgres } = await import('./openPostgres.ts')
  return openPostgres(url, log, { answerMs })
}

/** Runs `prepare` with separate connections, which do not have the usual time limits. */
async function prepareServer<Tables>(url: string, log: Log, prepare: (db: Kysely<Tables>) => Promise<void>) {
  const db = new Kysely<Tables>({ dialect: await openServer(url, log, PREPARE_MS) })
  try {
    await prepare(db)
  } finally {
    await db.destroy()
  }
}

async function openEmbedded({ dataDir, reserveBytes }: DatabaseOptions, log: Log): Promise<Engine> {
  if (dataDir === IN_MEMORY) return openInMemory()
  return openFolder(dataDir, { log, ...(reserveBytes !== undefined && { reserveBytes }) })
}

/**
 * Opens a database.
 * @param prepare migrates the database; if it throws, the database is closed again
 */
export async function openTables<Tables>(
  options: DatabaseOptions,
  log: Log,
  prepare: (db: Kysely<Tables>) => Promise<void>,
): Promise<Opened<Tables>> {
  const { databaseUrl, databaseTimeoutMs = DEFAULT_DATABASE_TIMEOUT_MS } = options
  if (databaseUrl) {
    await prepareServer(databaseUrl, log, prepare)
    const db = new Kysely<Tables>({ dialect: await openServer(databaseUrl, log, databaseTimeoutMs) })
    return { db, checkRoom: async () => {}, close: () => db.destroy() }
  }
  const engine = await openEmbedded(options, log)
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
