import { PASSKEYS_MAX, type PasskeyPutRequest, type PasskeysAnswer } from '@portico/contracts/services/loginPasskeys'
import { ServiceError } from '../../http/errors.ts'
import type { LoginDatabase } from '../schema.ts'

export async function listPasskeys(db: LoginDatabase, subject: string): Promise<PasskeysAnswer> {
  const rows = await db
    .selectFrom('login_passkeys')
    .selectAll()
    .where('subject_id', '=', subject)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return {
    passkeys: rows.map((row) => ({
      credentialId: row.credential_id,
      prfSalt: row.prf_salt,
      transports: row.transports === '' ? [] : row.transports.split(','),
      sealedShare: row.sealed_share,
      splitId: row.split_id,
      label: row.label,
      createdAtMs: row.created_at.getTime(),
    })),
  }
}

/**
 * Stores a share sealed by a passkey. An existing passkey keeps its name and date.
 * @throws ServiceError `passkeys.tooMany`
 */
export async function putPasskey(
  db: LoginDatabase,
  subject: string,
  { credentialId, prfSalt, transports, sealedShare, splitId, label }: PasskeyPutRequest,
  nowMs: number,
): Promise<PasskeysAnswer> {
  return db.transaction().execute(async (trx) => {
    // Serializes concurrent calls, so that the limit holds.
    await trx.selectFrom('login_subjects').select('id').where('id', '=', subject).forUpdate().execute()
    const sealed = { prf_salt: prfSalt, sealed_share: sealedShare, split_id: splitId }
    await trx
      .insertInto('login_passkeys')
      .values({
        ...sealed,
        subject_id: subject,
        credential_id: credentialId,
        transports: transports.join(','),
        label,
        created_at: new Date(nowMs),
      })
      .onConflict((conflict) => conflict.columns(['subject_id', 'credential_id']).doUpdateSet(sealed))
      .execute()
    const answer = await listPasskeys(trx, subject)
    if (answer.passkeys.length > PASSKEYS_MAX) throw new ServiceError('passkeys.tooMany', { limit: PASSKEYS_MAX })
    return answer
  })
}

/** @returns the remaining passkeys */
export async function removePasskey(db: LoginDatabase, subject: string, credentialId: string): Promise<PasskeysAnswer> {
  await db
    .deleteFrom('login_passkeys')
    .where('subject_id', '=', subject)
    .where('credential_id', '=', credentialId)
    .execute()
  return listPasskeys(db, subject)
}
