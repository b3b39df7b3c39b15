import fs from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { canMakeSmallDisk, makeSmallDisk } from '../../testing/smallDisk.ts'
import { createLog } from '../log.ts'
import { openTables } from './openTables.ts'

jest.setTimeout(60_000)

const { skip } = test
if (!canMakeSmallDisk) console.log('No disk can be mounted here: what a full disk does is counted as skipped.')
const testOnDisk = canMakeSmallDisk ? test : skip

interface Tables {
  notes: { text: string }
}

let folder: string
let lines: string[]

beforeEach(async () => {
  lines = []
  folder = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (dataDir: string, reserveBytes?: number) =>
  openTables<Tables>(
    { dataDir, ...(reserveBytes !== undefined && { reserveBytes }) },
    createLog('info', (line) => lines.push(line)),
    async (db) => void (await sql`create table if not exists notes (text text)`.execute(db)),
  )
type Opened = Awaited<ReturnType<typeof open>>

const note = ({ db }: Opened, text: string) => db.insertInto('notes').values({ text }).execute()
const notesOf = async ({ db }: Opened) =>
  (await db.selectFrom('notes').select('text').execute()).map(({ text }) => text)

/** The paths in a folder, including the folder itself, that other users can access. */
async function openToOthers(path: string): Promise<string[]> {
  const entries = (await readdir(path, { recursive: true })).map((name) => join(path, name))
  const modes = await Promise.all(
    [path, ...entries].map(async (one) => ({ one, mode: (await stat(one)).mode & 0o777 })),
  )
  return modes.filter(({ mode }) => mode & 0o077).map(({ one, mode }) => `${one} ${mode.toString(8)}`)
}

test('a write is on the disk before it is acknowledged', async () => {
  const opened = await open(join(folder, 'data'))
  const log = join(folder, 'data', 'pglite', 'pg_wal')
  const logFiles = (await readdir(log)).map((name) => fs.statSync(join(log, name)).ino)
  const synced: number[] = []
  const { fdatasyncSync } = fs
  const spy = jest.spyOn(fs, 'fdatasyncSync').mockImplementation((descriptor) => {
    synced.push(fs.fstatSync(descriptor).ino)
    fdatasyncSync(descriptor)
  })
  for (const text of ['one', 'two', 'three']) {
    synced.length = 0
    await note(opened, text)
    expect(synced).toHaveLength(1)
    expect(logFiles).toEqual(expect.arrayContaining(synced))
  }
  synced.length = 0
  await opened.db.transaction().execute(async (db) => {
    await note({ ...opened, db }, 'four')
    expect(synced).toEqual([])
  })
  expect(synced).toHaveLength(1)
  spy.mockRestore()
  await opened.close()
})

test('other users of the machine cannot read the database, whatever the umask', async () => {
  const before = process.umask(0)
  try {
    const dataDir = join(folder, 'data')
    const opened = await open(dataDir)
    await note(opened, 'one')
    await sql`create table later (text text)`.execute(opened.db)
    await sql`checkpoint`.execute(opened.db)
    expect(await openToOthers(dataDir)).toEqual([])
    await opened.close()
    expect(await openToOthers(dataDir)).toEqual([])

    // Access as an earlier release has left it.
    const cluster = join(dataDir, 'pglite')
    for (const name of await readdir(cluster, { recursive: true })) await chmod(join(cluster, name), 0o777)
    for (const one of [cluster, dataDir]) await chmod(one, 0o755)
    const again = await open(dataDir)
    expect(await openToOthers(dataDir)).toEqual([])
    expect(await notesOf(again)).toEqual(['one'])
    await again.close()
  } finally {
    process.umask(before)
  }
})

test('a database whose creation was interrupted is created again', async () => {
  const dataDir = join(folder, 'data')
  await (await open(dataDir)).close()
  await writeFile(join(dataDir, 'pglite.incomplete'), '')
  await rm(join(dataDir, 'pglite', 'global'), { recursive: true })
  const again = await open(dataDir)
  await note(again, 'one')
  await again.close()
  expect(await readdir(dataDir)).toEqual(['lock', 'pglite'])
})

/** Writes only to the write-ahead log. */
const writeToLog = ({ db }: Opened) =>
  sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(db)

test('the size of the write-ahead log is limited', async () => {
  const opened = await open(join(folder, 'data'))
  for (let megabytes = 0; megabytes < 130; megabytes++) await writeToLog(opened)
  const files = (await readdir(join(folder, 'data', 'pglite', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(files.length).toBeLessThanOrEqual(6)
  await opened.close()
})

testOnDisk(
  'if a full disk stops the engine, each query fails, and the engine is reopened once there is room',
  async () => {
    const disk = await makeSmallDisk(160)
    try {
      const opened = await open(join(disk.folder, 'data'), 0)
      await note(opened, 'one')
      disk.fill(1_000_000)
      const untilRefused = async () => {
        for (let megabytes = 0; megabytes < 40; megabytes++) await writeToLog(opened)
      }
      const full = { code: 'storage.full', status: 503 }
      await expect(untilRefused()).rejects.toMatchObject(full)
      expect(lines.join()).toContain('the embedded database has stopped')
      for (let count = 0; count < 3; count++) {
        const anew = opened.db.transaction().execute((db) => note({ ...opened, db }, 'lost'))
        await expect(anew).rejects.toMatchObject({ code: 'storage.stopped', status: 503 })
        await expect(notesOf(opened)).rejects.toMatchObject({ code: 'storage.stopped' })
      }
      disk.makeRoom()
      const later = Date.now() + 6_000
      const now = jest.spyOn(performance, 'now').mockReturnValue(later)
      await note(opened, 'two')
      now.mockRestore()
      expect(await notesOf(opened)).toEqual(['one', 'two'])
      await opened.close()
    } finally {
      await disk.remove()
    }
  },
)
