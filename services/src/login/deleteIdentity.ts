import type { IdentityDeleteRequest } from '@portico/contracts/services/login'
import { ServiceError } from '../http/errors.ts'
import { spendCode } from './codeLimits.ts'
import { emailOf, isBeingDeleted } from './identities.ts'
import { DELETION_GRACE_MS } from './limits.ts'
import { deletionMail } from './mails.ts'
import type { LoginParts } from './parts.ts'
import type { LoginDatabase } from './schema.ts'
import { endSessions, requireFresh, type Session } from './sessions.ts'

/** Nothing is deleted whose owner was not warned, where there is an address. */
async function warn(parts: LoginParts, subject: string, client: string): Promise<void> {
  const { db, signingKey, startsPerClient, startsPerMinute, sendMail, secureSiteOrigin, now } = parts
  const { hash: key } = signingKey
  const email = await emailOf(db, subject)
  if (email === undefined) return
  const unspend = await spendCode(db, key, { client, startsPerClient, startsPerMinute, email }, now())
  try {
    await sendMail(deletionMail(email, new URL(secureSiteOrigin).host, now()))
  } catch (error) {
    await unspend()
    throw error
  }
}

async function begin(parts: LoginParts, session: Session, client: string): Promise<void> {
  const { db, now } = parts
  const subject = session.subject_id
  if (!(await isBeingDeleted(db, subject))) await warn(parts, subject, client)
  await db.transaction().execute(async (trx) => {
    const marks = { deletion_begun_at: new Date(now()) }
    await trx.updateTable('login_subjects').set(marks).where('id', '=', subject).execute()
    // No other device puts a share back that is being deleted.
    await endSessions(trx, session, { everywhere: true, keepThis: true }, now())
  })
}

/** Nobody is signed in to it any more; whoever signs in finds it as it is, until it goes. */
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
 * Deletes whoever is signed in, in two steps, of which each may be said twice (docs/threat-model.md): their accounts, sessions
 * and passkeys, and what they or anybody else has begun with their address. Their shares are none of ours: each store is asked
 * between the two.
 * @throws ServiceError `auth.session` when `subject` is somebody else, `auth.stale`, `deletion.notBegun`; `rate.limited`,
 * `otp.tooOften` and those of the mail: then nothing has changed
 */
export async function deleteIdentity(
  parts: LoginParts,
  session: Session,
  { subject, step }: IdentityDeleteRequest,
  client: string,
): Promise<void> {
  const nowMs = parts.now()
  if (session.subject_id !== subject) throw new ServiceError('auth.session')
  requireFresh(session, nowMs)
  await (step === 'begin' ? begin(parts, session, client) : finish(parts.db, subject, nowMs))
}

/**
 * Calls the deletion off, and signs out whoever is at it. Both stores come before: as long as one of them could not be reached,
 * whoever signs in next tries again. It takes somebody who has signed in since: whoever has begun it cannot tell the stores one
 * thing and login another.
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

/** Those whose days are over. Accounts, sessions, passkeys and changes that were begun belong to them, and go along. */
export const sweepDeleted = (db: LoginDatabase, nowMs: number) =>
  db.deleteFrom('login_subjects').where('deletes_at', '<=', new Date(nowMs)).execute()
