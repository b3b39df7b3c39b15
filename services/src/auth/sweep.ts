import type { Log } from '../log.ts'
import { NONCE_LIFETIME_MS, SWEEP_INTERVAL_MS } from './limits.ts'
import type { AuthDatabase } from './schema.ts'

/** Takes away what is over. A session is kept as long as somebody could come with its nonce once more. */
export async function sweep(db: AuthDatabase, nowMs: number) {
  const now = new Date(nowMs)
  await db
    .deleteFrom('auth_sessions')
    .where('expires_at', '<', new Date(nowMs - NONCE_LIFETIME_MS))
    .execute()
  await db.deleteFrom('auth_otps').where('expires_at', '<', now).execute()
  await db.deleteFrom('auth_mail_counts').where('window_ends_at', '<', now).execute()
}

/** Until the signal aborts. */
export function keepSweeping(db: AuthDatabase, log: Log, now: () => number, signal: AbortSignal) {
  const timer = setInterval(() => {
    sweep(db, now()).catch((error: unknown) => log.error('what is over could not be deleted', { error }))
  }, SWEEP_INTERVAL_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
