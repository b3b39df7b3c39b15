import { randomUUID } from 'node:crypto'
import type { LoginEndRequest, LoginProvider } from '@portico/contracts/services/login'
import type { Selectable } from 'kysely'
import { ServiceError } from '../http/errors.ts'
import { isSameHash, keyedDigest } from '../oneTimeCodes/keyedHash.ts'
import { isBeingDeleted } from './identities.ts'
import {
  DELETION_PUT_OFF_MS,
  FRESH_MAX_AGE_MS,
  ROTATION_GRACE_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MAX_MS,
} from './limits.ts'
import type { LoginDatabase, LoginSchema } from './schema.ts'
import { createSecret, hashOf } from './secrets.ts'

export type Session = Selectable<LoginSchema['login_sessions']>

export interface Opened {
  readonly session: Session
  readonly isBeingDeleted: boolean
  /** The token, which only the frame stores. */
  readonly token: string
}

const endOf = (createdAtMs: number, nowMs: number) =>
  new Date(Math.min(createdAtMs + SESSION_LIFETIME_MAX_MS, nowMs + SESSION_IDLE_MS))

export interface Login {
  readonly subject: string
  readonly provider: LoginProvider
  /** The thumbprint of the key that the session requires. */
  readonly keyThumbprint: string
  /** The host of the sign-in page, if known. */
  readonly host?: string
}

/**
 * Postpones a deletion at sign-in, so that the owner has time to cancel it. Locks the wallet's row until the
 * transaction ends, as the start of a deletion does, so that the two transactions run one after the other, and the
 * later one sees the effect of the earlier one.
 * @returns whether a deletion is pending
 */
async function holdDeletion(trx: LoginDatabase, subject: string, nowMs: number): Promise<boolean> {
  const soonest = new Date(nowMs + DELETION_PUT_OFF_MS)
  const held = await trx
    .updateTable('login_subjects')
    .set((row) => ({
      deletes_at: row.case().when('deletes_at', '<', soonest).then(soonest).else(row.ref('deletes_at')).end(),
    }))
    .where('id', '=', subject)
    .where('deletion_begun_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Opens a session. If the wallet is being deleted, ends all other sessions, so that the session that began the deletion
 * can send no more requests to the stores.
 * @param trx a transaction, which makes all changes atomic
 */
export async function openSession(
  trx: LoginDatabase,
  { subject, provider, keyThumbprint, host }: Login,
  nowMs: number,
): Promise<Opened> {
  const token = createSecret()
  const now = new Date(nowMs)
  const isBeingDeleted = await holdDeletion(trx, subject, nowMs)
  const session = await trx
    .insertInto('login_sessions')
    .values({
      id: randomUUID(),
      token_hash: hashOf(token),
      previous_hash: null,
      rotated_at: now,
      subject_id: subject,
      provider,
      key_thumbprint: keyThumbprint,
      host: host ?? null,
      created_at: now,
      expires_at: endOf(nowMs, nowMs),
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isBeingDeleted) await endSessions(trx, session, { everywhere: true, keepThis: true }, nowMs)
  return { session, token, isBeingDeleted }
}

/** An active session, by its current or previous token. */
async function find(db: LoginDatabase, hash: string, now: Date): Promise<Session | undefined> {
  return db
    .selectFrom('login_sessions')
    .selectAll()
    .where((row) => row.or([row('token_hash', '=', hash), row('previous_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

const isInGrace = ({ rotated_at }: Session, nowMs: number) => rotated_at.getTime() + ROTATION_GRACE_MS > nowMs

const revoke = (db: LoginDatabase, id: string, now: Date) =>
  db.updateTable('login_sessions').set({ revoked_at: now }).where('id', '=', id).execute()

/**
 * The session of a token. If the token was replaced some time ago, someone has copied it: then the session ends for
 * both holders.
 * @throws ServiceError `auth.session`
 */
export async function requireSession(db: LoginDatabase, token: string | undefined, nowMs: number): Promise<Session> {
  const now = new Date(nowMs)
  const hash = hashOf(token ?? '')
  const session = await find(db, hash, now)
  if (!session) throw new ServiceError('auth.session')
  if (session.token_hash !== hash && !isInGrace(session, nowMs)) {
    await revoke(db, session.id, now)
    throw new ServiceError('auth.session')
  }
  return session
}

/**
 * Irreversible actions require a recent sign-in, not just an open page.
 * @throws ServiceError `auth.stale`
 */
export function requireFresh({ created_at }: Session, nowMs: number): void {
  if (nowMs - created_at.getTime() > FRESH_MAX_AGE_MS) throw new ServiceError('auth.stale')
}

/** The next token. It is deterministic, so that repeated and concurrent calls get the same one. */
const nextToken = (key: Uint8Array, id: string, token: string) =>
  keyedDigest(key, 'session', id, token).toString('base64url')

/**
 * Replaces the session's token. The previous one stays valid briefly, so that a lost answer does not sign the visitor
 * out.
 * @param key the service's key, without which nobody can predict the next token
 * @throws ServiceError `auth.session`
 */
export async function rotateSession(
  db: LoginDatabase,
  key: Uint8Array,
  given: string | undefined,
  nowMs: number,
): Promise<Opened> {
  const session = await requireSession(db, given, nowMs)
  const { id, token_hash, created_at } = session
  const token = nextToken(key, id, given ?? '')
  const opened = { token, isBeingDeleted: await isBeingDeleted(db, session.subject_id) }
  if (isSameHash(token_hash, hashOf(token))) return { ...opened, session }
  const rotated = await db
    .updateTable('login_sessions')
    .set({
      token_hash: hashOf(token),
      previous_hash: token_hash,
      rotated_at: new Date(nowMs),
      expires_at: endOf(created_at.getTime(), nowMs),
    })
    .where('id', '=', id)
    .where('token_hash', '=', hashOf(given ?? ''))
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // A concurrent call was faster: use its result.
  return rotated ? { ...opened, session: rotated } : rotateSession(db, key, given, nowMs)
}

/** Ends this session, all of the wallet's sessions, or all of them except this one. */
export function endSessions(
  db: LoginDatabase,
  { id, subject_id }: Session,
  { everywhere, keepThis }: LoginEndRequest,
  nowMs: number,
) {
  const open = db
    .updateTable('login_sessions')
    .set({ revoked_at: new Date(nowMs) })
    .where('revoked_at', 'is', null)
  if (!everywhere && !keepThis) return open.where('id', '=', id).execute()
  const ofOwner = open.where('subject_id', '=', subject_id)
  return (keepThis ? ofOwner.where('id', '!=', id) : ofOwner).execute()
}
