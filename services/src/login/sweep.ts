import { sweepMailCounts } from '../oneTimeCodes/mailCounts.ts'
import { sweepDeleted } from './deleteIdentity.ts'
import { ATTEMPT_KEPT_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'

/** Deletes expired rows, and wallets whose deletion has become final. */
export async function sweep(db: LoginDatabase, nowMs: number) {
  const before = (ms: number) => new Date(nowMs - ms)
  await db.deleteFrom('login_attempts').where('expires_at', '<', before(ATTEMPT_KEPT_MS)).execute()
  await db.deleteFrom('login_social_attempts').where('expires_at', '<', before(0)).execute()
  await db.deleteFrom('login_farcaster_attempts').where('expires_at', '<', before(0)).execute()
  await db
    .deleteFrom('login_sessions')
    .where((row) => row.or([row('expires_at', '<', before(0)), row('revoked_at', 'is not', null)]))
    .execute()
  await sweepDeleted(db, nowMs)
  await sweepMailCounts(db, nowMs)
}
