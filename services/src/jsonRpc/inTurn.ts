import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters that are read at once; longer texts keep everybody waiting while they are read. */
const LONG_TEXT = 256_000

/** The last of those that wait. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads long texts one after the other, and lets everything else that waits be done between two of them, so that many of
 * them keep nobody waiting for longer than one does.
 * @throws what `read` throws
 */
export function inTurn<Result>(text: string, read: (text: string) => Result): Result | Promise<Result> {
  if (text.length < LONG_TEXT) return read(text)
  const result = last.then(() => nextTurn()).then(() => read(text))
  last = result.catch(() => {})
  return result
}
