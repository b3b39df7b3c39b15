import { isSame } from './bytes.ts'
import { openCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { checkTree } from './checkTree.ts'
import { LogError } from './errors.ts'
import { consistencyProof, HASH_BYTES, type ReadNode, rootHash } from './merkle.ts'
import type { VerifierKey } from './note.ts'
import {
  bundlesOf,
  CHECKPOINT,
  checkTile,
  decodeBundle,
  newTiles,
  nodesInTiles,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesFor,
} from './tiles.ts'
import { isConsistent, type Tree } from './verifyProofs.ts'

/**
 * Reads a file of the log by its path.
 * @throws LogError `log.unreachable`
 */
export type ReadFile = (path: string) => Promise<Uint8Array>

/**
 * Reads and verifies the checkpoint.
 * @throws LogError `log.unreachable`, `log.malformed`, `log.signature`
 */
export const readCheckpoint = async (read: ReadFile, key: VerifierKey): Promise<SignedCheckpoint> =>
  openCheckpoint(await read(CHECKPOINT), key)

/** Requests tiles together. */
async function readTiles(read: ReadFile, tiles: readonly Tile[]): Promise<Map<string, Uint8Array>> {
  const contents = await Promise.all(tiles.map((tile) => readTile(read, tile)))
  return new Map(tiles.map((tile, at) => [tilePath(tile), contents[at] as Uint8Array]))
}

/** A calculation on the tree of a checkpoint, which first requests the tiles that it reads. */
async function calculate<Result>(read: ReadFile, size: number, how: (node: ReadNode) => Result): Promise<Result> {
  const tiles = await readTiles(read, tilesFor(size, how))
  return how(nodesInTiles(size, (tile) => tiles.get(tilePath(tile)) as Uint8Array))
}

/**
 * Verifies that a log still begins with what it contained before.
 * @param older a tree that this log had before
 * @param newer the current checkpoint, already verified
 * @throws LogError `log.splitView`, `log.older`, `log.inconsistent`, `log.damaged`, `log.unreachable`
 */
export async function checkConsistency(read: ReadFile, older: Tree, newer: Tree): Promise<void> {
  if (older.size === newer.size && !isSame(older.root, newer.root)) {
    throw new LogError('log.splitView', `Both have ${newer.size} entries.`)
  }
  if (older.size > newer.size) {
    throw new LogError('log.older', `It had ${older.size} entries and has ${newer.size}.`)
  }
  if (older.size === 0 || older.size === newer.size) return
  const { proof, root } = await calculate(read, newer.size, (node) => ({
    proof: consistencyProof(older.size, newer.size, node),
    root: rootHash(newer.size, node),
  }))
  if (!isSame(root, newer.root)) throw new LogError('log.damaged')
  if (!isConsistent(older, newer, proof)) {
    throw new LogError('log.inconsistent', `Its first ${older.size} entries are not those that it had.`)
  }
}

/** A whole log, whose tiles, entries and checkpoint belong together. */
export interface WholeLog {
  /** In their order. */
  readonly entries: readonly Uint8Array[]
  /** The root that the log had when it had that many entries. */
  readonly rootAt: (size: number) => Uint8Array
}

/**
 * Reads every entry and every tile, and verifies that they are what the checkpoint says.
 * @throws LogError `log.entryRemoved`, `log.entryAltered`, `log.damaged`, `log.unreachable`
 */
export async function readWholeLog(read: ReadFile, { size, root }: Tree): Promise<WholeLog> {
  const tiles = await readTiles(read, newTiles(0, size))
  const readTile = (tile: Tile) => tiles.get(tilePath(tile)) as Uint8Array
  const entries = (await Promise.all(bundlesOf(size).map((bundle) => readBundle(read, bundle)))).flat()
  checkTree({ size, root }, entries, readTile)
  const node = nodesInTiles(size, readTile)
  return { entries, rootAt: (older) => rootHash(older, node) }
}

/** Requests a file of a tile, or the full one if that has replaced it. */
async function readFileOf(read: ReadFile, tile: Tile): Promise<{ content: Uint8Array; isWhole: boolean }> {
  try {
    return { content: await read(tilePath(tile)), isWhole: false }
  } catch (error) {
    if (tile.width === TILE_WIDTH || !(error instanceof LogError) || error.code !== 'log.unreachable') throw error
    const content = await read(tilePath({ ...tile, width: TILE_WIDTH })).catch(() => Promise.reject(error))
    return { content, isWhole: true }
  }
}

async function readTile(read: ReadFile, tile: Tile): Promise<Uint8Array> {
  const { content, isWhole } = await readFileOf(read, tile)
  if (!isWhole) return checkTile(tile, content)
  return checkTile({ ...tile, width: TILE_WIDTH }, content).slice(0, tile.width * HASH_BYTES)
}

async function readBundle(read: ReadFile, bundle: Tile): Promise<Uint8Array[]> {
  const { content, isWhole } = await readFileOf(read, bundle)
  return isWhole
    ? decodeBundle({ ...bundle, width: TILE_WIDTH }, content).slice(0, bundle.width)
    : decodeBundle(bundle, content)
}
