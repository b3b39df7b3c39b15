import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** The file is never deleted, because a lock on a deleted file would exclude nobody. */
const FILE = 'lock'

async function tryLock(file: number, folder: string) {
  try {
    // A native module, which is only loaded if a folder is locked.
    const native = await import('fs-native-extensions')
    return native.tryLock(file)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The data folder ${folder} cannot be locked on this system: ${reason}`, { cause })
  }
}

/**
 * Locks a folder for this process, because two processes that write to one PGlite folder would destroy it. The kernel
 * ties the lock to an open file, and so to the process: nothing has to be cleaned up after a crash, and containers that
 * share a volume exclude one another.
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, or the file system does not support locks
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // A file descriptor and not a `FileHandle`, because Node closes an unreferenced `FileHandle`, which would release the
  // lock.
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
