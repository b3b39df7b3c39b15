import { type Dialect, Kysely } from 'kysely'
import type { Log } from '../log.ts'
import { ensureDataFolder } from './dataFolder.ts'
import { type EmbeddedDatabaseOptions, openEmbeddedDatabase } from './embeddedDatabase.ts'
import { lockFolder } from './lockFolder.ts'
import { OwnTurnPGliteDialect } from './pgliteDialect.ts'
import { openTemplate } from './template.ts'

/** As `dataDir`: nothing is kept. For tests. */
export const IN_MEMORY = 'memory://'

/** Bringing tables to this release's form may take longer than any request, and waits for others that do the same. */
const PREPARE_MS = 600_000
/** A request waits this long for an answer of the Postgres server. */
export const DEFAULT_DATABASE_TIMEOUT_MS = 8_000

export interface DatabaseOptions {
  /** Where the embedded database lies, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** How long the Postgres server is waited for, in milliseconds; `DEFAULT_DATABASE_TIMEOUT_MS` unless told otherwise. */
  readonly databaseTimeoutMs?: number | undefined
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

/** Runs `prepare` over connections of its own, which wait for as long as that takes. */
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
 * @param prepare brings it to the form in which it is used; what it throws closes it again
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
