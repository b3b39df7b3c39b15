import { concat } from './bytes.ts'
import { LogError } from './errors.ts'
import { HASH_BYTES, nodeHash, type ReadNode } from './merkle.ts'

/** The static files of a log, as C2SP tlog-tiles lays them out. */

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

/** The path of the checkpoint, relative to the log. */
export const CHECKPOINT = 'checkpoint'

/** A tile, or a bundle of entries. */
export interface Tile {
  /** 0 to 63, or `entries`: the entries themselves. */
  readonly level: number | 'entries'
  readonly index: number
  /** 1 to 256 hashes or entries. */
  readonly width: number
}

/** `1234067` → `x001/x234/067` */
function indexPath(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  return groups.join('/')
}

/** The path of a tile, relative to the log. */
export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`

/** How many hashes a tree of this size has at a level of tiles. */
export const countAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level)

/** The tile with this index, as a tree of this size has it. */
export const tileOf = (level: number, index: number, size: number): Tile => ({
  level,
  index,
  width: Math.min(TILE_WIDTH, countAt(level, size) - index * TILE_WIDTH),
})

/** The tiles of one level that contain the hashes from `from` to `to`. */
const tilesBetween = (level: number, from: number, to: number, size: number): Tile[] => {
  const first = Math.floor(from / TILE_WIDTH)
  const count = Math.ceil(to / TILE_WIDTH) - first
  return Array.from({ length: Math.max(count, 0) }, (_, index) => tileOf(level, first + index, size))
}

/** The tiles that a tree of `size` has and the older tree had not, the lowest level first. */
export function newTiles(older: number, size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; countAt(level, size) > 0; level++) {
    const [from, to] = [countAt(level, older), countAt(level, size)]
    if (to > from) tiles.push(...tilesBetween(level, from, to, size))
  }
  return tiles
}

/** The bundles with all entries of a tree. */
export const bundlesOf = (size: number): Tile[] =>
  tilesBetween(0, 0, size, size).map((tile) => ({ ...tile, level: 'entries' }))

/** Where the hash of a complete subtree is: a range of hashes in a tile. */
function placeOf(level: number, index: number) {
  const tileLevel = Math.floor(level / TILE_HEIGHT)
  const count = 2 ** (level % TILE_HEIGHT)
  const first = index * count
  const tile = Math.floor(first / TILE_WIDTH)
  return { tileLevel, tile, from: first - tile * TILE_WIDTH, count }
}

/**
 * Checks the length of a tile.
 * @throws LogError `log.damaged`
 */
export function checkTile(tile: Tile, data: Uint8Array): Uint8Array {
  if (data.length === tile.width * HASH_BYTES) return data
  throw new LogError('log.damaged', `${tilePath(tile)} has ${data.length} bytes instead of ${tile.width * HASH_BYTES}.`)
}

/** The hash over a range of hashes in a tile; `count` is a power of two. */
export function hashWithin(data: Uint8Array, from: number, count: number): Uint8Array {
  if (count === 1) return data.slice(from * HASH_BYTES, (from + 1) * HASH_BYTES)
  return nodeHash(hashWithin(data, from, count / 2), hashWithin(data, from + count / 2, count / 2))
}

/**
 * Reads subtrees from the tiles of a tree.
 * @param size of the tree, which decides how wide its last tiles are
 * @param readTile returns the bytes of a tile
 */
export const nodesInTiles =
  (size: number, readTile: (tile: Tile) => Uint8Array): ReadNode =>
  (level, index) => {
    const { tileLevel, tile, from, count } = placeOf(level, index)
    const wanted = tileOf(tileLevel, tile, size)
    return hashWithin(checkTile(wanted, readTile(wanted)), from, count)
  }

/**
 * The tiles that a calculation reads. Which ones does not depend on their content, so they can be requested together.
 * @param calculate for example a proof
 */
export function tilesFor(size: number, calculate: (read: ReadNode) => unknown): Tile[] {
  const tiles = new Map<string, Tile>()
  calculate((level, index) => {
    const { tileLevel, tile } = placeOf(level, index)
    const wanted = tileOf(tileLevel, tile, size)
    tiles.set(tilePath(wanted), wanted)
    return new Uint8Array(HASH_BYTES)
  })
  return [...tiles.values()]
}

/** The longest entry that a bundle can have, in bytes. */
const ENTRY_MAX_BYTES = 0xffff

/**
 * A bundle of entries, each with its length before it.
 * @throws RangeError if an entry is too long
 */
export const encodeBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concat(
    entries.flatMap((entry) => {
      if (entry.length > ENTRY_MAX_BYTES) throw new RangeError(`An entry has ${entry.length} bytes.`)
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )

/**
 * The entries of a bundle.
 * @throws LogError `log.entryRemoved` if it has fewer than its width says, `log.damaged` if it has more
 */
export function decodeBundle(bundle: Tile, data: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < data.length; ) {
    const end = at + 2 + (((data[at] ?? 0) << 8) | (data[at + 1] ?? 0))
    if (end > data.length) break
    entries.push(data.slice(at + 2, end))
    at = end
  }
  if (entries.length < bundle.width) {
    const missing = bundle.index * TILE_WIDTH + entries.length
    throw new LogError('log.entryRemoved', `${tilePath(bundle)} ends before entry ${missing}.`)
  }
  const length = entries.reduce((sum, entry) => sum + 2 + entry.length, 0)
  if (entries.length > bundle.width || length !== data.length) {
    throw new LogError('log.damaged', `${tilePath(bundle)} has more than ${bundle.width} entries.`)
  }
  return entries
}
