import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** What a full build reads. Has nothing but Node: it is asked for before anything is installed. */
export const SOURCES = [
  'shared-contracts',
  'host/src',
  'host/messages',
  'host/deferredMessages',
  'host/package.json',
  'remotes',
  'packages',
  'services/secureFrame',
  'scripts/build.mjs',
  'scripts/build',
  'scripts/keys',
  'rspack.config.ts',
  'package-lock.json',
]

/** Where a full build says, within its folder, what it was made of. */
export const SOURCES_FILE = 'sources.txt'

/** @param {string} path */
export const isSource = (path) => !/(^|[/\\])(node_modules|dist)([/\\]|$)|\.test\.tsx?$/.test(path)

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Of the names and bytes of all sources, so that one that has gone is noticed as one that has changed. @param {string} root */
export function sourcesHash(root) {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) => filesOf(join(root, source)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter(isSource)
  for (const file of files.sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
