import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { CHALLENGE_LIFETIME_MS } from './limits.ts'

/** Random values that a passkey or a wallet signs once, to sign in. */
export async function createChallenge(db: Kysely<Schema>, nowMs: number): Promise<string> {
  // Letters and digits only: EIP-4361 allows nothing else in a nonce, and base64url contains them.
  const challenge = randomBytes(30).toString('hex')
  await db.deleteFrom('operator_challenges').where('expires_at', '<', new Date(nowMs)).execute()
  await db
    .insertInto('operator_challenges')
    .values({ challenge, expires_at: new Date(nowMs + CHALLENGE_LIFETIME_MS) })
    .execute()
  return challenge
}

/** @returns whether the challenge was valid; it is not valid again */
export async function useChallenge(db: Kysely<Schema>, challenge: string, nowMs: number): Promise<boolean> {
  const used = await db
    .deleteFrom('operator_challenges')
    .where('challenge', '=', challenge)
    .where('expires_at', '>', new Date(nowMs))
    .returning('challenge')
    .executeTakeFirst()
  return used !== undefined
}
