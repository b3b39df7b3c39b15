import type { SocialFinishAnswer, SocialFinishRequest } from '@portico/contracts/services/login'
import type { Log } from '../../log.ts'
import type { LoginDependencies } from '../dependencies.ts'
import { admit } from './accounts.ts'
import { createAskProvider } from './askProvider.ts'
import { secretsOf, takeSocialAttempt } from './attempts.ts'
import type { Dialect, ProviderPerson } from './dialect.ts'
import { exchangeCode } from './exchangeCode.ts'
import { SocialFailure } from './failure.ts'
import { type Offered, redirectUriOf } from './start.ts'

/** Timeout for all requests to a provider for one sign-in. */
const PROVIDER_WAIT_MS = 15_000

export interface SocialDependencies extends Offered {
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
  readonly waitMs?: number
}

/** @throws SocialFailure */
async function recognise(
  { signingKey, secureSiteOrigin, now }: LoginDependencies,
  dialect: Dialect,
  { attempt, code, state, user }: SocialFinishRequest,
  signal: AbortSignal,
): Promise<ProviderPerson> {
  const ask = createAskProvider(signal)
  const secrets = secretsOf(signingKey.hash, attempt)
  const redirectUri = redirectUriOf(secureSiteOrigin)
  const tokens = await exchangeCode(ask, dialect, { code, state, secrets, redirectUri, nowMs: now() })
  return dialect.readPerson({ ask, tokens, user })
}

/** Verifies a provider's answer and opens a session. Creates a wallet if the person has none. */
export async function finishSocial(
  login: LoginDependencies,
  { dialects, log, signal, waitMs = PROVIDER_WAIT_MS }: SocialDependencies,
  given: SocialFinishRequest,
): Promise<SocialFinishAnswer> {
  const attempt = await takeSocialAttempt(login.db, given, login.now())
  const dialect = attempt && dialects[attempt.provider]
  if (!dialect) return { outcome: 'refused' }
  let person: ProviderPerson
  try {
    person = await recognise(login, dialect, given, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))
  } catch (error) {
    if (!(error instanceof SocialFailure)) throw error
    const { outcome, reason } = error
    log.warn('a provider did not confirm the sign-in', { provider: attempt.provider, outcome, reason })
    return { outcome }
  }
  return login.db
    .transaction()
    .execute((trx) => admit(trx, attempt.provider, person, attempt.key_thumbprint, login.now()))
}
