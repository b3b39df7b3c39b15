import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** It is never deleted: a lock on a deleted file keeps nobody out. */
const FILE = 'lock'

async function tryLock(file: number, folder: string) {
  try {
    // A native module: loaded only where a folder is locked.
    const native = await import('fs-native-extensions')
    return native.tryLock(file)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The data folder ${folder} cannot be locked on this system: ${reason}`, { cause })
  }
}

/**
 * Keeps a folder for this process: two that write to one PGlite folder would destroy it. The kernel holds the lock on an
 * open file. It gives the lock to one process at a time and ends it with the process, so nothing has to be cleaned up
 * after a crash, and containers that share a volume exclude one another.
 * @returns gives the folder free again
 * @throws Error when another process holds it, or when the file system has no locks
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // Not a `FileHandle`: Node closes one that nothing refers to any more, and the lock would end with it.
  const file = openSync(join(folder, FILE), 'a', 0o600)
  try {
    if (await tryLock(file, folder)) return async () => closeSync(file)
  } catch (error) {
    closeSync(file)
    throw error
  }
  closeSync(file)
  throw new Error(`The data folder ${folder} is in use by another process.`)
}
