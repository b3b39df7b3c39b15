import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findPostgres } from '../../scripts/postgres.mjs'
import { lastingDatabase } from '../../services/testing/databases.ts'

/** Backups as the guide on self-hosting tells operators to make them (docs/guides/self-hosting.md, "Backup"). */

const run = promisify(execFile)

/** Where somebody keeps something, see `services/testing/databases.ts`. */
export type Kept = Awaited<ReturnType<typeof lastingDatabase>>

export interface Backup {
  readonly file: string
  /** All that is in it, byte for byte: as it lies on the operator's disk, and unpacked. */
  readonly parts: readonly Uint8Array[]
}

/** The one of the server, as it comes with it. */
function command(name: 'pg_dump' | 'pg_restore'): string {
  const folder = findPostgres()
  if (!folder) throw new Error('There is no Postgres on this machine.')
  return join(folder, name)
}

const MAX_BYTES = 1024 ** 3
const dump = async (args: readonly string[]) =>
  (await run(command('pg_dump'), [...args], { encoding: 'buffer', maxBuffer: MAX_BYTES })).stdout

/**
 * Of an embedded database the packed folder, of one on a server the compressed dump.
 * @param kept an embedded one has to be closed: the folder of a running process is worth nothing
 * @param file where it is to lie
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

/** Puts a backup back somewhere else. @param folder where nothing is yet */
export async function restoreBackup({ file }: Backup, folder: string): Promise<Kept> {
  const kept = await lastingDatabase(folder)
  if ('DATA_DIR' in kept) {
    await mkdir(folder, { recursive: true })
    await run('tar', ['-xzf', file, '-C', folder])
  } else await run(command('pg_restore'), ['--no-owner', `--dbname=${kept.DATABASE_URL}`, file])
  return kept
}
