import { randomUUID } from 'node:crypto'
import type { WalletInfo } from '@portico/contracts/services/cloudAuth'
import { ServiceError } from '../http/errors.ts'
import { rememberAccount } from './accounts.ts'
import type { CheckedMessage } from './checkMessage.ts'
import { findEmail } from './emails.ts'
import { uuidOf } from './keys.ts'
import type { AuthDatabase } from './schema.ts'
import type { SessionClaims } from './tokens.ts'

interface SignIn {
  readonly projectId: string
  readonly origin: string
  /** The message, whose signature has been verified. */
  readonly message: CheckedMessage
  readonly walletInfo: WalletInfo | undefined
  /** The id of a one-time code that the visitor may have confirmed. */
  readonly otpId: string | undefined
  readonly nowMs: number
}

/** services.md §10: for EVM a number, as in the sample, or a string if JSON could not represent the number exactly. */
const chainIdOf = (namespace: string, reference: string): number | string =>
  namespace === 'eip155' && Number.isSafeInteger(Number(reference)) ? Number(reference) : reference

/**
 * Uses up the nonce and opens a session, in one transaction.
 * @throws ServiceError `auth.nonce` if the nonce has already been used
 */
export const openSession = (db: AuthDatabase, signIn: SignIn): Promise<SessionClaims> =>
  db.transaction().execute(async (trx) => {
    const { projectId, origin, message, walletInfo, otpId, nowMs } = signIn
    const { data, account, expiresAtMs } = message
    const now = new Date(nowMs)
    const id = randomUUID()
    const opened = await trx
      .insertInto('auth_sessions')
      .values({
        id,
        project_id: projectId,
        account_id: await rememberAccount(trx, projectId, account, walletInfo, now),
        nonce: data.nonce,
        expires_at: new Date(expiresAtMs),
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) throw new ServiceError('auth.nonce')
    const email = await findEmail(trx, { projectId, account, resources: data.resources ?? [], otpId, now })
    return {
      aud: new URL(origin).origin,
      iss: 'portico',
      exp: expiresAtMs / 1_000,
      projectIdKey: projectId,
      sub: `${account.caipNetworkId}:${account.address}`,
      address: account.address,
      chainId: chainIdOf(account.namespace, account.reference),
      chainNamespace: account.namespace,
      caip2Network: account.caipNetworkId,
      uri: data.uri,
      domain: data.domain,
      projectUuid: uuidOf('project', projectId),
      profileUuid: account.profileId,
      nonce: data.nonce,
      ...(email !== undefined && { email }),
      jti: id,
    }
  })

/**
 * The account of an active session.
 * @throws ServiceError `auth.session`
 */
export async function requireAccountId(db: AuthDatabase, sessionId: string, nowMs: number): Promise<string> {
  const session = await db
    .selectFrom('auth_sessions')
    .select('account_id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (!session) throw new ServiceError('auth.session')
  return session.account_id
}

/** Only marks the row: it is deleted later, because its nonce must stay used. */
export const revokeSession = (db: AuthDatabase, sessionId: string, nowMs: number) =>
  db
    .updateTable('auth_sessions')
    .set({ revoked_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
