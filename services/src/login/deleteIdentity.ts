import { ServiceError } from '../http/errors.ts'
import { DELETE_SIGNED_IN_MAX_AGE_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'
import type { Session } from './sessions.ts'

/**
 * Takes away whoever is signed in: their accounts, all their sessions, and what they or anybody else has begun with their
 * address. Who signs in with the same account afterwards is somebody new, with a wallet of their own. Their shares are none of
 * ours: no store hands them out any more, because nobody can be named as their owner.
 * @param subject whom the page means
 * @throws ServiceError `auth.session` when that is somebody else, or has not signed in a moment ago
 */
export async function deleteIdentity(
  db: LoginDatabase,
  { subject_id, created_at }: Session,
  subject: string,
  nowMs: number,
): Promise<void> {
  if (subject_id !== subject || nowMs - created_at.getTime() > DELETE_SIGNED_IN_MAX_AGE_MS) {
    throw new ServiceError('auth.session')
  }
  await db.transaction().execute(async (trx) => {
    const addresses = trx
      .selectFrom('login_identities')
      .select('email')
      .where('subject_id', '=', subject)
      .where('provider', '=', 'email')
    await trx.deleteFrom('login_attempts').where('email', 'in', addresses).execute()
    // Accounts, sessions and changes that were begun belong to it, and go with it.
    await trx.deleteFrom('login_subjects').where('id', '=', subject).execute()
  })
}
