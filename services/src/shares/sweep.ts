import { CODES_WINDOW_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { DEVICE_REQUEST_KEPT_MS, NEW_DEVICE_WAIT_HOURS } from './limits.ts'
import type { ShareDatabase } from './schema.ts'

/** Deletes expired rows, and shares due for deletion. Links stay for an hour: they count longer than they are valid. */
export async function sweep(db: ShareDatabase, nowMs: number, deviceWaitMs = NEW_DEVICE_WAIT_HOURS * 3_600_000) {
  await db.deleteFrom('shares').where('deletes_at', '<=', new Date(nowMs)).execute()
  await db
    .deleteFrom('share_devices')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        and([
          eb('confirmed_at', 'is', null),
          eb('refused_at', 'is', null),
          eb('asked_at', '<', new Date(nowMs - deviceWaitMs - DEVICE_REQUEST_KEPT_MS)),
        ]),
        not(exists(selectFrom('shares').select('subject').whereRef('shares.subject', '=', 'share_devices.subject'))),
      ]),
    )
    .execute()
  await db.deleteFrom('share_used_ids').where('expires_at', '<', new Date(nowMs)).execute()
  await db
    .deleteFrom('share_links')
    .where('created_at', '<', new Date(nowMs - CODES_WINDOW_MS))
    .where('expires_at', '<', new Date(nowMs))
    .execute()
}
