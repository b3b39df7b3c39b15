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

/** The engine has ended itself. It answers nothing any more, and another one can open its folder. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped'
}

export interface Engine {
  readonly pglite: PGlite
  readonly files: EngineFiles
  hasStopped(): boolean
}

/**
 * Makes a panic of the engine an `EngineStopped` of the query. After one, PGlite calls the engine again without end, in
 * this thread, and the engine waits for a lock that it holds itself.
 * @param reason what the engine has said last
 * @returns whether there was one
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
  return () => stopped !== undefined
}

/**
 * Opens the embedded database in a folder, whose lock the process holds. What was committed when it was last open is there.
 * @param loadDataDir what a new one begins from
 * @throws Error when it cannot be opened; nothing of it stays open then
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
