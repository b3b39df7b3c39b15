import { OTP_RESEND_MS, OTP_SENDS_MAX, OTP_SENDS_WINDOW_MS } from './limits.ts'
import type { AuthDatabase } from './schema.ts'

/**
 * Counts one more mail to whom the key stands for, in one step, so that two requests cannot both be the last one.
 * @returns undefined when it may be sent; else after how many milliseconds it may
 */
export async function countMail(db: AuthDatabase, key: string, nowMs: number): Promise<number | undefined> {
  const now = new Date(nowMs)
  const first = { count: 1, last_sent_at: now, window_ends_at: new Date(nowMs + OTP_SENDS_WINDOW_MS) }
  const counted = await db
    .insertInto('auth_mail_counts')
    .values({ key, ...first })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({
          count: row
            .case()
            .when('auth_mail_counts.window_ends_at', '<=', now)
            .then(1)
            .else(row('auth_mail_counts.count', '+', 1))
            .end(),
          last_sent_at: now,
          window_ends_at: row
            .case()
            .when('auth_mail_counts.window_ends_at', '<=', now)
            .then(first.window_ends_at)
            .else(row.ref('auth_mail_counts.window_ends_at'))
            .end(),
        }))
        .where('auth_mail_counts.last_sent_at', '<=', new Date(nowMs - OTP_RESEND_MS))
        .where((row) =>
          row.or([
            row('auth_mail_counts.count', '<', OTP_SENDS_MAX),
            row('auth_mail_counts.window_ends_at', '<=', now),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (counted) return undefined

  const row = await db.selectFrom('auth_mail_counts').selectAll().where('key', '=', key).executeTakeFirst()
  const resendAt = (row?.last_sent_at.getTime() ?? nowMs) + OTP_RESEND_MS
  const isFull = row !== undefined && row.count >= OTP_SENDS_MAX
  return Math.max(1, (isFull ? Math.max(resendAt, row.window_ends_at.getTime()) : resendAt) - nowMs)
}

/** A mail that could not be sent does not count. */
export const uncountMail = (db: AuthDatabase, key: string) =>
  db
    .updateTable('auth_mail_counts')
    .set((row) => ({ count: row('count', '-', 1), last_sent_at: new Date(0) }))
    .where('key', '=', key)
    .execute()
