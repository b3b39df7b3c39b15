import { LogError } from '@portico/log'
import { contentOf, replaceFile, withLock } from '@portico/log/node'
import { literal, object, record, safeParse, string } from 'valibot'

/** What was last seen of each log, in a file. */

const State = object({ v: literal(1), logs: record(string(), object({ key: string(), checkpoint: string() })) })

/** The last checkpoint of a log. */
export interface SeenLog {
  /** The text of the log's public key. */
  readonly key: string
  /** The signed checkpoint. */
  readonly checkpoint: string
}

/**
 * What is known of a log.
 * @param file of the state; it need not exist
 * @param where the log is
 * @throws LogError `log.malformed` if the file has another form, so that nothing is forgotten
 */
export function readSeen(file: string, where: string): SeenLog | undefined {
  return readState(file).logs[where]
}

function readState(file: string) {
  const content = contentOf(file)
  if (!content) return { v: 1 as const, logs: {} }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(content))
  } catch (cause) {
    throw new LogError('log.malformed', `The state ${file} is not JSON.`, { cause })
  }
  const read = safeParse(State, value)
  if (!read.success) throw new LogError('log.malformed', `The state ${file} has another form.`)
  return read.output
}

/**
 * Replaces what is known of a log, unless it has changed since it was read.
 * @param before what `readSeen` returned
 * @throws LogError `log.busy` if another process has written it meanwhile
 */
export function writeSeen(file: string, where: string, before: SeenLog | undefined, seen: SeenLog): void {
  withLock(`${file}.lock`, () => {
    const state = readState(file)
    const now = state.logs[where]
    if (now?.checkpoint !== before?.checkpoint || now?.key !== before?.key) {
      throw new LogError('log.busy', `The state ${file} has changed meanwhile: run the command again.`)
    }
    const logs = { ...state.logs, [where]: seen }
    replaceFile(file, `${JSON.stringify({ ...state, logs }, undefined, 2)}\n`)
  })
}
