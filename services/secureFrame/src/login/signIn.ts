import type { LoginProvider, OpenedSession } from '@portico/contracts/services/login'
import type { Wallet } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import type { OwnSessions } from '../session/createSessions.ts'
import type { LoginClient } from './createLoginClient.ts'
import type { FreshLogin } from './freshLogin.ts'

/** What all ways of signing in need. */
export interface SignInDependencies {
  readonly login: LoginClient
  readonly sessions: OwnSessions
  readonly wallet: Pick<Wallet, 'forget'>
  readonly freshLogin?: Pick<FreshLogin, 'begin'>
}

/**
 * Signs the visitor in and forgets what was cached of the previous visitor's wallet.
 * @param provider the provider that was used. The login service must not name another one, because for some wallets the
 *   recovery store mails links, and for the others it trusts the login service alone
 * @throws Refused `internal` if the login service names another provider
 */
export async function openFor(
  { sessions, wallet, freshLogin }: SignInDependencies,
  session: OpenedSession,
  provider: LoginProvider,
): Promise<void> {
  if (session.provider !== provider) throw new Refused('internal')
  wallet.forget()
  await sessions.open(session)
  freshLogin?.begin()
}
