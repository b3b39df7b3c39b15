import {
  checkConsistency,
  formatNote,
  formatSignature,
  formatVerifierKey,
  LogError,
  type LogErrorCode,
  parseCheckpoint,
  parseVerifierKey,
  readCheckpoint,
} from '@portico/log'
import { type NoteSigner, replaceFile } from '@portico/log/node'
import { readerOf } from './log/readLog.ts'
import { readSeen, writeSeen } from './log/state.ts'

export interface WitnessOptions {
  /** The address of the log, with a slash at the end. */
  readonly log: string
  readonly signer: NoteSigner
  /** The file with the last checkpoint that this witness has cosigned. */
  readonly state: string
  /** The text of the log's public key; needed the first time only. */
  readonly logKey?: string
  /** A file for the cosigned checkpoint. */
  readonly out?: string
  /** Seconds since 1970. */
  readonly now: number
}

const MISBEHAVIOUR: readonly string[] = ['log.splitView', 'log.older', 'log.inconsistent'] satisfies LogErrorCode[]

/** The log has signed what does not continue the checkpoint that this witness has cosigned. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: LogErrorCode
  /** Both checkpoints, signed by the log: the proof of what it did. */
  readonly evidence: readonly [seen: string, now: string]

  constructor({ code, message }: LogError, evidence: readonly [string, string]) {
    super(message)
    this.code = code
    this.evidence = evidence
  }
}

/**
 * Cosigns the current checkpoint of a log, if it continues the last one that this witness has cosigned (C2SP
 * tlog-witness). The state is written first: a witness never cosigns what it could forget.
 * @returns the checkpoint with the log's signature and this witness's
 * @throws Refusal `log.splitView`, `log.older`, `log.inconsistent`
 * @throws LogError `log.keyInvalid`, `log.signature`, `log.unreachable`, `log.malformed`, `log.damaged`, `log.busy`
 */
export async function witness({ log, signer, state, logKey, out, now }: WitnessOptions): Promise<string> {
  const seen = readSeen(state, log)
  const text = logKey ? formatVerifierKey(parseVerifierKey(logKey)) : seen?.key
  if (!text) throw new LogError('log.keyInvalid', 'It is the first time: name the key of the log with --log-key.')
  if (seen && seen.key !== text) throw new LogError('log.keyInvalid', `This log had the key ${seen.key} before.`)
  const read = readerOf(log)
  const checkpoint = await readCheckpoint(read, parseVerifierKey(text))
  // Only the log's own text is kept: what others have signed below it may change from one request to the next.
  const own = formatNote({
    text: checkpoint.note.text,
    signatures: checkpoint.note.signatures.filter(({ name }) => name === checkpoint.origin),
  })
  if (seen) {
    await checkConsistency(read, parseCheckpoint(seen.checkpoint), checkpoint).catch((error) => {
      throw MISBEHAVIOUR.includes(error?.code) ? new Refusal(error, [seen.checkpoint, own]) : error
    })
  }
  writeSeen(state, log, seen, { key: text, checkpoint: own })
  const cosigned = own + formatSignature(signer.cosign(checkpoint.note.text, now))
  if (out) replaceFile(out, cosigned)
  return cosigned
}
