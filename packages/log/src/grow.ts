import { concat } from './bytes.ts'
import { leafHash, rootHash } from './merkle.ts'
import {
  bundlesOf,
  encodeBundle,
  hashWithin,
  newTiles,
  nodesInTiles,
  TILE_WIDTH,
  type Tile,
  tileOf,
  tilePath,
} from './tiles.ts'
import type { Tree } from './verifyProofs.ts'

/** What an append writes. */
export interface Growth extends Tree {
  /** The new tiles and bundles. */
  readonly tiles: readonly Tile[]
  /** Their contents, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/**
 * Calculates which files a log needs when it grows.
 * @param olderSize how many entries it had
 * @param entries all of them, with the new ones
 * @param readTile reads a tile that the log has
 */
export function grow(olderSize: number, entries: readonly Uint8Array[], readTile: (tile: Tile) => Uint8Array): Growth {
  const size = entries.length
  const files = new Map<string, Uint8Array>()
  const bundles = bundlesOf(size).slice(Math.floor(olderSize / TILE_WIDTH))
  for (const bundle of bundles) {
    const first = bundle.index * TILE_WIDTH
    files.set(tilePath(bundle), encodeBundle(entries.slice(first, first + bundle.width)))
  }
  const tileAt = (tile: Tile) => files.get(tilePath(tile)) ?? readTile(tile)
  const tiles = newTiles(olderSize, size)
  for (const tile of tiles) {
    const { level, index, width } = tile
    const first = index * TILE_WIDTH
    const hashes = Array.from({ length: width }, (_, at) =>
      level === 0 || level === 'entries'
        ? leafHash(entries[first + at] as Uint8Array)
        : hashWithin(tileAt(tileOf(level - 1, first + at, size)), 0, TILE_WIDTH),
    )
    files.set(tilePath(tile), concat(hashes))
  }
  return { size, root: rootHash(size, nodesInTiles(size, tileAt)), tiles: [...bundles, ...tiles], files }
}
