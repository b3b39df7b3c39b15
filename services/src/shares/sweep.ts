import { CODES_WINDOW_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { ShareDatabase } from './schema.ts'

/** Takes away what is over, and shares that were deleted some days ago. Links are counted for an hour, which is longer than they are good for. */
export async function sweep(db: ShareDatabase, nowMs: number) {
  await db.deleteFrom('shares').where('deletes_at', '<=', new Date(nowMs)).execute()
  await db.deleteFrom('share_used_ids').where('expires_at', '<', new Date(nowMs)).execute()
  await db
    .deleteFrom('share_links')
    .where('created_at', '<', new Date(nowMs - CODES_WINDOW_MS))
    .where('expires_at', '<', new Date(nowMs))
    .execute()
}
