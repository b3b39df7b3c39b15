import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { DeviceDecisionAnswer, DeviceLinkAnswer, DeviceWaitAnswer } from '@portico/contracts/services/login'
import { drawCode } from '../oneTimeCodes/drawCode.ts'
import { type Attempt, findAttempt } from './attempts.ts'
import { putCode } from './codes.ts'
import { signInMail } from './mails.ts'
import type { LoginParts } from './parts.ts'
import type { LoginDatabase } from './schema.ts'
import { hashOf } from './secrets.ts'

type State = DeviceWaitAnswer['state']

/** An attempt whose code is on its way is approved for whoever presses twice, and not yet for whoever waits for the code. */
function stateOf(attempt: Attempt | undefined, nowMs: number): State | 'sending' {
  if (!attempt || attempt.expires_at.getTime() <= nowMs) return 'over'
  if (attempt.step === 'link') return 'waiting'
  if (attempt.step === 'sending') return 'sending'
  return attempt.step === 'code' ? 'approved' : 'over'
}

/** For the frame, until somebody has answered the mail. */
export async function waitForDevice(
  { db, now }: LoginParts,
  { attempt }: { readonly attempt: string },
): Promise<DeviceWaitAnswer> {
  const state = stateOf(await findAttempt(db, attempt), now())
  return { state: state === 'sending' ? 'waiting' : state }
}

const findByLink = (db: LoginDatabase, link: string): Promise<Attempt | undefined> =>
  db.selectFrom('login_attempts').selectAll().where('link_hash', '=', hashOf(link)).executeTakeFirst()

/** What the mailed link would approve. Looking changes nothing: programs that check mail do it before anybody reads it. */
export async function lookAtLink(
  { db, now }: LoginParts,
  { link }: { readonly link: string },
): Promise<DeviceLinkAnswer> {
  const attempt = await findByLink(db, link)
  const state = stateOf(attempt, now())
  if (attempt && state === 'waiting')
    return { state: 'open', host: attempt.host, askedAtMs: attempt.created_at.getTime() }
  return { state: state === 'over' ? 'over' : 'approved' }
}

/** Answers a link that is open, once; whoever reads the mail may still refuse what was approved. */
const takeLink = (db: LoginDatabase, link: string, isApproved: boolean, nowMs: number) =>
  db
    .updateTable('login_attempts')
    .set({ step: isApproved ? 'sending' : 'refused' })
    .where('link_hash', '=', hashOf(link))
    .where('step', 'in', isApproved ? ['link'] : ['link', 'sending', 'code'])
    .where('expires_at', '>', new Date(nowMs))
    .returningAll()
    .executeTakeFirst()

/** The link can be pressed again. */
const giveBack = (db: LoginDatabase, { secret_hash, created_at }: Attempt) =>
  db
    .updateTable('login_attempts')
    .set({ step: 'link', code_hash: null, expires_at: new Date(created_at.getTime() + CODE_LIFETIME_MS) })
    .where('secret_hash', '=', secret_hash)
    .where('step', '=', 'sending')
    .execute()

/**
 * Approves a device, upon which it is sent its code, or refuses it for good.
 * @throws ServiceError those of the mail
 */
export async function answerLink(
  { db, signingKey, sendMail, now }: LoginParts,
  { link, isApproved }: { readonly link: string; readonly isApproved: boolean },
): Promise<DeviceDecisionAnswer> {
  const attempt = await takeLink(db, link, isApproved, now())
  if (!isApproved) return { state: 'over' }
  if (!attempt) {
    const state = stateOf(await findByLink(db, link), now())
    return { state: state === 'over' ? 'over' : 'approved' }
  }
  const code = drawCode()
  try {
    await sendMail(signInMail(attempt.email, code, attempt.host))
    await putCode(db, signingKey.hash, attempt.secret_hash, 'code', code, now())
  } catch (error) {
    await giveBack(db, attempt)
    throw error
  }
  return { state: 'approved' }
}
