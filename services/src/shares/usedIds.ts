import { createHash } from 'node:crypto'
import type { ShareDatabase } from './schema.ts'

/** Of what kind an id is, whose, and the id: no two of them are one text. */
const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Uses an id up, in one step, so that of two requests at once one is refused.
 * @param expiresAtMs from when on it would be refused without being remembered
 * @returns whether nobody had used it before
 */
export async function useOnce(db: ShareDatabase, parts: readonly string[], expiresAtMs: number): Promise<boolean> {
  const row = await db
    .insertInto('share_used_ids')
    .values({ id: hashOf(parts), expires_at: new Date(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
