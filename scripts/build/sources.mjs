import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The inputs of a full build. Uses only Node, because it runs before anything is installed. */
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

/** The file in which a full build records its inputs. */
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

/** Hashes names and content of all sources, so that a removed file counts as a change, too. @param {string} root */
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
