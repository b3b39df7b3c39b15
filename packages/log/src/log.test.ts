import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { codeOf, createFolders, entriesOf, readerOf, SKEY, signer } from '../testing/index.ts'
import { fromUtf8, utf8 } from './bytes.ts'
import { cosignedAt } from './cosignature.ts'
import { generateKey, readSigner, withLog } from './node/index.ts'
import { parseProof, verifyProof } from './proofText.ts'
import { checkConsistency, readCheckpoint, readWholeLog } from './readLog.ts'
import { bundlesOf, CHECKPOINT, newTiles, TILE_WIDTH, tilePath } from './tiles.ts'

const folders = createFolders()
afterAll(folders.remove)

/** A log of this many entries, in a folder of its own. */
function logOf(size: number): string {
  const folder = folders.make()
  withLog(folder, signer, (log) => log.append(entriesOf(0, size)))
  return folder
}

/** What a verifier does that trusts only the log's key. */
async function verify(folder: string) {
  const read = readerOf(folder)
  return readWholeLog(read, await readCheckpoint(read, signer.logKey))
}

/** Every file that a reader of the whole log reads. */
const filesOf = (size: number) => [CHECKPOINT, ...[...newTiles(0, size), ...bundlesOf(size)].map(tilePath)]

const SIZES = [1, 2, 255, 256, 257, 511, 513]
const logs = new Map(SIZES.map((size) => [size, logOf(size)]))
const folderOf = (size: number) => logs.get(size) as string
const anySize = fc.constantFrom(...SIZES)

test.each(SIZES)('a log of %i entries is read whole, and every entry can be proved', async (size) => {
  const { entries } = await verify(folderOf(size))
  expect(entries).toEqual(entriesOf(0, size))
  const proofs = withLog(folderOf(size), signer, (log) => entries.map((_, index) => log.prove(index)))
  for (const index of [0, Math.floor(size / 2), size - 1]) {
    const checkpoint = await verifyProof(proofs[index] ?? '', entries[index] as Uint8Array, signer.logKey)
    expect(checkpoint.size).toBe(size)
    expect(parseProof(proofs[index] ?? '').index).toBe(index)
    expect(await codeOf(verifyProof(proofs[index] ?? '', utf8('another entry'), signer.logKey))).toBe('log.unlogged')
  }
})

test('one changed byte in any file of a log is noticed', async () => {
  const change = fc.tuple(anySize, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }))
  const property = fc.asyncProperty(change, async ([size, file, at, by]) => {
    const path = filesOf(size)[file % filesOf(size).length] as string
    const whole = readFileSync(join(folderOf(size), path))
    const changed = new Uint8Array(whole)
    const place = at % changed.length
    changed[place] = (changed[place] as number) ^ by
    const read = async (wanted: string) => (wanted === path ? changed : readerOf(folderOf(size))(wanted))
    const failure = await codeOf(readCheckpoint(read, signer.logKey).then((tree) => readWholeLog(read, tree)))
    expect(failure).toMatch(
      path === CHECKPOINT ? /^log\.(malformed|signature)$/ : /^log\.(damaged|entryAltered|entryRemoved)$/,
    )
  })
  await fc.assert(property, { numRuns: 60 })
})

test('a truncated tile or bundle is noticed', async () => {
  const property = fc.asyncProperty(fc.tuple(anySize, fc.nat(), fc.nat()), async ([size, file, at]) => {
    const paths = filesOf(size).slice(1)
    const path = paths[file % paths.length] as string
    const whole = await readerOf(folderOf(size))(path)
    const read = async (wanted: string) =>
      wanted === path ? whole.slice(0, at % whole.length) : readerOf(folderOf(size))(wanted)
    const failure = await codeOf(readCheckpoint(read, signer.logKey).then((tree) => readWholeLog(read, tree)))
    expect(failure).toBe(path.startsWith('tile/entries') ? 'log.entryRemoved' : 'log.damaged')
  })
  await fc.assert(property, { numRuns: 40 })
})

test('a missing file is reported as unreachable', async () => {
  for (const path of filesOf(513)) {
    const read = async (wanted: string) => readerOf(folderOf(513))(wanted === path ? 'nowhere' : wanted)
    const failure = await codeOf(readCheckpoint(read, signer.logKey).then((tree) => readWholeLog(read, tree)))
    expect({ path, failure }).toEqual({ path, failure: 'log.unreachable' })
  }
})

test('a reader gets the full tile if it has replaced the partial one meanwhile', async () => {
  const older = await readCheckpoint(readerOf(folderOf(255)), signer.logKey)
  const { entries } = await readWholeLog(readerOf(folderOf(257)), older)
  expect(entries).toHaveLength(255)
})

test('a log that has grown is consistent with every tree that it had, and with no other', async () => {
  const property = fc.asyncProperty(anySize, fc.nat({ max: 512 }), async (size, other) => {
    const read = readerOf(folderOf(size))
    const tree = await readCheckpoint(read, signer.logKey)
    const { rootAt } = await readWholeLog(read, tree)
    const older = { size: (other % size) + 1, root: rootAt((other % size) + 1) }
    await checkConsistency(read, older, tree)
    const changed = new Uint8Array(older.root)
    changed[other % 32] = (changed[other % 32] as number) ^ 1
    const failure = await codeOf(checkConsistency(read, { ...older, root: changed }, tree))
    expect(failure).toBe(older.size === size ? 'log.splitView' : 'log.inconsistent')
  })
  await fc.assert(property, { numRuns: 40 })
})

test('a log that lost entries, or had them replaced, is not the one that was seen', async () => {
  const seen = await readCheckpoint(readerOf(folderOf(257)), signer.logKey)
  const against = async (folder: string) => {
    const read = readerOf(folder)
    return codeOf(checkConsistency(read, seen, await readCheckpoint(read, signer.logKey)))
  }
  expect(await against(folderOf(256))).toBe('log.older')
  const rewritten = (size: number, change: (entries: Uint8Array[]) => Uint8Array[]) => {
    const folder = folders.make()
    withLog(folder, signer, (log) => log.append(change(entriesOf(0, size))))
    return folder
  }
  const altered = (entries: Uint8Array[]) => entries.with(7, utf8('another entry'))
  const removed = (entries: Uint8Array[]) => entries.toSpliced(7, 1)
  expect(await against(rewritten(257, altered))).toBe('log.splitView')
  expect(await against(rewritten(300, altered))).toBe('log.inconsistent')
  expect(await against(rewritten(300, removed))).toBe('log.inconsistent')
  expect(await against(rewritten(300, (entries) => entries))).toBe('nothing')
})

test('an append that is interrupted at any file loses nothing, and another one can follow', async () => {
  const property = fc.asyncProperty(
    fc.tuple(fc.constantFrom(255, 256, 257), fc.integer({ min: 1, max: 300 }), fc.nat()),
    async ([size, more, at]) => {
      const folder = folders.make()
      cpSync(folderOf(size), folder, { recursive: true })
      const written = filesOf(size + more).filter((path) => !existsSync(join(folder, path)) || path === CHECKPOINT)
      // A folder where the file has to be written, so that the real file system refuses it.
      const blocked = join(folder, `${written[at % written.length]}.${process.pid}.new`)
      mkdirSync(blocked, { recursive: true })
      expect(() => withLog(folder, signer, (log) => log.append(entriesOf(size, size + more)))).toThrow('EISDIR')
      expect((await verify(folder)).entries).toEqual(entriesOf(0, size))

      rmSync(blocked, { recursive: true })
      const others = Array.from({ length: more }, (_, index) => utf8(`other ${index}`))
      withLog(folder, signer, (log) => log.append(others))
      expect((await verify(folder)).entries).toEqual([...entriesOf(0, size), ...others])
    },
  )
  await fc.assert(property, { numRuns: 5 })
}, 60_000)

test('two processes that append at once do not fork the log', async () => {
  const folder = folders.make()
  const script = join(import.meta.dirname, '../testing/appendMany.ts')
  const append = async (name: string) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, folder, SKEY, name, '15'], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  await Promise.all([append('one'), append('two')])
  const entries = (await verify(folder)).entries.map(fromUtf8)
  for (const name of ['one', 'two']) {
    const own = entries.filter((entry) => entry.startsWith(name))
    expect(own).toEqual(Array.from({ length: 15 }, (_, index) => `${name} ${index}`))
  }
  expect(entries).toHaveLength(30)
}, 60_000)

test('nothing is appended to a damaged log, or to the log of another key', async () => {
  const append = (folder: string, key = signer) => codeOf(() => withLog(folder, key, (log) => log.append([utf8('x')])))
  const otherKey = readSigner(generateKey(signer.logKey.name))
  const otherLog = readSigner(generateKey('example.com/other'))
  expect(await append(folderOf(2), otherKey)).toBe('log.signature')
  expect(await append(folderOf(2), otherLog)).toBe('log.signature')
  const folder = folders.make()
  cpSync(folderOf(257), folder, { recursive: true })
  const damage = async (path: string, content: Uint8Array | undefined) => {
    const whole = readFileSync(join(folder, path))
    if (content) writeFileSync(join(folder, path), content)
    else rmSync(join(folder, path))
    const failure = await append(folder)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), whole)
    return failure
  }
  expect(await damage('tile/0/000', new Uint8Array(TILE_WIDTH * 32))).toBe('log.damaged')
  expect(await damage('tile/0/000', undefined)).toBe('log.damaged')
  expect(await damage('tile/entries/000', undefined)).toBe('log.entryRemoved')
  expect(await damage('tile/entries/001.p/1', Uint8Array.of(0, 1, 1))).toBe('log.entryAltered')
  expect(await append(folder)).toBe('nothing')
})

test('partial tiles stay until the full one is there', () => {
  const folder = logOf(254)
  withLog(folder, signer, (log) => log.append(entriesOf(254, 255)))
  expect(readdirSync(join(folder, 'tile/0/000.p')).sort()).toEqual(['254', '255'])
  withLog(folder, signer, (log) => log.append(entriesOf(255, 257)))
  expect(readdirSync(join(folder, 'tile/0')).sort()).toEqual(['000', '001.p'])
  expect(readdirSync(join(folder, 'tile/entries')).sort()).toEqual(['000', '001.p'])
})

test('the cosignature of a witness is added to the checkpoint that it has signed, once', async () => {
  const folder = logOf(3)
  const { note } = await readCheckpoint(readerOf(folder), signer.logKey)
  const witness = readSigner(generateKey('witness.example'))
  const cosigned = { ...note, signatures: [...note.signatures, witness.cosign(note.text, 1_700_000_000)] }
  for (let times = 0; times < 2; times++) withLog(folder, signer, (log) => log.addSignatures(cosigned))
  const now = await readCheckpoint(readerOf(folder), signer.logKey)
  expect(now.note).toEqual(cosigned)
  expect(await cosignedAt(now.note, witness.witnessKey)).toBe(1_700_000_000)
  expect(withLog(folder, signer, (log) => log.prove(2))).toContain('— witness.example ')

  withLog(folder, signer, (log) => log.append([utf8('more')]))
  const late = () => withLog(folder, signer, (log) => log.addSignatures(cosigned))
  expect(await codeOf(late)).toBe('log.malformed')
  expect((await verify(folder)).entries).toHaveLength(4)
})

test.each([
  ['nothing', ''],
  ['another header', 'c2sp.org/tlog-proof@v2\nindex 0\n\n'],
  ['no index', 'c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n'],
  ['a negative index', 'c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n'],
  ['a hash that is not base64', 'c2sp.org/tlog-proof@v1\nindex 0\n!!\n\ncheckpoint\n'],
  ['a hash that is too long', `c2sp.org/tlog-proof@v1\nindex 0\n${'A'.repeat(86)}==\n\ncheckpoint\n`],
  ['extra data that is not base64', 'c2sp.org/tlog-proof@v1\nextra !!\nindex 0\n\ncheckpoint\n'],
  ['a hundred hashes', `c2sp.org/tlog-proof@v1\nindex 0\n${`${'A'.repeat(43)}=\n`.repeat(100)}\ncheckpoint\n`],
])('a proof with %s is refused as unreadable', async (_, text) => {
  expect(await codeOf(() => parseProof(text))).toBe('log.malformed')
})

test('the extra data of a proof is read', () => {
  const text = 'c2sp.org/tlog-proof@v1\nextra aGVsbG8=\nindex 3\n\ncheckpoint\n'
  const proof = parseProof(text)
  expect(proof).toMatchObject({ index: 3, hashes: [], checkpoint: 'checkpoint\n' })
  expect(fromUtf8(proof.extra ?? utf8(''))).toBe('hello')
})
