import { DEVICE_LIFETIME_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'
import { createSecret, hashOf } from './secrets.ts'

/** Whether somebody has signed in to this wallet with this browser before. It asks the same for a wallet that is none. */
export async function isKnownDevice(
  db: LoginDatabase,
  secret: string | undefined,
  subject: string | undefined,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('login_devices')
    .select('subject_id')
    .where('secret_hash', '=', hashOf(secret ?? ''))
    .where('last_seen_at', '>', new Date(nowMs - DEVICE_LIFETIME_MS))
    .executeTakeFirst()
  return row !== undefined && row.subject_id === subject
}

/** @returns the secret by which the browser is known from now on; null where it has one */
export async function rememberDevice(
  trx: LoginDatabase,
  subject: string,
  knownHash: string | null,
  now: Date,
): Promise<string | null> {
  if (knownHash !== null) {
    const seen = await trx
      .updateTable('login_devices')
      .set({ last_seen_at: now })
      .where('secret_hash', '=', knownHash)
      .where('subject_id', '=', subject)
      .returning('subject_id')
      .executeTakeFirst()
    if (seen) return null
  }
  const secret = createSecret()
  await trx
    .insertInto('login_devices')
    .values({ secret_hash: hashOf(secret), subject_id: subject, created_at: now, last_seen_at: now })
    .execute()
  return secret
}
