import { randomUUID } from 'node:crypto'
import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import type { LoginProvider } from '@portico/contracts/services/login'
import type { LoginDatabase } from './schema.ts'

export interface Person {
  /** The wallet's id. */
  readonly subject: string
  /** The address as typed at sign-up. */
  readonly email: string
}

/** The person with this address. The lookup takes the same steps whether or not there is such a person. */
export async function findByEmail(db: LoginDatabase, email: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('login_identities')
    .select(['subject_id', 'email'])
    .where('provider', '=', 'email')
    .where('identity', '=', emailIdentity(email))
    .executeTakeFirst()
  return row && { subject: row.subject_id, email: row.email ?? email }
}

/** The wallet owner's address; undefined if there is none. */
export async function emailOf(db: LoginDatabase, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_identities')
    .select('email')
    .where('provider', '=', 'email')
    .where('subject_id', '=', subject)
    .executeTakeFirst()
  return row?.email ?? undefined
}

/** Whether this wallet is being deleted: from the first step of the deletion to the end of the grace period. */
export async function isBeingDeleted(db: LoginDatabase, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('login_subjects')
    .select('id')
    .where('id', '=', subject)
    .where('deletion_begun_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the wallet of this address is being deleted. The lookup takes the same steps whether or not there is one. */
export async function isBeingDeletedOf(db: LoginDatabase, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('login_identities')
    .innerJoin('login_subjects', 'login_subjects.id', 'login_identities.subject_id')
    .select('login_subjects.id')
    .where('login_identities.provider', '=', 'email')
    .where('login_identities.identity', '=', emailIdentity(email))
    .where('login_subjects.deletion_begun_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The facts about a wallet's owner that are displayed, taken from the account that opened the session. */
export interface Shown {
  readonly email: string | null
  readonly userName: string | null
}

export async function shownOf(
  db: LoginDatabase,
  { subject_id, provider }: { readonly subject_id: string; readonly provider: LoginProvider },
): Promise<Shown> {
  const row = await db
    .selectFrom('login_identities')
    .select(['email', 'user_name'])
    .where('provider', '=', provider)
    .where('subject_id', '=', subject_id)
    .executeTakeFirst()
  return { email: row?.email ?? null, userName: row?.user_name ?? null }
}

/** An account, by e-mail or at a provider. `provider` and `identity` together identify one person. */
export interface Account extends Shown {
  readonly provider: LoginProvider
  readonly identity: string
}

const findOwned = (db: LoginDatabase, { provider, identity }: Account) =>
  db
    .selectFrom('login_identities')
    .select('subject_id')
    .where('provider', '=', provider)
    .where('identity', '=', identity)
    .executeTakeFirst()

/**
 * The wallet of an account that has just been verified; a new wallet if there is none. Two concurrent calls create only
 * one wallet. The displayed facts of a known account do not change.
 * @param trx a transaction, so that no wallet without an owner can remain
 */
export async function findOrCreate(
  trx: LoginDatabase,
  account: Account,
  now: Date,
): Promise<{ readonly subject: string; readonly isNew: boolean }> {
  const known = await findOwned(trx, account)
  if (known) return { subject: known.subject_id, isNew: false }
  const subject = randomUUID()
  await trx
    .insertInto('login_subjects')
    .values({ id: subject, created_at: now, deletion_begun_at: null, deletes_at: null })
    .execute()
  const { provider, identity, email, userName } = account
  const created = await trx
    .insertInto('login_identities')
    .values({ provider, identity, subject_id: subject, email, user_name: userName, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'identity']).doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  if (created) return { subject, isNew: true }
  await trx.deleteFrom('login_subjects').where('id', '=', subject).execute()
  const owned = await findOwned(trx, account)
  if (!owned) throw new Error('An account that is there already has no wallet')
  return { subject: owned.subject_id, isNew: false }
}

/** The wallet of an e-mail address that has just been verified; a new wallet if there is none. */
export async function findOrCreateByEmail(
  trx: LoginDatabase,
  email: string,
  now: Date,
): Promise<Person & { readonly isNew: boolean }> {
  const account = { provider: 'email' as const, identity: emailIdentity(email), email, userName: null }
  const found = await findOrCreate(trx, account, now)
  const person = found.isNew ? undefined : await findByEmail(trx, email)
  return { ...found, email: person?.email ?? email }
}

/** @returns false, and changes nothing, if the new address has a wallet of its own */
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
