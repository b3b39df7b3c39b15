import { randomUUID } from 'node:crypto'
import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import type { LoginDatabase } from './schema.ts'

export interface Person {
  /** Of the wallet. */
  readonly subject: string
  /** As it was typed at sign-up. */
  readonly email: string
}

/** The person who is known by this address; the look-up is the same whether there is one. */
export async function findByEmail(db: LoginDatabase, email: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('login_identities')
    .select(['subject_id', 'email'])
    .where('provider', '=', 'email')
    .where('identity', '=', emailIdentity(email))
    .executeTakeFirst()
  return row && { subject: row.subject_id, email: row.email ?? email }
}

/** By what an open wallet is known to its owner's mail; undefined for one without. */
export async function emailOf(db: LoginDatabase, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_identities')
    .select('email')
    .where('provider', '=', 'email')
    .where('subject_id', '=', subject)
    .executeTakeFirst()
  return row?.email ?? undefined
}

/**
 * The wallet of whoever has just shown that this is their address; a new one, unless there is one. Two at once make one.
 * @param trx so that a wallet without an owner cannot remain
 */
export async function findOrCreate(
  trx: LoginDatabase,
  email: string,
  now: Date,
): Promise<Person & { readonly isNew: boolean }> {
  const known = await findByEmail(trx, email)
  if (known) return { ...known, isNew: false }
  const subject = randomUUID()
  await trx.insertInto('login_subjects').values({ id: subject, created_at: now }).execute()
  const row = {
    provider: 'email' as const,
    identity: emailIdentity(email),
    subject_id: subject,
    email,
    created_at: now,
  }
  const created = await trx
    .insertInto('login_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'identity']).doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  if (created) return { subject, email, isNew: true }
  await trx.deleteFrom('login_subjects').where('id', '=', subject).execute()
  return { ...((await findByEmail(trx, email)) ?? { subject, email }), isNew: false }
}

/** @returns false when the address has a wallet of its own; then nothing has changed */
export async function changeEmail(trx: LoginDatabase, subject: string, email: string): Promise<boolean> {
  const identity = emailIdentity(email)
  const owner = await findByEmail(trx, email)
  if (owner && owner.subject !== subject) return false
  const changed = await trx
    .updateTable('login_identities')
    .set({ identity, email })
    .where('provider', '=', 'email')
    .where('subject_id', '=', subject)
    .returning('subject_id')
    .executeTakeFirst()
  return changed !== undefined
}
