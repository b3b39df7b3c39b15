import { EMAIL_RESOURCE } from '@portico/contracts/services/cloudAuth'
import type { Account } from './account.ts'
import type { AuthDatabase } from './schema.ts'

interface Search {
  readonly projectId: string
  /** The account whose signature has been verified. */
  readonly account: Account
  readonly resources: readonly string[]
  readonly otpId: string | undefined
  readonly now: Date
}

/** Whether this profile has already proved that it receives the mail for this address. */
async function isConfirmed(db: AuthDatabase, profileId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth_emails')
    .select('email')
    .where('profile_id', '=', profileId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** A confirmed code is valid for a single sign-in, and only for the account that requested it. */
const takeOtp = (db: AuthDatabase, { projectId, account, otpId, now }: Search, email: string) =>
  otpId === undefined
    ? undefined
    : db
        .deleteFrom('auth_otps')
        .where('id', '=', otpId)
        .where('project_id', '=', projectId)
        .where('profile_id', '=', account.profileId)
        .where('email', '=', email)
        .where('confirmed_at', 'is not', null)
        .where('expires_at', '>', now)
        .returning('id')
        .executeTakeFirst()

/**
 * The e-mail address in the signed message, if the visitor has confirmed it, now or earlier. An unconfirmed address
 * does not block the sign-in: the site decides whether it needs an address.
 */
export async function findEmail(db: AuthDatabase, search: Search): Promise<string | undefined> {
  const { projectId, account, resources, now } = search
  const signed = resources.find((resource) => resource.startsWith(EMAIL_RESOURCE))
  if (signed === undefined) return undefined
  const email = signed.slice(EMAIL_RESOURCE.length).toLowerCase()
  if (await takeOtp(db, search, email)) {
    await db
      .insertInto('auth_emails')
      .values({ project_id: projectId, profile_id: account.profileId, email, confirmed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return email
  }
  return (await isConfirmed(db, account.profileId, email)) ? email : undefined
}
