import { createHash, randomBytes } from 'node:crypto'
import {
  CODE_LIFETIME_MS,
  CODES_PER_ADDRESS_MAX,
  CODES_WINDOW_MS,
} from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { ShareError } from './errors.ts'
import { LINK_RESEND_MS } from './limits.ts'
import type { Caller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'

/** The lifetime of a link, and of the access that a confirmed link gives. Equals the lifetime of a code. */
export const LINK_LIFETIME_MS = CODE_LIFETIME_MS

const TOKEN_BYTES = 32

/** The lookup uses this hash, so that its timing reveals nothing about the token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Milliseconds until another link is allowed; 0 if it is allowed now. */
function waitMs(sentAt: readonly number[], nowMs: number): number {
  const [last] = sentAt
  const resend = last === undefined ? 0 : last + LINK_RESEND_MS - nowMs
  const oldest = sentAt[CODES_PER_ADDRESS_MAX - 1]
  const window = oldest === undefined ? 0 : oldest + CODES_WINDOW_MS - nowMs
  return Math.max(resend, window, 0)
}

/**
 * Creates a link for the caller's key. The wallet's row must be locked, so that two requests cannot both get the last
 * allowed link.
 * @throws ShareError `link.tooOften`
 */
export async function createLink(db: ShareDatabase, { subject, jkt }: Caller, nowMs: number): Promise<string> {
  const sent = await db
    .selectFrom('share_links')
    .select('created_at')
    .where('subject', '=', subject)
    .where('created_at', '>', new Date(nowMs - CODES_WINDOW_MS))
    .orderBy('created_at', 'desc')
    .execute()
  const wait = waitMs(
    sent.map(({ created_at }) => created_at.getTime()),
    nowMs,
  )
  if (wait > 0) throw new ShareError('link.tooOften', Math.ceil(wait / 1_000))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('share_links')
    .values({
      token_hash: hashOf(token),
      subject,
      jkt,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + LINK_LIFETIME_MS),
      confirmed_at: null,
      refused_at: null,
    })
    .execute()
  return token
}

/** Deletes a link whose mail failed, so that it does not count. */
export const forgetLink = (db: ShareDatabase, token: string) =>
  db.deleteFrom('share_links').where('token_hash', '=', hashOf(token)).execute()

/**
 * Confirms a link, after the owner has pressed the button on its page.
 * @throws ShareError `link.over` if the link is used, too old or unknown
 */
export async function confirmLink(db: ShareDatabase, token: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  const confirmed = await db
    .updateTable('share_links')
    .set({ confirmed_at: now, expires_at: new Date(nowMs + LINK_LIFETIME_MS) })
    .where('token_hash', '=', hashOf(token))
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('subject')
    .executeTakeFirst()
  if (!confirmed) throw new ShareError('link.over')
}

/**
 * Refuses a link and every other link that was mailed for the same key so far, even a confirmed one: the owner has
 * changed their mind.
 * @throws ShareError `link.over` if the link is already refused, too old or unknown
 */
export async function refuseLink(db: ShareDatabase, token: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  const refused = await db
    .updateTable('share_links')
    .set({ refused_at: now })
    .where('refused_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('share_links as meant')
          .select('meant.token_hash')
          .whereRef('meant.subject', '=', 'share_links.subject')
          .whereRef('meant.jkt', '=', 'share_links.jkt')
          .where('meant.token_hash', '=', hashOf(token))
          .where('meant.refused_at', 'is', null)
          .where('meant.expires_at', '>', now),
      ),
    )
    .returning('subject')
    .execute()
  if (refused.length === 0) throw new ShareError('link.over')
}

/** Whether the wallet's owner has refused the newest link for this key. A later link can still be confirmed. */
export async function isRefused(db: ShareDatabase, { subject, jkt }: Caller, nowMs: number): Promise<boolean> {
  const newest = await db
    .selectFrom('share_links')
    .select('refused_at')
    .where('subject', '=', subject)
    .where('jkt', '=', jkt)
    .where('expires_at', '>', new Date(nowMs))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return newest !== undefined && newest.refused_at !== null
}

/** @throws ShareError `link.needed` if no link was confirmed for this wallet and key */
export async function requireLink(db: ShareDatabase, { subject, jkt }: Caller, nowMs: number): Promise<void> {
  const link = await db
    .selectFrom('share_links')
    .select('subject')
    .where('subject', '=', subject)
    .where('jkt', '=', jkt)
    .where('confirmed_at', 'is not', null)
    .where('refused_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!link) throw new ShareError('link.needed')
}
