import type { MailCountsDatabase } from './schema.ts'

/** How much mail there may be for one key. */
export interface MailRoom {
  /** Within a window, which begins with the first. */
  readonly max: number
  readonly windowMs: number
  /** The least time between two. */
  readonly resendMs: number
}

const END_OF_TIME = new Date('9999-01-01')

/**
 * Counts one more mail to whom the key stands for, in one step, so that two requests cannot both be the last one.
 * @returns undefined when it may be sent; else after how many milliseconds it may
 */
export async function countMail(
  db: MailCountsDatabase,
  key: string,
  { max, windowMs, resendMs }: MailRoom,
  nowMs: number,
): Promise<number | undefined> {
  const now = new Date(nowMs)
  // The clock of another process that counts may be ahead of ours: with nothing to wait for, it does not matter.
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
  // A request at the same time may have been counted by a later look at the clock: that difference is not waited for as well.
  const resendAt = Math.min(row?.last_sent_at.getTime() ?? nowMs, nowMs) + resendMs
  const endsAt = Math.min(row?.window_ends_at.getTime() ?? nowMs, nowMs + windowMs)
  const isFull = row !== undefined && row.count >= max
  return Math.max(1, (isFull ? Math.max(resendAt, endsAt) : resendAt) - nowMs)
}

/** A mail that could not be sent does not count. */
export const uncountMail = (db: MailCountsDatabase, key: string) =>
  db
    .updateTable('auth_mail_counts')
    .set((row) => ({ count: row('count', '-', 1), last_sent_at: new Date(0) }))
    .where('key', '=', key)
    .execute()

export const sweepMailCounts = (db: MailCountsDatabase, nowMs: number) =>
  db.deleteFrom('auth_mail_counts').where('window_ends_at', '<', new Date(nowMs)).execute()
