import { sweepMailCounts } from '../oneTimeCodes/mailCounts.ts'
import { NONCE_LIFETIME_MS } from './limits.ts'
import type { AuthDatabase } from './schema.ts'

/** Deletes expired rows. A session is kept for as long as its nonce could be replayed. */
export async function sweep(db: AuthDatabase, nowMs: number) {
  const now = new Date(nowMs)
  await db
    .deleteFrom('auth_sessions')
    .where('expires_at', '<', new Date(nowMs - NONCE_LIFETIME_MS))
    .execute()
  await db.deleteFrom('auth_otps').where('expires_at', '<', now).execute()
  await sweepMailCounts(db, nowMs)
}
