import { createHash } from 'node:crypto'
import type { ShareDatabase } from './schema.ts'

/** Hashes an id with its kind and owner, encoded unambiguously. */
const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Uses up an id atomically, so that one of two concurrent requests is refused.
 * @param expiresAtMs after this time the token itself is refused, so the id can be forgotten
 * @returns whether it was unused
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
