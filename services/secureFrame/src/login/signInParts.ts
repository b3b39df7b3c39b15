import type { LoginProvider, OpenedSession } from '@portico/contracts/services/login'
import { Refused } from '../messages/channel.ts'
import type { Wallet } from '../parts.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import type { LoginClient } from './createLoginClient.ts'
import type { FreshLogin } from './freshLogin.ts'

/** What every way of signing in is made of. */
export interface SignInParts {
  readonly login: LoginClient
  readonly sessions: OwnSessions
  readonly wallet: Pick<Wallet, 'forget'>
  readonly freshLogin?: Pick<FreshLogin, 'begin'>
}

/**
 * Somebody is signed in; what is known of the wallet before is that of somebody else.
 * @param provider that was asked. Login alone must not say that it was another one: the recovery store knows some wallets by
 *   an address and others by the word of login alone
 * @throws Refused `internal` where login says so
 */
export async function openFor(
  { sessions, wallet, freshLogin }: SignInParts,
  session: OpenedSession,
  provider: LoginProvider,
): Promise<void> {
  if (session.provider !== provider) throw new Refused('internal')
  wallet.forget()
  await sessions.open(session)
  freshLogin?.begin()
}
