import { fromBase64, fromDecimal, toBase64 } from './bytes.ts'
import { openCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { LogError } from './errors.ts'
import { HASH_BYTES, leafHash } from './merkle.ts'
import type { VerifierKey } from './note.ts'
import { isIncluded } from './verifyProofs.ts'

/** Proofs that can be verified without the log, as C2SP tlog-proof specifies them. */

const HEADER = 'c2sp.org/tlog-proof@v1'
/** The longest path in a tree whose size is a safe integer. */
const HASHES_MAX = 63

export interface LogProof {
  /** The number of the entry, from 0. */
  readonly index: number
  /** From the entry's sibling up to the root's child. */
  readonly hashes: readonly Uint8Array[]
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string
  /** Not authenticated. */
  readonly extra?: Uint8Array
}

export const formatProof = ({ index, hashes, checkpoint, extra }: LogProof): string =>
  [
    HEADER,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    checkpoint,
  ].join('\n')

/**
 * Reads a proof without verifying it.
 * @throws LogError `log.malformed`
 */
export function parseProof(text: string): LogProof {
  const malformed = (reason: string) => new LogError('log.malformed', `A proof ${reason}`)
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (header !== HEADER) throw malformed(`must begin with ${HEADER} and contain a checkpoint.`)
  const extra = lines[0]?.startsWith('extra ') ? fromBase64((lines.shift() ?? '').slice('extra '.length)) : undefined
  const index = lines.shift()
  if (!index?.startsWith('index ')) throw malformed('must name the index of its entry.')
  if (lines.length > HASHES_MAX) throw malformed(`has ${lines.length} hashes.`)
  return {
    index: fromDecimal(index.slice('index '.length)),
    hashes: lines.map((line) => fromBase64(line, HASH_BYTES)),
    checkpoint: text.slice(end + 2),
    ...(extra && { extra }),
  }
}

/**
 * Verifies that an entry is in a log, with nothing but a proof and the log's key.
 * @returns the checkpoint of the proof, whose cosignatures are not verified here
 * @throws LogError `log.malformed`, `log.signature`, `log.unlogged`
 */
export async function verifyProof(text: string, entry: Uint8Array, key: VerifierKey): Promise<SignedCheckpoint> {
  const { index, hashes, checkpoint: content } = parseProof(text)
  const checkpoint = await openCheckpoint(content, key)
  const { size, root } = checkpoint
  if (!isIncluded({ leaf: leafHash(entry), index, size, root }, hashes)) {
    throw new LogError('log.unlogged', `The proof is not for this entry in a log of ${size}.`)
  }
  return checkpoint
}
