import { CODES_WINDOW_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Log } from '../log.ts'
import { SWEEP_INTERVAL_MS } from './limits.ts'
import type { ShareDatabase } from './schema.ts'

/** Takes away what is over. Links are counted for an hour, which is longer than they are good for. */
export async function sweep(db: ShareDatabase, nowMs: number) {
  await db.deleteFrom('share_used_ids').where('expires_at', '<', new Date(nowMs)).execute()
  await db
    .deleteFrom('share_links')
    .where('created_at', '<', new Date(nowMs - CODES_WINDOW_MS))
    .where('expires_at', '<', new Date(nowMs))
    .execute()
}

/** Until the signal aborts. */
export function keepSweeping(db: ShareDatabase, log: Log, now: () => number, signal: AbortSignal) {
  const timer = setInterval(() => {
    sweep(db, now()).catch((error: unknown) => log.error('what is over could not be deleted', { error }))
  }, SWEEP_INTERVAL_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
