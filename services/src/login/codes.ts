import { CODE_LIFETIME_MS, CODE_TRIES_MAX } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { isSameHash, keyedHash } from '../oneTimeCodes/keyedHash.ts'
import type { Attempt } from './attempts.ts'
import type { AttemptStep, LoginDatabase } from './schema.ts'
import { hashOf } from './secrets.ts'

/** The steps that wait for a code. */
export type CodeStep = Extract<AttemptStep, 'code' | 'primary' | 'secondary'>

/** The hash includes the attempt and the step, so that a code for one of them is worthless for another. */
export const codeHashOf = (key: Uint8Array, secretHash: string, step: CodeStep, code: string): string =>
  keyedHash(key, 'login code', secretHash, step, code)

export type Judgement =
  | { readonly outcome: 'right'; readonly attempt: Attempt; readonly step: CodeStep }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'usedUp' | 'expired' }

/** The reason why no code can be tried. */
async function reasonOf(db: LoginDatabase, secretHash: string): Promise<'usedUp' | 'expired'> {
  const attempt = await db
    .selectFrom('login_attempts')
    .select(['tries', 'step'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return attempt && attempt.step !== 'done' && attempt.tries >= CODE_TRIES_MAX ? 'usedUp' : 'expired'
}

/** Counts a try atomically, then checks its code, so parallel tries gain nothing. `takeStep` uses up a right code. */
export async function judgeCode(
  db: LoginDatabase,
  key: Uint8Array,
  { attempt: secret, code }: { readonly attempt: string; readonly code: string },
  steps: readonly CodeStep[],
  nowMs: number,
): Promise<Judgement> {
  const secretHash = hashOf(secret)
  const attempt = await db
    .updateTable('login_attempts')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('secret_hash', '=', secretHash)
    .where('step', 'in', steps)
    .where('tries', '<', CODE_TRIES_MAX)
    .where('expires_at', '>', new Date(nowMs))
    .returningAll()
    .executeTakeFirst()
  if (!attempt) return { outcome: await reasonOf(db, secretHash) }
  const step = steps.find((awaited) => awaited === attempt.step)
  if (step && isSameHash(attempt.code_hash ?? '', codeHashOf(key, secretHash, step, code))) {
    return { outcome: 'right', attempt, step }
  }
  return { outcome: 'wrong', triesLeft: CODE_TRIES_MAX - attempt.tries }
}

/** Moves an attempt to its next step, only once: if two right codes arrive at the same time, one is too late. */
export async function takeStep(
  db: LoginDatabase,
  { secret_hash, step, code_hash }: Attempt,
  next: AttemptStep,
): Promise<boolean> {
  const taken = await db
    .updateTable('login_attempts')
    .set({ step: next, code_hash: null })
    .where('secret_hash', '=', secret_hash)
    .where('step', '=', step)
    .where('code_hash', '=', code_hash)
    .returning('secret_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Puts another code into an attempt, with its own tries and expiry. */
export const putCode = (
  db: LoginDatabase,
  key: Uint8Array,
  secretHash: string,
  step: CodeStep,
  code: string,
  nowMs: number,
) =>
  db
    .updateTable('login_attempts')
    .set({
      step,
      code_hash: codeHashOf(key, secretHash, step, code),
      tries: 0,
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
    })
    .where('secret_hash', '=', secretHash)
    .where('step', '=', 'sending')
    .execute()
