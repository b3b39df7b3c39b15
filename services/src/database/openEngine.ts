import type { PGlite } from '@electric-sql/pglite'
import { createEngineFiles, type EngineFiles } from './engineFiles.ts'

/** The engine's exit status for a failed statement; it can go on. */
const STATEMENT_FAILED = 100

/**
 * Removes `-F`, which switches off syncing to the disk, and selects `fsync`, because the engine's `fdatasync` does
 * nothing. The size of the write-ahead log is bounded, see `CHECKPOINT_BYTES` in `embeddedDatabase.ts`.
 */
const startParams = (defaults: readonly string[]) => [
  ...defaults.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((one) => ['-c', one]),
]

/** The engine has stopped for good; another one can open its folder. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped'
}

export interface Engine {
  readonly pglite: PGlite
  readonly files: EngineFiles
  hasStopped(): boolean
}

/**
 * Turns a panic of the engine into an `EngineStopped` of the query. Otherwise PGlite would call the engine again
 * forever, in this thread, while the engine waits for a lock that it holds itself.
 * @param reason the engine's last output
 * @returns whether there was a panic
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
        // PGlite calls these around each statement, the second one if a statement throws.
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
 * Opens the embedded database in a folder that the process has locked. Recovers everything committed earlier.
 * @param loadDataDir the initial content of a new one
 * @throws Error if it cannot be opened; nothing stays open then
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
