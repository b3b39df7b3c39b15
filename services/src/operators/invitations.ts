import { randomUUID } from 'node:crypto'
import type { EnrolBody, Grant, Invitation } from '@portico/contracts/services/operators'
import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { createChallenge, useChallenge } from './challenges.ts'
import { INVITATION_LIFETIME_MS } from './limits.ts'
import { ensureOperator, setGrants } from './operators.ts'
import { recordOperatorChange } from './operatorTrail.ts'
import { challengeIn, readRegistration, registrationOptions } from './passkeys.ts'
import { createSecret, sha256 } from './secrets.ts'

/** Creates a one-time link. The secret is in the fragment, which browsers send to no server. */
export async function createInvitation(
  db: Kysely<Schema>,
  invited: { readonly name: string; readonly grants: readonly Grant[]; readonly createdBy: string },
  consoleOrigin: string,
  nowMs: number,
): Promise<Invitation> {
  const secret = createSecret()
  const expires_at = new Date(nowMs + INVITATION_LIFETIME_MS)
  const { name, grants, createdBy } = invited
  await db.deleteFrom('operator_invitations').where('expires_at', '<', new Date(nowMs)).execute()
  await db
    .insertInto('operator_invitations')
    .values({ secret_hash: sha256(secret), name, grants: JSON.stringify(grants), created_by: createdBy, expires_at })
    .execute()
  return { url: `${consoleOrigin}/#invitation=${secret}`, expiresAt: expires_at.toISOString() }
}

async function findInvitation(db: Kysely<Schema>, secret: string, nowMs: number) {
  const row = await db
    .selectFrom('operator_invitations')
    .selectAll()
    .where('secret_hash', '=', sha256(secret))
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!row) throw new ServiceError('operator.invitation')
  return row
}

/**
 * What the invited person's browser needs to make a passkey.
 * @throws ServiceError `operator.invitation`
 */
export async function readInvitation(db: Kysely<Schema>, secret: string, consoleOrigin: string, nowMs: number) {
  const { name } = await findInvitation(db, secret, nowMs)
  const known = await db.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst()
  const challenge = await createChallenge(db, nowMs)
  // The id of a new operator does not matter here: only names and passkeys identify operators.
  return { name, options: await registrationOptions(name, known?.id ?? randomUUID(), challenge, consoleOrigin) }
}

/**
 * Uses an invitation: its person becomes an operator, or gets another passkey.
 * @returns the operator's id
 * @throws ServiceError `operator.invitation`, `operator.passkey`
 */
export async function enrol(
  db: Kysely<Schema>,
  { secret, registration }: InferOutput<typeof EnrolBody>,
  consoleOrigin: string,
  nowMs: number,
): Promise<string> {
  const challenge = challengeIn(registration) ?? ''
  if (!(await useChallenge(db, challenge, nowMs))) throw new ServiceError('operator.passkey')
  const passkey = await readRegistration(registration, challenge, consoleOrigin)
  return db.transaction().execute(async (trx) => {
    const { name, grants, created_by } = await findInvitation(trx, secret, nowMs)
    const used = await trx
      .deleteFrom('operator_invitations')
      .where('secret_hash', '=', sha256(secret))
      .returning('name')
      .executeTakeFirst()
    if (!used) throw new ServiceError('operator.invitation')
    const operatorId = await ensureOperator(trx, name, nowMs)
    await trx
      .insertInto('operator_passkeys')
      .values({ ...passkey, operator_id: operatorId, created_at: new Date(nowMs) })
      .execute()
    await setGrants(trx, operatorId, grants)
    const to = { [`operators.${name}`]: grants, passkey: passkey.credential_id }
    await recordOperatorChange(trx, { actor: name, action: `join, invited by ${created_by}`, to })
    return operatorId
  })
}
