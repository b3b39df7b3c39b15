import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Selectable } from 'kysely'
import { keyedDigest, keyedHash } from '../../oneTimeCodes/keyedHash.ts'
import type { LoginDatabase, LoginSchema } from '../schema.ts'
import { hashOf } from '../secrets.ts'

export type FarcasterAttempt = Selectable<LoginSchema['login_farcaster_attempts']>

const IV_BYTES = 12
const TAG_BYTES = 16

/** The nonce for EIP-4361: letters and digits. It is derived from the attempt's secret, and not stored. */
export const nonceOf = (key: Uint8Array, attempt: string): string => keyedHash(key, 'login farcaster', 'nonce', attempt)

const channelKeyOf = (key: Uint8Array, attempt: string) => keyedDigest(key, 'login farcaster', 'channel', attempt)

/** Seals the channel with a key derived from the attempt's secret, so that the database alone does not reveal it. */
function seal(key: Uint8Array, attempt: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', channelKeyOf(key, attempt), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

export function unseal(key: Uint8Array, attempt: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', channelKeyOf(key, attempt), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

export const beginFarcasterAttempt = (
  db: LoginDatabase,
  key: Uint8Array,
  attempt: string,
  { channelToken, keyThumbprint }: { readonly channelToken: string; readonly keyThumbprint: string },
  nowMs: number,
) =>
  db
    .insertInto('login_farcaster_attempts')
    .values({
      secret_hash: hashOf(attempt),
      channel_sealed: seal(key, attempt, channelToken),
      key_thumbprint: keyThumbprint,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
    })
    .execute()

export const findFarcasterAttempt = (
  db: LoginDatabase,
  attempt: string,
  nowMs: number,
): Promise<FarcasterAttempt | undefined> =>
  db
    .selectFrom('login_farcaster_attempts')
    .selectAll()
    .where('secret_hash', '=', hashOf(attempt))
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()

/** Ends an attempt. @returns false for the later of two concurrent calls */
export async function takeFarcasterAttempt(db: LoginDatabase, { secret_hash }: FarcasterAttempt): Promise<boolean> {
  const taken = await db
    .deleteFrom('login_farcaster_attempts')
    .where('secret_hash', '=', secret_hash)
    .returning('secret_hash')
    .executeTakeFirst()
  return taken !== undefined
}
