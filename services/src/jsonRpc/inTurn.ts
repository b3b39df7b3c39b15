import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longer texts block the process noticeably while they are parsed. */
const LONG_TEXT = 256_000

/** The last parse in the queue. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Parses long texts one at a time and yields between them, so that many texts block other work no longer than a single
 * one.
 * @throws the errors of `read`
 */
export function inTurn<Result>(text: string, read: (text: string) => Result): Result | Promise<Result> {
  if (text.length < LONG_TEXT) return read(text)
  const result = last.then(() => nextTurn()).then(() => read(text))
  last = result.catch(() => {})
  return result
}
