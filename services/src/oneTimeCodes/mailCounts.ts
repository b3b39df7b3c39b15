import type { MailCountsDatabase } from './schema.ts'

/** The limits on mails for one key. */
export interface MailRoom {
  /** The number of mails per window. A window begins with its first mail. */
  readonly max: number
  readonly windowMs: number
  /** The minimum time between two mails. */
  readonly resendMs: number
}

const END_OF_TIME = new Date('9999-01-01')

/**
 * Counts one more mail for the key, atomically, so that two requests cannot both take the last free place.
 * @returns undefined if the mail may be sent; otherwise how many milliseconds to wait
 */
export async function countMail(
  db: MailCountsDatabase,
  key: string,
  { max, windowMs, resendMs }: MailRoom,
  nowMs: number,
): Promise<number | undefined> {
  const now = new Date(nowMs)
  // Another process's clock may be ahead of ours. Without a minimum time between mails, this does not matter.
  const latest = resendMs > 0 ? new Date(nowMs - resendMs) : END_OF_TIME
  const first = { count: 1, last_sent_at: now, window_ends_at: new Date(nowMs + windowMs) }
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
        .where('auth_mail_counts.last_sent_at', '<=', latest)
        .where((row) =>
          row.or([row('auth_mail_counts.count', '<', max), row('auth_mail_counts.window_ends_at', '<=', now)]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (counted) return undefined

  const row = await db.selectFrom('auth_mail_counts').selectAll().where('key', '=', key).executeTakeFirst()
  // A concurrent request may have a later time; that difference is not added to the wait.
  const resendAt = Math.min(row?.last_sent_at.getTime() ?? nowMs, nowMs) + resendMs
  const endsAt = Math.min(row?.window_ends_at.getTime() ?? nowMs, nowMs + windowMs)
  const isFull = row !== undefined && row.count >= max
  return Math.max(1, (isFull ? Math.max(resendAt, endsAt) : resendAt) - nowMs)
}

/** Undoes the counting of a mail that failed. */
export const uncountMail = (db: MailCountsDatabase, key: string) =>
  db
    .updateTable('auth_mail_counts')
    .set((row) => ({ count: row('count', '-', 1), last_sent_at: new Date(0) }))
    .where('key', '=', key)
    .execute()

export const sweepMailCounts = (db: MailCountsDatabase, nowMs: number) =>
  db.deleteFrom('auth_mail_counts').where('window_ends_at', '<', new Date(nowMs)).execute()
