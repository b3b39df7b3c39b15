import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import type { Log } from '../log.ts'
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
}

export interface Opened<Tables> {
  readonly db: Kysely<Tables>
  close(): Promise<void>
}

/** Each engine is imported only where it is used: PGlite alone is some 10 MB of WebAssembly. */
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

/**
 * Opens a database.
 * @param prepare brings it to the form in which it is used; what it throws closes it again
 */
export async function openTables<Tables>(
  { dataDir, databaseUrl, databaseTimeoutMs = DEFAULT_DATABASE_TIMEOUT_MS }: DatabaseOptions,
  log: Log,
  prepare: (db: Kysely<Tables>) => Promise<void>,
): Promise<Opened<Tables>> {
  if (databaseUrl) {
    await prepareServer(databaseUrl, log, prepare)
    const db = new Kysely<Tables>({ dialect: await openServer(databaseUrl, log, databaseTimeoutMs) })
    return { db, close: () => db.destroy() }
  }
  const { dialect, unlock }: { dialect: Dialect; unlock?: () => Promise<void> } =
    dataDir === IN_MEMORY ? { dialect: await openPGlite(IN_MEMORY) } : await openFolder(dataDir)
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
