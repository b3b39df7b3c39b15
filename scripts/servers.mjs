import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'

/**
 * Tests of persistence run on the defaults, embedded database and memory, and once more on real servers. The tests are
 * detected by their source, so that new ones are included automatically.
 */

/** Folders with service tests, and the jest projects that run them. */
const FOLDERS = ['services/src', 'tests/contract', 'tests/long']
export const PROJECTS = ['unit', 'contract', 'long']

/** Matches the tests for which `services/testing/databases.ts` decides where data is stored. */
const KEEPS =
  /\b(?:freshDatabase|lastingDatabase|openFreshDatabase|runServices|startAuth|startLogin|startOperators|startShares|testShareDatabase)\(/
/** Matches tests that start their own servers, for which one run is enough. */
const BRINGS_ITS_OWN = /\/scripts\/(?:redis|postgres)\.mjs'/
/** These services store nothing: the wallet registry is a file, and nodes are queried each time. */
const KEEPS_NOTHING = /\/(?:registry|jsonRpc)\w*\.test\.ts$/

/** @param {string} path @param {string} text */
export const isOfStores = (path, text) => !KEEPS_NOTHING.test(path) && KEEPS.test(text) && !BRINGS_ITS_OWN.test(text)

/** @param {string} root @returns {string[]} paths relative to it */
export const testsOfStores = (root) =>
  FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.test.ts') && isOfStores(path, readFileSync(join(root, path), 'utf8')))
    .sort()

/**
 * Starts private Postgres and Redis servers.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> } | undefined>} undefined if one of them is not
 *   installed, which has been logged
 */
export async function startServers() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis({ log: console.log })])
  const stop = async () => {
    await Promise.all([postgres?.stop(), redis?.stop()])
  }
  if (postgres && redis) {
    return { env: { PORTICO_TEST_DATABASE_URL: postgres.url, PORTICO_TEST_REDIS_URL: redis.url }, stop }
  }
  await stop()
  return undefined
}
