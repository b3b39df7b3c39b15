import { sweepMailCounts } from '../oneTimeCodes/mailCounts.ts'
import { ATTEMPT_KEPT_MS, DEVICE_LIFETIME_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'

/** Takes away what is over; wallets stay. */
export async function sweep(db: LoginDatabase, nowMs: number) {
  const before = (ms: number) => new Date(nowMs - ms)
  await db.deleteFrom('login_attempts').where('expires_at', '<', before(ATTEMPT_KEPT_MS)).execute()
  await db
    .deleteFrom('login_sessions')
    .where((row) => row.or([row('expires_at', '<', before(0)), row('revoked_at', 'is not', null)]))
    .execute()
  await db.deleteFrom('login_devices').where('last_seen_at', '<', before(DEVICE_LIFETIME_MS)).execute()
  await sweepMailCounts(db, nowMs)
}
