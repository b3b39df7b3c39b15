import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {string | Buffer} content */
export const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** @param {string} path */
export const integrityOfFile = (path) => integrityOf(readFileSync(path))
