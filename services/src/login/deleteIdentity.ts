import type { IdentityDeleteRequest } from '@portico/contracts/services/login'
import { ServiceError } from '../http/errors.ts'
import { spendCode } from './codeLimits.ts'
import type { LoginDependencies } from './dependencies.ts'
import { emailOf, isBeingDeleted } from './identities.ts'
import { DELETION_GRACE_MS } from './limits.ts'
import { deletionMail } from './mails.ts'
import type { LoginDatabase } from './schema.ts'
import { endSessions, requireFresh, type Session } from './sessions.ts'

/** Warns the owner by mail before anything is deleted, if the wallet has an address. */
async function warn(login: LoginDependencies, subject: string, client: string): Promise<void> {
  const { db, sendMail, secureSiteOrigin, now } = login
  const email = await emailOf(db, subject)
  if (email === undefined) return
  const unspend = await spendCode(login, { client, email }, now())
  try {
    await sendMail(deletionMail(email, new URL(secureSiteOrigin).host, now()))
  } catch (error) {
    await unspend()
    throw error
  }
}

async function begin(login: LoginDependencies, session: Session, client: string): Promise<void> {
  const { db, now } = login
  const subject = session.subject_id
  if (!(await isBeingDeleted(db, subject))) await warn(login, subject, client)
  await db.transaction().execute(async (trx) => {
    const marks = { deletion_begun_at: new Date(now()) }
    await trx.updateTable('login_subjects').set(marks).where('id', '=', subject).execute()
    // Signs out all other devices, so that none of them restores a share that is being deleted.
    await endSessions(trx, session, { everywhere: true, keepThis: true }, now())
  })
}

/** Signs everyone out; anyone who signs in again finds the wallet unchanged until the deletion takes effect. */
async function finish(db: LoginDatabase, subject: string, nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const begun = await trx
      .updateTable('login_subjects')
      .set((row) => ({ deletes_at: row.fn.coalesce('deletes_at', row.val(new Date(nowMs + DELETION_GRACE_MS))) }))
      .where('id', '=', subject)
      .where('deletion_begun_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw new ServiceError('deletion.notBegun')
    const addresses = trx
      .selectFrom('login_identities')
      .select('email')
      .where('subject_id', '=', subject)
      .where('provider', '=', 'email')
    await trx.deleteFrom('login_attempts').where('email', 'in', addresses).execute()
    await trx
      .updateTable('login_sessions')
      .set({ revoked_at: new Date(nowMs) })
      .where('subject_id', '=', subject)
      .where('revoked_at', 'is', null)
      .execute()
  })
}

/**
 * Begins or finishes the deletion of the signed-in person's wallet: two idempotent steps (docs/threat-model.md). Shares
 * belong to the stores, which are called between the steps. Accounts and passkeys stay until the grace period is over;
 * see `sweepDeleted`.
 * @throws ServiceError `auth.session` if `subject` is someone else, `auth.stale`, `deletion.notBegun`; `rate.limited`,
 *   `otp.tooOften` or `mail.…`, after which nothing has changed
 */
export async function deleteIdentity(
  login: LoginDependencies,
  session: Session,
  { subject, step }: IdentityDeleteRequest,
  client: string,
): Promise<void> {
  const nowMs = login.now()
  if (session.subject_id !== subject) throw new ServiceError('auth.session')
  requireFresh(session, nowMs)
  await (step === 'begin' ? begin(login, session, client) : finish(login.db, subject, nowMs))
}

/**
 * Cancels the deletion and signs out all other sessions, including the session that began the deletion. The stores are
 * called before this: if one of them cannot be reached, the next sign-in tries again. Requires a sign-in after the
 * deletion began, so that the stores and login cannot end up in different states.
 * @throws ServiceError `auth.stale`
 */
export async function keepIdentity(db: LoginDatabase, session: Session, nowMs: number): Promise<void> {
  requireFresh(session, nowMs)
  const subject = session.subject_id
  const kept = await db
    .updateTable('login_subjects')
    .set({ deletion_begun_at: null, deletes_at: null })
    .where('id', '=', subject)
    .where('deletion_begun_at', '<=', session.created_at)
    .returning('id')
    .executeTakeFirst()
  if (kept) await endSessions(db, session, { everywhere: true, keepThis: true }, nowMs)
  else if (await isBeingDeleted(db, subject)) throw new ServiceError('auth.stale')
}

/** Deletes wallets after their grace period, with their accounts, sessions, passkeys and pending changes. */
export const sweepDeleted = (db: LoginDatabase, nowMs: number) =>
  db.deleteFrom('login_subjects').where('deletes_at', '<=', new Date(nowMs)).execute()
