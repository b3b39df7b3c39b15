import type { PGlite } from '@electric-sql/pglite'
import { createEngineFiles, type EngineFiles } from './engineFiles.ts'

/** By which the engine says that a statement has failed, and the next one can come. */
const STATEMENT_FAILED = 100

/**
 * `-F` switches off syncing to the disk. The engine asks for it by `fsync`: its `fdatasync` does nothing. What the
 * write-ahead log takes on the disk is bounded, see `CHECKPOINT_BYTES` in `embeddedDatabase.ts`.
 */
const startParams = (defaults: readonly string[]) => [
  ...defaults.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((one) => ['-c', one]),
]

export interface Engine {
  readonly pglite: PGlite
  readonly files: EngineFiles
  /** Why the engine has stopped, if it has: it answers nothing any more, and its folder can be opened by another one. */
  stopped(): Error | undefined
}

/**
 * Makes a panic of the engine an error of the query. After one, PGlite calls the engine again without end, in this
 * thread, and the engine waits for a lock that it holds itself.
 */
function stopAfterPanic({ Module: engine }: PGlite) {
  let stopped: Error | undefined
  const refuse = () => {
    throw stopped
  }
  const { _PostgresMainLoopOnce: runStatement } = engine
  engine._PostgresMainLoopOnce = () => {
    try {
      runStatement()
    } catch (error) {
      if ((error as { status?: number }).status !== STATEMENT_FAILED) {
        stopped = new Error('The embedded database has stopped', { cause: error })
        // PGlite calls these around each statement; the second is what it calls when a statement throws.
        engine._PostgresMainLoopOnce = refuse
        engine.stackRestore = refuse
        engine._pq_buffer_remaining_data = () => 0
        engine._PostgresSendReadyForQueryIfNecessary = () => {}
        engine._pgl_pq_flush = () => {}
      }
      throw error
    }
  }
  return () => stopped
}

/**
 * Opens the embedded database in a folder, whose lock the process holds. What was committed when it was last open is there.
 * @param loadDataDir what a new one begins from
 * @throws Error when it cannot be opened; nothing of it stays open then
 */
export async function openEngine(folder: string, loadDataDir?: Blob): Promise<Engine> {
  const { PGlite } = await import('@electric-sql/pglite')
  const files = await createEngineFiles(folder)
  try {
    const pglite = await PGlite.create({
      fs: files.fs,
      startParams: startParams(PGlite.defaultStartParams),
      ...(loadDataDir && { loadDataDir }),
    })
    return { pglite, files, stopped: stopAfterPanic(pglite) }
  } catch (error) {
    files.closeAll()
    throw error
  }
}
