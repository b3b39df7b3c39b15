import { readFile } from 'node:fs/promises'

/**
 * What a new embedded database begins from, if `PGLITE_TEMPLATE` names the file of one that is empty, as PGlite of the same
 * version dumps it. To set one up takes four seconds of a processor, to copy one half of a second, and the tests begin
 * hundreds (`scripts/databaseTemplate.mjs`).
 */
export async function openTemplate(): Promise<Blob | undefined> {
  const { PGLITE_TEMPLATE } = process.env
  return PGLITE_TEMPLATE ? new Blob([await readFile(PGLITE_TEMPLATE)]) : undefined
}
