import { fromBase64, fromDecimal, toBase64 } from './bytes.ts'
import { LogError } from './errors.ts'
import { HASH_BYTES } from './merkle.ts'
import { isSignedBy, type Note, parseNote, type VerifierKey } from './note.ts'
import type { Tree } from './verifyProofs.ts'

/** Checkpoints, as C2SP tlog-checkpoint specifies them. */

/** What a log says of itself: how many entries it has, and the root of their tree. */
export interface Checkpoint extends Tree {
  /** Who the log is. */
  readonly origin: string
}

/** A checkpoint with its signatures, and the text in which it was served. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: Note
}

/** The text that a log signs. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * Reads a checkpoint without verifying it. Lines after the third are the log's own and are ignored.
 * @throws LogError `log.malformed`
 */
export function parseCheckpoint(content: Uint8Array | string): SignedCheckpoint {
  const note = parseNote(content)
  const [origin, size, root, ...more] = note.text.slice(0, -1).split('\n')
  if (!origin || !size || !root || more.includes('')) {
    throw new LogError('log.malformed', 'A checkpoint needs three lines: origin, size and root.')
  }
  return { origin, size: fromDecimal(size), root: fromBase64(root, HASH_BYTES), note }
}

/**
 * Reads a checkpoint and verifies that it is this log's. The log's key has its origin as name.
 * @throws LogError `log.malformed`, `log.signature`
 */
export async function openCheckpoint(content: Uint8Array | string, key: VerifierKey): Promise<SignedCheckpoint> {
  const checkpoint = parseCheckpoint(content)
  if (checkpoint.origin !== key.name) {
    throw new LogError('log.signature', `It is a checkpoint of ${checkpoint.origin}, not of ${key.name}.`)
  }
  if (!(await isSignedBy(checkpoint.note, key))) throw new LogError('log.signature')
  return checkpoint
}
