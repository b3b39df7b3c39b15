import { createHash } from 'node:crypto'
import { entriesOf, SKEY, signer } from '../testing/index.ts'
import vectors from '../testing/vectors.json'
import { fromBase64, toBase64 } from './bytes.ts'
import { grow } from './grow.ts'
import { consistencyProof, inclusionProof, leafHash, nodeHash, type ReadNode, rootHash } from './merkle.ts'
import { logKeyText, readSigner } from './node/index.ts'
import { formatNote, formatVerifierKey, isSignedBy, parseNote, parseVerifierKey } from './note.ts'
import { newTiles, TILE_WIDTH, tilePath } from './tiles.ts'
import { isConsistent, isIncluded } from './verifyProofs.ts'

/** Everything is compared with what Go's own implementation says (`testing/vectors.go`). */

const LAST = 65537
/** All complete subtrees, level by level. */
const levels: Uint8Array[][] = [entriesOf(0, LAST).map(leafHash)]
for (let level = levels[0] ?? []; level.length > 1; ) {
  level = Array.from({ length: level.length >> 1 }, (_, at) =>
    nodeHash(level[2 * at] as Uint8Array, level[2 * at + 1] as Uint8Array),
  )
  levels.push(level)
}
const read: ReadNode = (level, index) => levels[level]?.[index] as Uint8Array
const rootOf = (size: number) => fromBase64(vectors.trees.find((tree) => tree.size === size)?.root ?? '')

test.each(vectors.trees)('a log of $size entries has the root that Go calculates', ({ size, root }) => {
  expect(toBase64(rootHash(size, read))).toBe(root)
})

test('every inclusion proof is the one that Go makes, and is accepted', () => {
  for (const { size, of, proof } of vectors.inclusion) {
    expect(inclusionProof(of, size, read).map(toBase64)).toEqual(proof)
    const hashes = proof.map((hash) => fromBase64(hash))
    expect(isIncluded({ leaf: read(0, of), index: of, size, root: rootOf(size) }, hashes)).toBe(true)
  }
})

test('every consistency proof is the one that Go makes, and is accepted', () => {
  for (const { size, of, proof } of vectors.consistency) {
    expect(consistencyProof(of, size, read).map(toBase64)).toEqual(proof)
    const hashes = proof.map((hash) => fromBase64(hash))
    expect(isConsistent({ size: of, root: rootHash(of, read) }, { size, root: rootOf(size) }, hashes)).toBe(true)
  }
})

test('tiles have the paths that Go gives them', () => {
  for (const [tile, path] of Object.entries(vectors.paths)) {
    const [level = 0, index = 0, width = 0] = tile.split(' ').map(Number)
    expect(tilePath({ level, index, width })).toBe(path)
  }
})

test('a growing log has the tiles that Go writes, around every boundary between tiles', () => {
  const files = new Map<string, Uint8Array>()
  const all = entriesOf(0, LAST)
  let older = 0
  for (const { size, root, tiles, tilesHash } of vectors.trees) {
    const growth = grow(older, all.slice(0, size), (tile) => files.get(tilePath(tile)) as Uint8Array)
    for (const [path, content] of growth.files) files.set(path, content)
    const hash = createHash('sha256')
    const here = newTiles(0, size)
    for (const tile of here) hash.update(`${tilePath(tile)}\n`).update(files.get(tilePath(tile)) ?? '')
    const grown = { size, root: toBase64(growth.root), tiles: here.length, tilesHash: hash.digest('base64') }
    expect(grown).toEqual({ size, root, tiles, tilesHash })
    older = size
  }
  expect(TILE_WIDTH ** 2).toBe(65536)
})

test('a note is signed as Go signs it, and its signature is accepted', async () => {
  expect(logKeyText(readSigner(SKEY))).toBe(vectors.vkey)
  const key = parseVerifierKey(vectors.vkey)
  expect(formatVerifierKey(key)).toBe(vectors.vkey)
  const note = parseNote(vectors.note)
  expect(formatNote({ text: note.text, signatures: [signer.sign(note.text)] })).toBe(vectors.note)
  expect(await isSignedBy(note, key)).toBe(true)
  expect(await isSignedBy({ ...note, text: `${note.text}.\n` }, key)).toBe(false)
})
