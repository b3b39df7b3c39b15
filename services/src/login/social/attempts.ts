import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import type { Selectable } from 'kysely'
import { keyedDigest } from '../../oneTimeCodes/keyedHash.ts'
import type { LoginDatabase, LoginSchema } from '../schema.ts'
import { hashOf } from '../secrets.ts'

export type SocialAttempt = Selectable<LoginSchema['login_social_attempts']>

/** The secrets of one attempt, which the provider gets: 256 bits each, in base64url. */
export interface AttemptSecrets {
  readonly state: string
  readonly nonce: string
  /** RFC 7636 §4.1 */
  readonly verifier: string
}

/** Derives secrets from the attempt's own, which only the frame has: the database alone cannot finish an attempt. */
export function secretsOf(key: Uint8Array, attempt: string): AttemptSecrets {
  const derive = (what: string) => keyedDigest(key, 'login social', what, attempt).toString('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

interface Begun {
  readonly state: string
  readonly provider: RedirectProvider
  readonly page: string
  readonly keyThumbprint: string
}

export const beginSocialAttempt = (
  db: LoginDatabase,
  secret: string,
  { state, provider, page, keyThumbprint }: Begun,
  nowMs: number,
) =>
  db
    .insertInto('login_social_attempts')
    .values({
      secret_hash: hashOf(secret),
      state_hash: hashOf(state),
      provider,
      page,
      key_thumbprint: keyThumbprint,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
    })
    .execute()

/** The page that waits for this state; undefined if none does. Does not use up the attempt. */
export async function pageOfState(db: LoginDatabase, state: string, nowMs: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_social_attempts')
    .select('page')
    .where('state_hash', '=', hashOf(state))
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return row?.page
}

/** Takes an attempt once: of two concurrent calls, one is too late. Takes nothing with another attempt's state. */
export const takeSocialAttempt = (
  db: LoginDatabase,
  { attempt, state }: { readonly attempt: string; readonly state: string },
  nowMs: number,
): Promise<SocialAttempt | undefined> =>
  db
    .deleteFrom('login_social_attempts')
    .where('secret_hash', '=', hashOf(attempt))
    .where('state_hash', '=', hashOf(state))
    .where('expires_at', '>', new Date(nowMs))
    .returningAll()
    .executeTakeFirst()
