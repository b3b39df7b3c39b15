import type {
  LoginCheckAnswer,
  LoginCheckRequest,
  LoginCodeAnswer,
  LoginCodeRequest,
} from '@portico/contracts/services/login'
import { beginByMail } from './attempts.ts'
import { spendCode } from './codeLimits.ts'
import { judgeCode, takeStep } from './codes.ts'
import type { LoginDependencies } from './dependencies.ts'
import { findByEmail, findOrCreateByEmail } from './identities.ts'
import { signInMail } from './mails.ts'
import { openedSession } from './sessionAnswer.ts'
import { openSession } from './sessions.ts'

interface From {
  readonly client: string
  /** The host of the page. */
  readonly host: string
}

/**
 * Sends a code for a sign-in, on a known or a new device. Queries, mail and answer are the same whether or not the
 * address has a wallet.
 * @throws ServiceError `rate.limited`, `otp.tooOften`, `mail.…`
 */
export async function startSignIn(
  login: LoginDependencies,
  { email: typed, keyThumbprint }: LoginCodeRequest,
  { client, host }: From,
): Promise<LoginCodeAnswer> {
  const nowMs = login.now()
  const unspend = await spendCode(login, { client, email: typed }, nowMs)
  const person = await findByEmail(login.db, typed)
  const email = person?.email ?? typed
  const begun = { step: 'code' as const, email, host, key_thumbprint: keyThumbprint }
  return { attempt: await beginByMail(login, begun, (code) => signInMail(email, code, host), unspend, nowMs) }
}

/** Opens a session if the code is right. Creates a wallet if the address has none. */
export async function finishSignIn(
  { db, signingKey, now }: LoginDependencies,
  typed: LoginCheckRequest,
): Promise<LoginCheckAnswer> {
  const nowMs = now()
  const judgement = await judgeCode(db, signingKey.hash, typed, ['code'], nowMs)
  if (judgement.outcome !== 'right') return judgement
  const { attempt } = judgement
  return db.transaction().execute(async (trx): Promise<LoginCheckAnswer> => {
    if (!(await takeStep(trx, attempt, 'done'))) return { outcome: 'expired' }
    const date = new Date(nowMs)
    const { subject, email, isNew } = await findOrCreateByEmail(trx, attempt.email, date)
    const opened = await openSession(
      trx,
      { subject, provider: 'email', keyThumbprint: attempt.key_thumbprint ?? '', host: attempt.host },
      nowMs,
    )
    return { outcome: 'accepted', isNew, session: openedSession(opened, { email, userName: null }) }
  })
}
