import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Never deleted: a lock on a deleted file excludes nobody. */
const FILE = 'lock'

async function tryLock(file: number, folder: string) {
  try {
    // A native module: loaded only if a folder is locked.
    const native = await import('fs-native-extensions')
    return native.tryLock(file)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`The data folder ${folder} cannot be locked on this system: ${reason}`, { cause })
  }
}

/**
 * Locks a folder for this process: two processes writing to one PGlite folder would destroy it. The kernel ties the
 * lock to an open file and so to the process: nothing has to be cleaned up after a crash, and containers that share a
 * volume exclude one another.
 * @returns releases the lock
 * @throws Error if another process holds it, or the file system has no locks
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // Not a `FileHandle`: Node closes an unreferenced one, and the lock would end with it.
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
