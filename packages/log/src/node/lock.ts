import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { LogError } from '../errors.ts'

const WAIT_MS = 10_000
const STEP_MS = 10

/**
 * Runs something while no other process does the same. The kernel ties the lock to the open file, so that nothing has to
 * be cleaned up after a crash.
 * @param path of the lock file, which is never deleted: a lock on a deleted file would exclude nobody
 * @param waitMs how long to wait for another process
 * @throws LogError `log.busy`
 */
export function withLock<Result>(path: string, run: () => Result, waitMs = WAIT_MS): Result {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a', 0o600)
  try {
    for (let waited = 0; !tryLock(file); waited += STEP_MS) {
      if (waited >= waitMs) throw new LogError('log.busy', `It has locked ${path}.`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
    }
    return run()
  } finally {
    closeSync(file)
  }
}
