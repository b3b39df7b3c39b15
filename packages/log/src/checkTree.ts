import { isSame } from './bytes.ts'
import { LogError } from './errors.ts'
import { leafHash, rootHash } from './merkle.ts'
import { hashWithin, newTiles, nodesInTiles, TILE_WIDTH, type Tile, tilePath } from './tiles.ts'
import type { Tree } from './verifyProofs.ts'

/**
 * Verifies that root, tiles and entries of a log belong together.
 * @param entries all of them, in their order
 * @throws LogError `log.damaged`, `log.entryAltered`
 */
export function checkTree(
  { size, root }: Tree,
  entries: readonly Uint8Array[],
  readTile: (tile: Tile) => Uint8Array,
): void {
  const node = nodesInTiles(size, readTile)
  if (!isSame(rootHash(size, node), root)) throw new LogError('log.damaged')
  for (const tile of newTiles(0, size)) checkAgainstLower(tile, readTile)
  entries.forEach((entry, index) => {
    if (!isSame(leafHash(entry), node(0, index))) throw new LogError('log.entryAltered', `It is entry ${index}.`)
  })
}

/** Each hash of a higher tile is the hash of a full tile below it. @throws LogError `log.damaged` */
function checkAgainstLower(tile: Tile, readTile: (tile: Tile) => Uint8Array): void {
  const { level, index, width } = tile
  if (level === 'entries' || level === 0) return
  for (let at = 0; at < width; at++) {
    const lower = { level: level - 1, index: index * TILE_WIDTH + at, width: TILE_WIDTH }
    if (!isSame(hashWithin(readTile(tile), at, 1), hashWithin(readTile(lower), 0, TILE_WIDTH))) {
      throw new LogError('log.damaged', `${tilePath(tile)} does not belong to ${tilePath(lower)}.`)
    }
  }
}
