import type {
  EmailChangeAnswer,
  EmailChangeRequest,
  EmailCheckAnswer,
  LoginCheckRequest,
} from '@portico/contracts/services/login'
import { ServiceError } from '../http/errors.ts'
import { drawCode } from '../oneTimeCodes/drawCode.ts'
import { type Attempt, beginByMail } from './attempts.ts'
import { spendCode } from './codeLimits.ts'
import { judgeCode, putCode, takeStep } from './codes.ts'
import type { LoginDependencies } from './dependencies.ts'
import { changeEmail, emailOf } from './identities.ts'
import { primaryMail, secondaryMail } from './mails.ts'
import type { Session } from './sessions.ts'

/**
 * Sends a code to the current address. Does not check yet whether the new address has a wallet.
 * @throws ServiceError `auth.session` for a wallet without an address, `rate.limited`, `otp.tooOften`, `mail.…`
 */
export async function startEmailChange(
  login: LoginDependencies,
  { subject_id }: Session,
  newEmail: EmailChangeRequest['email'],
  { client, host }: { readonly client: string; readonly host: string },
): Promise<EmailChangeAnswer> {
  const nowMs = login.now()
  const email = await emailOf(login.db, subject_id)
  if (email === undefined) throw new ServiceError('auth.session')
  const unspend = await spendCode(login, { client, email }, nowMs)
  const begun = { step: 'primary' as const, email, new_email: newEmail, host, subject_id }
  const mailOf = (code: string) => primaryMail(email, code, host, newEmail)
  return { attempt: await beginByMail(login, begun, mailOf, unspend, nowMs), next: 'primary' }
}

/** Makes the first code valid again, with its remaining tries. */
const giveBack = ({ db }: LoginDependencies, { secret_hash, code_hash }: Attempt) =>
  db
    .updateTable('login_attempts')
    .set({ step: 'primary', code_hash })
    .where('secret_hash', '=', secret_hash)
    .where('step', '=', 'sending')
    .execute()

/** @throws ServiceError `rate.limited`, `otp.tooOften`, `mail.…`; after an error, nothing has changed */
async function sendSecondary(login: LoginDependencies, attempt: Attempt, client: string): Promise<EmailCheckAnswer> {
  const { db, signingKey, sendMail, now } = login
  if (!(await takeStep(db, attempt, 'sending'))) return { outcome: 'expired' }
  const email = attempt.new_email ?? ''
  try {
    const unspend = await spendCode(login, { client, email }, now())
    const code = drawCode()
    await sendMail(secondaryMail(email, code, attempt.host)).catch(async (error: unknown) => {
      await unspend()
      throw error
    })
    await putCode(db, signingKey.hash, attempt.secret_hash, 'secondary', code, now())
  } catch (error) {
    await giveBack(login, attempt)
    throw error
  }
  return { outcome: 'primaryAccepted' }
}

/** Called for the second code: by then, access to both mailboxes is proved. */
const moveAddress = ({ db }: LoginDependencies, attempt: Attempt): Promise<EmailCheckAnswer> =>
  db.transaction().execute(async (trx): Promise<EmailCheckAnswer> => {
    if (!(await takeStep(trx, attempt, 'done'))) return { outcome: 'expired' }
    const email = attempt.new_email ?? ''
    const isChanged = await changeEmail(trx, attempt.subject_id ?? '', email)
    return isChanged ? { outcome: 'changed', email } : { outcome: 'taken' }
  })

/**
 * Accepts the two codes of an address change: first the code from the current address, then the one from the new
 * address.
 * @throws ServiceError `rate.limited`, `otp.tooOften`, `mail.…`
 */
export async function continueEmailChange(
  login: LoginDependencies,
  session: Session,
  typed: LoginCheckRequest,
  client: string,
): Promise<EmailCheckAnswer> {
  const { db, signingKey, now } = login
  const judgement = await judgeCode(db, signingKey.hash, typed, ['primary', 'secondary'], now())
  if (judgement.outcome !== 'right') return judgement
  const { attempt, step } = judgement
  if (attempt.subject_id !== session.subject_id) return { outcome: 'expired' }
  return step === 'primary' ? sendSecondary(login, attempt, client) : moveAddress(login, attempt)
}
