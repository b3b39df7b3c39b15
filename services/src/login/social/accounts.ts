import type { LoginProvider } from '@portico/contracts/services/login'
import { findOrCreate, type Shown, shownOf } from '../identities.ts'
import type { LoginDatabase } from '../schema.ts'
import type { ProviderPerson } from './dialect.ts'

export interface SocialOwner {
  readonly subject: string
  readonly isNew: boolean
  readonly shown: Shown
}

/**
 * The wallet of a provider account, found by the provider's id alone: equal addresses join nothing. Displayed facts
 * follow the provider; a name sent only once is kept.
 */
export async function ownerOf(
  trx: LoginDatabase,
  provider: Exclude<LoginProvider, 'email'>,
  { id, email, userName }: ProviderPerson,
  now: Date,
): Promise<SocialOwner> {
  const { subject, isNew } = await findOrCreate(trx, { provider, identity: id, email, userName }, now)
  if (isNew) return { subject, isNew, shown: { email, userName } }
  const before = await shownOf(trx, { subject_id: subject, provider })
  // Only an answer of the provider's own API may change the name: Apple's comes through the browser.
  const name = provider === 'apple' ? (before.userName ?? userName) : (userName ?? before.userName)
  await trx
    .updateTable('login_identities')
    .set({ email, user_name: name })
    .where('provider', '=', provider)
    .where('identity', '=', id)
    .execute()
  return { subject, isNew, shown: { email, userName: name } }
}
