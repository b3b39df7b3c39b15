import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
const STICKY = 0o1000

/** How many files are synced at once: the file system can flush the metadata of many files with one write. */
const SYNCED_AT_ONCE = 32

/** Flushes a file or a folder to the disk. */
async function sync(path: string, isFolder: boolean) {
  // Windows persists folder entries itself, and only syncs files that are open for writing.
  if (isFolder && process.platform === 'win32') return
  const file = await open(path, isFolder ? 'r' : 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

interface Entry {
  readonly path: string
  readonly isFolder: boolean
}

/** Everything in a folder, and then the folder itself. */
async function entriesOf(folder: string): Promise<Entry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    ...entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() })),
    { path: folder, isFolder: true },
  ]
}

async function syncAll(folder: string) {
  const entries = await entriesOf(folder)
  const next = async () => {
    for (let entry = entries.pop(); entry; entry = entries.pop()) await sync(entry.path, entry.isFolder)
  }
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, next))
}

/** Creates a folder for this user only. Closes an existing one to others unless it is theirs, or shared like `/tmp`. */
export async function ensureDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const { mode, uid } = await stat(folder)
  if (uid === process.getuid?.() && !(mode & STICKY)) await chmod(folder, FOLDER_MODE)
}

/** Revokes access that an earlier release left open. The folder itself is last, so an interrupted run starts again. */
async function closeToOthers(folder: string) {
  if (process.platform === 'win32' || ((await stat(folder)).mode & OTHERS) === 0) return
  for (const { path, isFolder } of await entriesOf(folder)) await chmod(path, isFolder ? FOLDER_MODE : FILE_MODE)
}

/**
 * Opens the folder `name` in a data folder, and creates it if necessary. A new folder is flushed to the disk as a whole
 * before any write. If its creation is interrupted, it is created again.
 * @param make creates the content in an empty folder and opens it
 * @param reopen opens an existing folder
 */
export async function openMade<Opened>(
  dataFolder: string,
  name: string,
  make: (folder: string) => Promise<Opened>,
  reopen: (folder: string) => Promise<Opened>,
): Promise<Opened> {
  const folder = join(dataFolder, name)
  /** A file that exists only while the folder is being created. */
  const mark = `${folder}.incomplete`
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true })
  if (existsSync(folder)) {
    await closeToOthers(folder)
    return reopen(folder)
  }
  await writeFile(mark, '', { mode: FILE_MODE })
  await sync(dataFolder, true)
  await mkdir(folder, { mode: FOLDER_MODE })
  const opened = await make(folder)
  await syncAll(folder)
  await sync(dataFolder, true)
  await rm(mark)
  await sync(dataFolder, true)
  return opened
}
