import { readFile } from 'node:fs/promises'

/**
 * The initial content of a new embedded database, if `PGLITE_TEMPLATE` names a dump of an empty database from the same
 * version of PGlite. Creating a database takes four seconds of processor time, copying one takes half a second, and the
 * tests create hundreds (`scripts/databaseTemplate.mjs`).
 */
export async function openTemplate(): Promise<Blob | undefined> {
  const { PGLITE_TEMPLATE } = process.env
  return PGLITE_TEMPLATE ? new Blob([await readFile(PGLITE_TEMPLATE)]) : undefined
}
