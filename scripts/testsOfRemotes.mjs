import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRemoteThere } from './remotes.mjs'

/**
 * Finds tests outside a remote's folder that need it. Without `remotes/x`, these tests are not run, and not expected
 * where documents name them.
 * @param {string} root
 * @returns {(file: string) => boolean} whether a test belongs to a removed remote
 */
export function findTestsAway(root) {
  const file = join(root, 'tests/testsOfRemotes.json')
  /** @type {Record<string, string[]>} */
  const table = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const isThere = (/** @type {string} */ id) => isRemoteThere(root, id)
  const away = new Set(Object.entries(table).flatMap(([id, tests]) => (isThere(id) ? [] : tests)))
  return (test) => {
    const [, id] = /^remotes\/([^/]+)\//.exec(test) ?? []
    return id === undefined ? away.has(test) : !isThere(id)
  }
}
