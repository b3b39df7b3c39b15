import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {string | Buffer} content @param {'sha256' | 'sha384'} [algorithm] */
export const integrityOf = (content, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

/** @param {string} path */
export const integrityOfFile = (path) => integrityOf(readFileSync(path))

/**
 * The shell's hash in the loader it was built with. Shortened to SHA-256, which resists a substituted file just as
 * well: hashes do not compress, and the loader has no bytes to spare.
 * @param {string} path
 */
export const shortIntegrityOfFile = (path) => integrityOf(readFileSync(path), 'sha256')
