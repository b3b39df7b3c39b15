import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findPostgres } from '../../scripts/postgres.mjs'
import { lastingDatabase } from '../../services/testing/databases.ts'

/** Backups made as the self-hosting guide says (docs/guides/self-hosting.md, "Backup"). */

const run = promisify(execFile)

/** A database, see `services/testing/databases.ts`. */
export type Kept = Awaited<ReturnType<typeof lastingDatabase>>

export interface Backup {
  readonly file: string
  /** The backup's contents, byte for byte: as stored on the operator's disk, and unpacked. */
  readonly parts: readonly Uint8Array[]
}

/** The server's own version of the command. */
function command(name: 'pg_dump' | 'pg_restore'): string {
  const folder = findPostgres()
  if (!folder) throw new Error('There is no Postgres on this machine.')
  return join(folder, name)
}

const MAX_BYTES = 1024 ** 3
const dump = async (args: readonly string[]) =>
  (await run(command('pg_dump'), [...args], { encoding: 'buffer', maxBuffer: MAX_BYTES })).stdout

/**
 * Backs up a database: an embedded database as its packed folder, a database on a server as a compressed dump.
 * @param kept must be closed if embedded, because the folder of a running process is useless
 * @param file path of the backup
 */
export async function takeBackup(kept: Kept, file: string): Promise<Backup> {
  if ('DATA_DIR' in kept) {
    await run('tar', ['-czf', file, '-C', kept.DATA_DIR, '.'])
    const packed = await readFile(file)
    return { file, parts: [packed, gunzipSync(packed)] }
  }
  await dump(['--format=custom', `--file=${file}`, kept.DATABASE_URL])
  const unpacked = await run(command('pg_restore'), ['--file=-', file], { encoding: 'buffer', maxBuffer: MAX_BYTES })
  return { file, parts: [await readFile(file), unpacked.stdout, await dump([kept.DATABASE_URL])] }
}

/** Restores a backup into another place. @param folder an empty folder */
export async function restoreBackup({ file }: Backup, folder: string): Promise<Kept> {
  const kept = await lastingDatabase(folder)
  if ('DATA_DIR' in kept) {
    await mkdir(folder, { recursive: true })
    await run('tar', ['-xzf', file, '-C', folder])
  } else await run(command('pg_restore'), ['--no-owner', `--dbname=${kept.DATABASE_URL}`, file])
  return kept
}
