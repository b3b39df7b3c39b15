import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longer texts noticeably block the process while they are parsed. */
const LONG_TEXT = 256_000

/** The last text in the queue. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Parses long texts one at a time and yields between them, so that many of them do not block other work for longer than
 * one of them does.
 * @throws what `read` throws
 */
export function inTurn<Result>(text: string, read: (text: string) => Result): Result | Promise<Result> {
  if (text.length < LONG_TEXT) return read(text)
  const result = last.then(() => nextTurn()).then(() => read(text))
  last = result.catch(() => {})
  return result
}
