export { fromBase64, isSame, toBase64, utf8 } from './bytes.ts'
export type { Checkpoint, SignedCheckpoint } from './checkpoint.ts'
export { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
export { cosignatureOf, cosignedAt, cosignedMessage } from './cosignature.ts'
export type { LogEntry } from './entries.ts'
export { decodeEntry, encodeEntry, isKnown } from './entries.ts'
export type { LogErrorCode } from './errors.ts'
export { LogError, logErrors } from './errors.ts'
export { consistencyProof, emptyRoot, inclusionProof, leafHash, nodeHash, type ReadNode, rootHash } from './merkle.ts'
export type { Note, NoteSignature, VerifierKey } from './note.ts'
export {
  COSIGNATURE,
  ED25519,
  formatNote,
  formatSignature,
  formatVerifierKey,
  isKeyName,
  isSignedBy,
  keyIdOf,
  parseNote,
  parseVerifierKey,
} from './note.ts'
export type { LogProof } from './proofText.ts'
export { formatProof, parseProof, verifyProof } from './proofText.ts'
export type { ReadFile, WholeLog } from './readLog.ts'
export { checkConsistency, readCheckpoint, readWholeLog } from './readLog.ts'
export type { Tile } from './tiles.ts'
export {
  bundlesOf,
  CHECKPOINT,
  checkTile,
  countAt,
  decodeBundle,
  encodeBundle,
  hashWithin,
  newTiles,
  nodesInTiles,
  TILE_WIDTH,
  tileOf,
  tilePath,
} from './tiles.ts'
export type { Inclusion, Tree } from './verifyProofs.ts'
export { isConsistent, isIncluded } from './verifyProofs.ts'
