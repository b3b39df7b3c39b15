import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatCheckpoint, parseCheckpoint } from '../checkpoint.ts'
import { checkTree } from '../checkTree.ts'
import { LogError } from '../errors.ts'
import { grow } from '../grow.ts'
import { emptyRoot, inclusionProof } from '../merkle.ts'
import { formatNote, formatSignature, type Note, parseNote } from '../note.ts'
import { formatProof } from '../proofText.ts'
import {
  bundlesOf,
  CHECKPOINT,
  checkTile,
  countAt,
  decodeBundle,
  nodesInTiles,
  TILE_WIDTH,
  type Tile,
  tilePath,
} from '../tiles.ts'
import type { Tree } from '../verifyProofs.ts'
import { contentOf, replaceFile } from './files.ts'
import type { NoteSigner } from './keys.ts'
import { withLock } from './lock.ts'

/**
 * A log in a folder, whose files can be served as they are. New tiles are written first and the checkpoint last: until
 * then, the log is what it was, and an interrupted append can be repeated.
 */

const LOCK = '.lock'

/** What an append does, and what it needs to know for that. */
export interface LogFolder {
  /** All entries, in their order. */
  readonly entries: readonly Uint8Array[]
  /** The number of entries, including those just appended. */
  readonly size: number
  /**
   * Appends entries.
   * @throws RangeError if one is longer than 65,535 bytes
   */
  append(entries: readonly Uint8Array[]): void
  /**
   * Adds signatures to the checkpoint, such as those of witnesses. They are not verified.
   * @throws LogError `log.malformed` if they are of another checkpoint
   */
  addSignatures(signed: Note): void
  /** The proof that an entry is in the log as it is now (C2SP tlog-proof). @throws RangeError if it has no such entry */
  prove(index: number): string
}

interface State {
  tree: Tree
  checkpoint: string
  entries: Uint8Array[]
}

/**
 * Opens the log in a folder while no other process does the same. A folder without a log becomes an empty one with the
 * first append.
 * @throws LogError `log.signature` if the folder has the log of another key, `log.damaged`, `log.entryAltered` or
 *   `log.entryRemoved` if its files do not belong together, `log.busy`
 */
export function withLog<Result>(folder: string, signer: NoteSigner, use: (log: LogFolder) => Result): Result {
  return withLock(join(folder, LOCK), () => {
    const state = readState(folder, signer)
    return use({
      get entries() {
        return state.entries
      },
      get size() {
        return state.tree.size
      },
      append(entries) {
        if (!entries.length) return
        Object.assign(state, extend(folder, state, entries, signer))
      },
      addSignatures({ text, signatures }) {
        const note = parseNote(state.checkpoint)
        if (text !== note.text) throw new LogError('log.malformed', 'These are signatures of another checkpoint.')
        const all = [...note.signatures, ...signatures].map(formatSignature)
        state.checkpoint = `${text}\n${[...new Set(all)].join('')}`
        replaceFile(join(folder, CHECKPOINT), state.checkpoint)
      },
      prove(index) {
        const hashes = inclusionProof(index, state.tree.size, readerOf(folder, state.tree.size))
        return formatProof({ index, hashes, checkpoint: state.checkpoint })
      },
    })
  })
}

const readerOf = (folder: string, size: number) => nodesInTiles(size, (tile) => tileIn(folder, tile))

/** @throws LogError `log.damaged` */
function tileIn(folder: string, tile: Tile): Uint8Array {
  const content = contentOf(join(folder, tilePath(tile)))
  if (!content) throw new LogError('log.damaged', `${tilePath(tile)} is missing.`)
  return checkTile(tile, content)
}

/** Reads the whole log, because its owner must not sign anything on top of a damaged one. */
function readState(folder: string, signer: NoteSigner): State {
  const content = contentOf(join(folder, CHECKPOINT))
  if (!content) return { tree: { size: 0, root: emptyRoot() }, checkpoint: '', entries: [] }
  const { origin, size, root, note } = parseCheckpoint(content)
  if (origin !== signer.logKey.name || !isOwn(note.text, content, signer)) {
    throw new LogError('log.signature', `${folder} contains the log ${origin}; the key is for ${signer.logKey.name}.`)
  }
  const entries = bundlesOf(size).flatMap((bundle) =>
    decodeBundle(bundle, contentOf(join(folder, tilePath(bundle))) ?? new Uint8Array()),
  )
  checkTree({ size, root }, entries, (tile) => tileIn(folder, tile))
  return { tree: { size, root }, checkpoint: new TextDecoder().decode(content), entries }
}

/** Ed25519 signatures are deterministic, so the same key signs the same text with the same line. */
function isOwn(text: string, content: Uint8Array, signer: NoteSigner): boolean {
  return new TextDecoder().decode(content).includes(`\n${formatSignature(signer.sign(text))}`)
}

/** Writes what a larger tree needs, and then its checkpoint. */
function extend(folder: string, { tree, entries: older }: State, added: readonly Uint8Array[], signer: NoteSigner) {
  const entries = [...older, ...added]
  const { size, root, tiles, files } = grow(tree.size, entries, (tile) => tileIn(folder, tile))
  const text = formatCheckpoint({ origin: signer.logKey.name, size, root })
  const checkpoint = formatNote({ text, signatures: [signer.sign(text)] })
  // What an interrupted append left behind is replaced: only files of the checkpoint's size are never written again.
  for (const [path, content] of files) replaceFile(join(folder, path), content)
  replaceFile(join(folder, CHECKPOINT), checkpoint)
  removeNarrower(folder, tree.size, tiles)
  return { tree: { size, root }, checkpoint, entries }
}

/** Partial tiles that a full tile has replaced (C2SP tlog-tiles lets a log delete those). */
function removeNarrower(folder: string, olderSize: number, tiles: readonly Tile[]): void {
  for (const { level, index, width } of tiles) {
    const hadPart = countAt(level === 'entries' ? 0 : level, olderSize) > index * TILE_WIDTH
    if (width === TILE_WIDTH && hadPart) {
      rmSync(join(folder, `${tilePath({ level, index, width })}.p`), { recursive: true, force: true })
    }
  }
}
