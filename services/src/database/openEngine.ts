import type { PGlite } from '@electric-sql/pglite'
import { createEngineFiles, type EngineFiles } from './engineFiles.ts'

/** The exit status of the engine for a failed statement, after which the engine still works. */
const STATEMENT_FAILED = 100

/**
 * Removes `-F`, which switches off syncing to the disk, and selects `fsync`, because the engine's `fdatasync` does
 * nothing. For the size of the write-ahead log, see `CHECKPOINT_BYTES` in `embeddedDatabase.ts`.
 */
const startParams = (defaults: readonly string[]) => [
  ...defaults.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((one) => ['-c', one]),
]

/** The engine has stopped for good. Its folder can be opened with a new engine. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped'
}

export interface Engine {
  readonly pglite: PGlite
  readonly files: EngineFiles
  hasStopped(): boolean
}

/**
 * Makes a query fail with `EngineStopped` if the engine panics. Otherwise PGlite would call the engine again forever,
 * in this thread, while the engine waits for a lock that it holds itself.
 * @param reason gives the engine's last message
 * @returns a function that tells whether the engine has panicked
 */
function stopAfterPanic({ Module: engine }: PGlite, reason: () => string): () => boolean {
  let stopped: EngineStopped | undefined
  const refuse = () => {
    throw stopped
  }
  const { _PostgresMainLoopOnce: runStatement } = engine
  engine._PostgresMainLoopOnce = () => {
    try {
      runStatement()
    } catch (error) {
      if ((error as { status?: number }).status !== STATEMENT_FAILED) {
        stopped = new EngineStopped(`The embedded database has stopped: ${reason()}`, { cause: error })
        // PGlite calls these functions around each statement. `stackRestore` is called if a statement throws.
        engine._PostgresMainLoopOnce = refuse
        engine.stackRestore = refuse
        engine._pq_buffer_remaining_data = () => 0
        engine._PostgresSendReadyForQueryIfNecessary = () => {}
        engine._pgl_pq_flush = () => {}
      }
      throw error
    }
  }
  return () => stopped !== undefined
}

/**
 * Opens the embedded database in a folder that the process has locked. Everything committed earlier is recovered.
 * @param loadDataDir the initial content, for a new database
 * @throws Error if the database cannot be opened; nothing stays open in this case
 */
export async function openEngine(folder: string, loadDataDir?: Blob): Promise<Engine> {
  const { PGlite } = await import('@electric-sql/pglite')
  const files = await createEngineFiles(folder)
  let reason = 'it has not said why'
  try {
    const pglite = await PGlite.create({
      fs: files.fs,
      startParams: startParams(PGlite.defaultStartParams),
      onStderr(line) {
        reason = /(?:PANIC|FATAL): +(.+)/.exec(line)?.[1] ?? reason
        return false
      },
      ...(loadDataDir && { loadDataDir }),
    })
    return { pglite, files, hasStopped: stopAfterPanic(pglite, () => reason) }
  } catch (error) {
    files.closeAll()
    throw error
  }
}
