import { randomUUID } from 'node:crypto'
import { CODE_LIFETIME_MS, CODE_TRIES_MAX } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { ServiceError } from '../http/errors.ts'
import { drawCode } from '../oneTimeCodes/drawCode.ts'
import { isSameHash, keyedHash } from '../oneTimeCodes/keyedHash.ts'
import type { AuthKeys } from './keys.ts'
import type { AuthDatabase } from './schema.ts'

/** The hash includes the id of the row, so that a code is worthless in any other row. */
const hashOf = (keys: AuthKeys, id: string, code: string) => keyedHash(keys.hash, 'otp', id, code)

interface Recipient {
  readonly projectId: string
  readonly profileId: string
  readonly email: string
}

/** Creates a code and stores only its hash. */
export async function createOtp(
  db: AuthDatabase,
  keys: AuthKeys,
  { projectId, profileId, email }: Recipient,
  nowMs: number,
): Promise<{ readonly id: string; readonly code: string }> {
  const id = randomUUID()
  const code = drawCode()
  await db
    .insertInto('auth_otps')
    .values({
      id,
      project_id: projectId,
      profile_id: profileId,
      email,
      code_hash: hashOf(keys, id, code),
      attempts: 0,
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
      confirmed_at: null,
    })
    .execute()
  return { id, code }
}

/**
 * Counts every attempt before checking the code, so that parallel attempts gain nothing over sequential ones.
 * @throws ServiceError `otp.wrong`; `otp.over` for a code that is unknown, already used, too old or tried too often
 */
export async function confirmOtp(
  db: AuthDatabase,
  keys: AuthKeys,
  { id, projectId, code }: { readonly id: string; readonly projectId: string; readonly code: string },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs)
  const otp = await db
    .updateTable('auth_otps')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('attempts', '<', CODE_TRIES_MAX)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['code_hash', 'attempts'])
    .executeTakeFirst()
  if (!otp) throw new ServiceError('otp.over')
  if (!isSameHash(otp.code_hash, hashOf(keys, id, code))) {
    throw new ServiceError('otp.wrong', { left: CODE_TRIES_MAX - otp.attempts })
  }
  const confirmed = await db
    .updateTable('auth_otps')
    // From now on, the row permits a sign-in with the address.
    .set({ confirmed_at: now, expires_at: new Date(nowMs + CODE_LIFETIME_MS) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new ServiceError('otp.over')
}
