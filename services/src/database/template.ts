import { readFile } from 'node:fs/promises'

/**
 * The initial content of a new embedded database: `PGLITE_TEMPLATE` may name a dump of an empty one of the same PGlite
 * version. Creating a database takes four seconds of processor time, copying half a second, and the tests create
 * hundreds (`scripts/databaseTemplate.mjs`).
 */
export async function openTemplate(): Promise<Blob | undefined> {
  const { PGLITE_TEMPLATE } = process.env
  return PGLITE_TEMPLATE ? new Blob([await readFile(PGLITE_TEMPLATE)]) : undefined
}
