import type { KeyRing } from './keyRing.ts'
import { RESEAL_BATCH } from './limits.ts'
import type { ShareDatabase } from './schema.ts'

/** @throws Error if the key of some shares is missing: their owners would lose them */
export async function requireKeys(db: ShareDatabase, ring: KeyRing): Promise<void> {
  const row = await db.selectFrom('shares').select('key_id').where('key_id', 'not in', ring.keyIds).executeTakeFirst()
  if (row) throw new Error(`SHARE_KEY lacks the key "${row.key_id}", with which shares are sealed.`)
}

/** Finds wrong keys at the start, before the first release. @throws Error if a key has the wrong content */
export async function requireRightKeys(db: ShareDatabase, ring: KeyRing): Promise<void> {
  for (const keyId of ring.keyIds) {
    const row = await db.selectFrom('shares').selectAll().where('key_id', '=', keyId).limit(1).executeTakeFirst()
    if (!row) continue
    try {
      ring.open({ keyId, text: row.sealed }, { subject: row.subject, splitId: row.split_id })
    } catch {
      throw new Error(`SHARE_KEY has another key "${keyId}" than the one with which shares are sealed.`)
    }
  }
}

/**
 * Takes the rows that other keys have sealed and reseals them with the first key, in batches, while requests are
 * served: a row that a request has changed is skipped.
 * @returns how many rows had been sealed by other keys
 */
export async function reseal(db: ShareDatabase, ring: KeyRing, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const rows = await db
      .selectFrom('shares')
      .selectAll()
      .where('key_id', '!=', ring.sealsWith)
      .orderBy('subject')
      .limit(RESEAL_BATCH)
      .execute()
    for (const { subject, split_id: splitId, key_id: keyId, sealed } of rows) {
      const belonging = { subject, splitId }
      const anew = ring.seal(ring.open({ keyId, text: sealed }, belonging), belonging)
      await db
        .updateTable('shares')
        .set({ key_id: anew.keyId, sealed: anew.text })
        .where('subject', '=', subject)
        .where('split_id', '=', splitId)
        .where('sealed', '=', sealed)
        .execute()
    }
    count += rows.length
    if (rows.length < RESEAL_BATCH) break
  }
  return count
}
