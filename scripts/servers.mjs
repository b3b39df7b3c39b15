import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'

/**
 * What keeps something is tested on the defaults, embedded database and memory, and once more on real servers. Which tests
 * these are is read from themselves, so that a new one joins by what it does.
 */

/** Where tests of services lie, and the jest projects that run them. */
const FOLDERS = ['services/src', 'tests/contract', 'tests/long']
export const PROJECTS = ['unit', 'contract', 'long']

/** `services/testing/databases.ts` decides where these keep things. */
const KEEPS =
  /\b(?:freshDatabase|lastingDatabase|openFreshDatabase|runServices|startAuth|startLogin|startOperators|startShares|testShareDatabase)\(/
/** These bring servers of their own along: once is enough. */
const BRINGS_ITS_OWN = /\/scripts\/(?:redis|postgres)\.mjs'/
/** The wallets are a file, and nodes are asked anew: of these the services keep nothing that a store could lose. */
const KEEPS_NOTHING = /\/(?:registry|jsonRpc)\w*\.test\.ts$/

/** @param {string} path @param {string} text */
export const isOfStores = (path, text) => !KEEPS_NOTHING.test(path) && KEEPS.test(text) && !BRINGS_ITS_OWN.test(text)

/** @param {string} root @returns {string[]} paths from there */
export const testsOfStores = (root) =>
  FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.test.ts') && isOfStores(path, readFileSync(join(root, path), 'utf8')))
    .sort()

/**
 * Postgres and Redis, both one's own.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> } | undefined>} undefined when one of them is not
 *   on this machine, which was said
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
