import { statfsSync } from 'node:fs'
import type { PGlite as PGliteOfKysely, PGliteTransaction } from 'kysely'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { openMade } from './dataFolder.ts'
import { type Engine, EngineStopped, openEngine } from './openEngine.ts'
import { openTemplate } from './template.ts'

/** Writing stops if less is free: four write-ahead log files, which a new file or a crash recovery may need at once. */
const RESERVE_BYTES = 64 * 2 ** 20

/**
 * A checkpoint is made after this much of the write-ahead log. The engine itself makes none while it runs, so the log
 * would grow without limit.
 */
const CHECKPOINT_BYTES = 32 * 2 ** 20

/** The minimum time between two attempts to reopen a stopped engine. */
const REOPEN_INTERVAL_MS = 5_000

const RETRY_AFTER_S = 30

const NAME = 'pglite'

/** The Postgres codes for a full disk (53100), and for a write while writing is off (25006). */
const DISK_FULL = '53100'
const READ_ONLY = '25006'

type Query = PGliteTransaction['query']
type QueryParameters = Parameters<Query>

export interface EmbeddedDatabaseOptions {
  readonly log: Log
  /** The number of bytes to leave free on the disk; by default `RESERVE_BYTES`. */
  readonly reserveBytes?: number
}

/** The methods of PGlite that Kysely needs. */
export interface EmbeddedDatabase extends PGliteOfKysely {
  /** @throws ServiceError `storage.full` while writing is off */
  checkRoom(): Promise<void>
}

const noRoom = () => new ServiceError('storage.full', {}, RETRY_AFTER_S)
const hasStopped = () => new ServiceError('storage.stopped', {}, REOPEN_INTERVAL_MS / 1_000)

/**
 * Opens the embedded database in a folder. It stops writing before the disk is full, and resumes when there is room. If
 * the engine stops, it is reopened and recovers everything committed from the write-ahead log. The methods must be
 * called one after the other.
 * @param dataFolder a folder that this process has locked
 * @throws Error if the database cannot be opened
 */
export async function openEmbeddedDatabase(
  dataFolder: string,
  { log, reserveBytes = RESERVE_BYTES }: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const reopen = (folder: string) => openEngine(folder)
  const make = async (folder: string) => openEngine(folder, await openTemplate())
  let engine: Engine | undefined = await openMade(dataFolder, NAME, make, reopen)
  let closed = false
  let isReadOnly = false
  let hadRoom = true
  let triedAt = Number.NEGATIVE_INFINITY

  function hasRoom() {
    const { bavail, bsize } = statfsSync(dataFolder)
    const isEnough = bavail * bsize >= reserveBytes
    if (isEnough !== hadRoom) {
      hadRoom = isEnough
      if (isEnough) log.warn('there is room on the disk of the database again: it takes writes')
      else log.error('the disk of the database is full: it takes no writes', { free: bavail * bsize, reserveBytes })
    }
    return isEnough
  }

  /** Discards the engine if it has stopped. @returns the error for the query's caller */
  function explain(error: unknown): unknown {
    if (engine?.hasStopped()) {
      const ranOut = engine.files.hasRunOutOfRoom()
      log.error('the embedded database has stopped and will be opened again', { error })
      engine.files.closeAll()
      engine = undefined
      return ranOut ? noRoom() : hasStopped()
    }
    if (error instanceof EngineStopped) return hasStopped()
    const { code } = error as { code?: unknown }
    return code === DISK_FULL || (code === READ_ONLY && isReadOnly) ? noRoom() : error
  }

  async function running(): Promise<Engine> {
    if (engine) return engine
    if (!hasRoom()) throw noRoom()
    if (performance.now() - triedAt < REOPEN_INTERVAL_MS) throw hasStopped()
    triedAt = performance.now()
    try {
      engine = await openMade(dataFolder, NAME, make, reopen)
    } catch (error) {
      log.error('the embedded database could not be opened again', { error })
      throw hasStopped()
    }
    isReadOnly = false
    log.warn('the embedded database was opened again')
    return engine
  }

  /** The engine, after switching writing on or off as the free space requires. */
  async function ready(): Promise<Engine> {
    const current = await running()
    const mustBeReadOnly = !hasRoom()
    if (mustBeReadOnly !== isReadOnly) {
      await current.pglite.query(`set default_transaction_read_only = ${mustBeReadOnly ? 'on' : 'off'}`)
      isReadOnly = mustBeReadOnly
    }
    return current
  }

  /** Makes a checkpoint if it is time. A failure is only logged, because the query itself has already succeeded. */
  async function checkpoint({ pglite, files }: Engine) {
    if (files.logBytes() < CHECKPOINT_BYTES) return
    files.forgetLogBytes()
    try {
      await pglite.query('checkpoint')
    } catch (error) {
      log.error('the embedded database could not make a checkpoint', { error: explain(error) })
    }
  }

  async function query<Row>(...parameters: QueryParameters) {
    try {
      const current = await ready()
      const results = await current.pglite.query<Row>(...parameters)
      await checkpoint(current)
      return results
    } catch (error) {
      throw explain(error)
    }
  }

  const explained = (own: PGliteTransaction): PGliteTransaction => ({
    async query<Row>(...parameters: QueryParameters) {
      try {
        return await own.query<Row>(...parameters)
      } catch (error) {
        throw explain(error)
      }
    },
    rollback: () => own.rollback(),
  })

  /** Calls `run` even if the transaction cannot begin, because Kysely awaits it before it looks at the transaction. */
  async function transaction<Result>(run: (own: PGliteTransaction) => Promise<Result>) {
    let hasBegun = false
    try {
      const current = await ready()
      const result = await current.pglite.transaction((own) => {
        hasBegun = true
        return run(explained(own))
      })
      await checkpoint(current)
      return result
    } catch (error) {
      const reason = explain(error)
      const refuse = () => Promise.reject(reason)
      if (!hasBegun) await run({ query: refuse, rollback: refuse })
      throw reason
    }
  }

  return {
    query,
    transaction,
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed
    },
    async checkRoom() {
      if (!hasRoom()) throw noRoom()
    },
    async close() {
      if (closed) return
      closed = true
      // If the disk is full, the checkpoint at closing is skipped: everything committed is in the write-ahead log.
      if (hasRoom()) await engine?.pglite.close()
      else engine?.files.closeAll()
      engine = undefined
    },
  }
}
