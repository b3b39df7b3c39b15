import type { OpenedSession } from '@portico/contracts/services/login'
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

/** Somebody is signed in; what is known of the wallet before is that of somebody else. */
export async function openFor({ sessions, wallet, freshLogin }: SignInParts, session: OpenedSession): Promise<void> {
  wallet.forget()
  await sessions.open(session)
  freshLogin?.begin()
}
