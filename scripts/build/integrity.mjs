import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {string | Buffer} content */
export const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** @param {string} path */
export const integrityOfFile = (path) => integrityOf(readFileSync(path))

/**
 * What the loader has of the shell that it was built with. Random bytes do not compress and the loader has none to spare;
 * against another file in the place of this one SHA-256 is as good.
 *
 * @param {string} path
 */
export const shortIntegrityOfFile = (path) =>
  `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`
