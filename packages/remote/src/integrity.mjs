import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {string | Buffer} content */
export const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** @param {string} path */
export const integrityOfFile = (path) => integrityOf(readFileSync(path))

/**
 * The shell's hash in the loader it was built with. Shortened to SHA-256, which resists a substituted file just as
 * well: hashes do not compress, and the loader has no bytes to spare.
 * @param {string} path
 */
export const shortIntegrityOfFile = (path) =>
  `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`
