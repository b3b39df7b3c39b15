import type { LoginProvider } from '@portico/contracts/services/login'
import { findOrCreate, type Shown, shownOf } from '../identities.ts'
import type { LoginDatabase } from '../schema.ts'
import { openedSession } from '../sessionAnswer.ts'
import { openSession } from '../sessions.ts'
import type { ProviderPerson } from './dialect.ts'

/**
 * The wallet of a provider account, found by the provider's id alone: accounts with the same e-mail address are not
 * joined. Updates the displayed facts to the provider's, but keeps a name that the provider sends only once.
 */
async function ownerOf(
  trx: LoginDatabase,
  provider: Exclude<LoginProvider, 'email'>,
  { id, email, userName }: ProviderPerson,
  now: Date,
): Promise<{ readonly subject: string; readonly isNew: boolean; readonly shown: Shown }> {
  const { subject, isNew } = await findOrCreate(trx, { provider, identity: id, email, userName }, now)
  if (isNew) return { subject, isNew, shown: { email, userName } }
  const before = await shownOf(trx, { subject_id: subject, provider })
  // Only an answer from the provider's own API may change the name. Apple's name comes through the browser.
  const name = provider === 'apple' ? (before.userName ?? userName) : (userName ?? before.userName)
  await trx
    .updateTable('login_identities')
    .set({ email, user_name: name })
    .where('provider', '=', provider)
    .where('identity', '=', id)
    .execute()
  return { subject, isNew, shown: { email, userName: name } }
}

/** Opens a session for a person whom a provider has confirmed. Creates a wallet if the person has none. */
export async function admit(
  trx: LoginDatabase,
  provider: Exclude<LoginProvider, 'email'>,
  person: ProviderPerson,
  keyThumbprint: string,
  nowMs: number,
) {
  const { subject, isNew, shown } = await ownerOf(trx, provider, person, new Date(nowMs))
  const opened = await openSession(trx, { subject, provider, keyThumbprint }, nowMs)
  return { outcome: 'accepted' as const, isNew, session: openedSession(opened, shown) }
}
