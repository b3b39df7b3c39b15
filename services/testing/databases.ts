import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../src/database/openDatabase.ts'
import type { Log } from '../src/log.ts'

/**
 * Storage for tests: the default storage or, if `PORTICO_TEST_DATABASE_URL` and `PORTICO_TEST_REDIS_URL` are set, these
 * servers, so that the same tests cover both (`node scripts/test.mjs servers`). The servers must be disposable, because
 * nothing is dropped.
 */

type DatabaseEnvironment = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string }

async function freshPostgres(server: string): Promise<DatabaseEnvironment> {
  const name = `portico_test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href }
}

/** For services that are started once: in memory, or a new database per start. */
export async function freshDatabase(): Promise<DatabaseEnvironment> {
  const server = process.env.PORTICO_TEST_DATABASE_URL
  return server ? freshPostgres(server) : { DATA_DIR: 'memory://' }
}

/** For services that are restarted: in the folder, or in a database of this test only. */
export async function lastingDatabase(
  folder: string,
  server: string | undefined = process.env.PORTICO_TEST_DATABASE_URL,
): Promise<DatabaseEnvironment> {
  return server ? freshPostgres(server) : { DATA_DIR: folder }
}

/** Opens a fresh database for parts of the services in the process of the test. */
export async function openFreshDatabase(log: Log): Promise<Database> {
  const environment = await freshDatabase()
  const isServer = 'DATABASE_URL' in environment
  return openDatabase(
    isServer ? { dataDir: '', databaseUrl: environment.DATABASE_URL } : { dataDir: environment.DATA_DIR },
    log,
  )
}

/** The setting for the relay's messages: in memory, or in Redis. */
export function testRedis(): { readonly REDIS_URL?: string } {
  const url = process.env.PORTICO_TEST_REDIS_URL
  return url ? { REDIS_URL: url } : {}
}
